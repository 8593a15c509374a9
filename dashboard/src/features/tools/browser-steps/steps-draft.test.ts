import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bodyOf, draftOf, moved, samplesIn, type ValueDraft } from './steps-draft.ts'

const step = { selectors: ['#a'], origin: 'https://shop.example.com', expect: null }
const fill = (parameter: string) => ({ ...step, action: { type: 'fill' }, input: { parameter } })
const recorded = {
  browser: {
    steps: [
      { ...step, action: { type: 'goto', url: 'https://shop.example.com/' }, origin: null, input: null },
      fill('order'),
      fill('password'),
    ],
    allowedHosts: null,
    viewport: { width: 1280, height: 720 },
    locale: 'en-US',
    timezone: 'UTC',
    profileParameter: 'profileId',
    expect: null,
  },
  inputParameters: {
    type: 'object',
    properties: {
      order: { type: 'string', description: 'Order', default: 'A-1' },
      password: { type: 'string', description: 'Password', format: 'password', writeOnly: true },
      profileId: { type: 'string', format: 'uuid' },
    },
    required: ['password'],
    additionalProperties: false,
  },
}

function changed(at: number, patch: Partial<ValueDraft>) {
  const draft = draftOf(recorded)
  const steps = draft.steps.map((each, index) =>
    index === at ? { ...each, value: { ...each.value!, ...patch } } : each,
  )
  return bodyOf({ ...draft, steps })
}

it('sends what was recorded when nothing was changed', () => {
  const { noAuth, ...body } = bodyOf(draftOf(recorded))
  assert.deepEqual(body, recorded)
  assert.equal(noAuth, true)
})

it('gives parameters other names, and the recorded value as an example where they are required', () => {
  const { inputParameters, browser } = changed(1, { name: ' number ', isRequired: true })
  assert.deepEqual(inputParameters.properties.number, {
    type: 'string',
    description: 'Order',
    examples: ['A-1'],
  })
  assert.deepEqual(inputParameters.required, ['number', 'password'])
  assert.deepEqual(browser.steps[1]!.input, { parameter: 'number' })
  assert.deepEqual(samplesIn(inputParameters), { number: 'A-1' })
})

it('takes fixed values and connection fields off the parameters', () => {
  const fixed = changed(1, { source: 'fixed', text: 'B-2' })
  assert.deepEqual(fixed.browser.steps[1]!.input, { value: 'B-2' })
  assert.equal('order' in fixed.inputParameters.properties, false)
  const connected = changed(2, { source: 'connection', field: 'api_password' })
  assert.deepEqual(connected.browser.steps[2]!.input, { connectionField: 'api_password' })
  assert.deepEqual([connected.noAuth, connected.inputParameters.required], [false, []])
})

it('has no recorded value of what is made a secret', () => {
  const { inputParameters } = changed(1, { isSecret: true })
  assert.doesNotMatch(JSON.stringify(inputParameters.properties.order), /A-1/)
  assert.deepEqual(inputParameters.required, ['order', 'password'])
})

it('lets several steps take one parameter, and drops the parameters of removed steps', () => {
  const { inputParameters, browser } = changed(2, { name: 'order' })
  assert.deepEqual(Object.keys(inputParameters.properties), ['order', 'profileId'])
  assert.deepEqual(browser.steps[1]!.input, browser.steps[2]!.input)
  const draft = draftOf(recorded)
  const rest = bodyOf({ ...draft, steps: draft.steps.slice(0, 2) })
  assert.deepEqual(Object.keys(rest.inputParameters.properties), ['order', 'profileId'])
})

it('sends steps in the order that they were moved to', () => {
  const draft = draftOf(recorded)
  const { browser } = bodyOf({ ...draft, steps: moved(draft.steps, 2, 1) })
  assert.deepEqual(
    browser.steps.map(({ input }) => input),
    [null, { parameter: 'password' }, { parameter: 'order' }],
  )
})
