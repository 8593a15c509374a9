import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeExpectation, describeStep } from './describe-step.ts'

it('names elements as a human would', () => {
  const click = (selector: string) => describeStep({ action: { type: 'click' }, selectors: [selector] })
  assert.equal(click('role=button[name="Say \\"hi\\""]'), 'Click button “Say "hi"”')
  assert.equal(click('internal:label="Name"s'), 'Click the field “Name”')
  assert.equal(click('text="Next"'), 'Click “Next”')
  assert.equal(click('css=body > a'), 'Click css=body > a')
})

it('says what each step does', () => {
  const words = (action: Record<string, unknown>, ...selectors: string[]) =>
    describeStep({ action, selectors })
  assert.equal(words({ type: 'fill', submit: true }, '#q'), 'Type into #q, then press Enter')
  assert.equal(words({ type: 'wait', text: 'Done', state: 'hidden' }), 'Wait until the text “Done” is hidden')
  assert.equal(words({ type: 'scroll', deltaY: 400 }), 'Scroll by 0, 400 px')
  assert.equal(words({ type: 'dialog', accept: true }), 'Accept the next dialog')
})

it('says what is checked', () => {
  assert.equal(
    describeExpectation({ url: 'https://a.example/*', title: 'Order' }),
    'Check that the URL is https://a.example/* and the title is “Order”',
  )
  assert.equal(describeExpectation({}), null)
})
