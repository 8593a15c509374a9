import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { inLongRun } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { findChromium } from './drivers/find-chromium.ts'

const site = await startSite()
const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${site.port}` })
after(async () => {
  await app.stop()
  site.close()
})

const path = '/api/v1/browser/sessions'
const secret = 'correct horse'
let project: TestProject
let ada: Caller
let id = ''
const described = { name: 'Sign in', description: 'Signs in.', toolkitSlug: 'shop' }
const goto = (page: string) => ({ type: 'goto', url: `${site.url}${page}` })
const byHand = { inputParameters: { type: 'object' }, noAuth: true }

async function post(url: string, body: object, by = ada) {
  const response = await by.post(url, body)
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
const execute = (slug: string, args: object, by = ada) =>
  post(`/api/v1/tools/execute/${slug}`, { arguments: args, timeoutMs: 120_000 }, by)

describe('a tool made of a browser session', { skip: findChromium(null).kind === 'missing' }, () => {
  before(async () => {
    project = await app.newProject()
    ada = project.admin.as('ada')
    await post('/api/v1/toolkits', {
      slug: 'shop',
      name: 'Shop',
      description: 'A shop',
      baseUrl: site.url,
      authConfigDetails: [{ mode: 'BASIC' }],
    })
    const session = { driver: 'chromium', allowedHosts: ['127.0.0.1'], startUrl: `${site.url}/login` }
    id = (await post(path, session)).id
    const { content } = (await ada.get(`${path}/${id}/snapshot`)).body.data
    const ref = /textbox "Name.*?\[ref=(\w+)\]/.exec(content)?.[1]
    await post(`${path}/${id}/actions`, {
      actions: [
        { type: 'fill', ref, value: 'wrong' },
        { type: 'fill', ref, value: 'ada' },
        { type: 'fill', selector: 'input[type=password]', value: secret },
        { type: 'select', selector: 'select', values: ['b'] },
        { type: 'evaluate', expression: '1 + 1' },
        { type: 'click', selector: 'form > button' },
      ],
    })
    await post(`${path}/${id}/close`, {})
  })

  it('has selectors that outlive a snapshot, parameters and checks, but no secret', async () => {
    const { tool, warnings } = await post(`${path}/${id}/to-tool`, {
      slug: 'shop_sign_in',
      ...described,
      expectText: 'Account of',
    })
    assert.deepEqual(tool.inputParameters, {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name', default: 'ada' },
        password: { type: 'string', description: 'Password', format: 'password', writeOnly: true },
        plan: { type: 'string', description: 'Plan', default: 'b' },
      },
      required: ['password'],
      additionalProperties: false,
    })
    assert.deepEqual([tool.isExecutable, tool.noAuth, tool.allowedHosts], [true, true, ['127.0.0.1']])
    const { steps } = tool.browser
    assert.deepEqual(
      steps.map((step: { action: { type: string } }) => step.action.type),
      ['goto', 'fill', 'fill', 'select', 'click'],
    )
    assert.deepEqual(steps[1].selectors.slice(0, 2), ['role=textbox[name="Name"]', 'internal:label="Name"s'])
    assert.ok(steps[1].selectors.includes('[name="name"]'), steps[1].selectors)
    assert.match(steps[1].selectors.at(-1), /^css=body > form > label:nth-of-type\(1\) > input$/)
    assert.deepEqual(steps[4].expect, { url: `${site.url}/account`, title: 'Account' })
    assert.deepEqual(warnings.length, 1)
    assert.match(warnings[0], /evaluate is left out/)
    const events = (await ada.get(`${path}/${id}/events?limit=100`)).text
    assert.ok(!`${events}${JSON.stringify(tool)}`.includes(secret), 'a secret was stored')
  })

  it('is previewed without being created', async () => {
    const { data } = (await ada.get(`${path}/${id}/to-tool`)).body
    const { browser, inputParameters } = (await ada.get('/api/v1/tools/byId/shop_sign_in')).body.data
    assert.deepEqual([data.browser, data.inputParameters], [{ ...browser, expect: null }, inputParameters])
    assert.deepEqual([data.noAuth, data.warnings.length], [true, 1])
    const part = await ada.get(`${path}/${id}/to-tool?toEvent=1`)
    assert.equal(part.body.data.browser.steps.length, 1)
    assert.equal((await project.admin.as('bob').get(`${path}/${id}/to-tool`)).status, 404)
  })

  it('can have values that are the same in every run', inLongRun, async () => {
    const { browser, inputParameters } = (await ada.get('/api/v1/tools/byId/shop_sign_in')).body.data
    const { password } = inputParameters.properties
    const schema = { type: 'object', properties: { password }, required: ['password'] }
    const fixed = { name: { value: 'eve' }, plan: { value: 'a' } }
    const steps = browser.steps.map((step: { input: { parameter: 'name' | 'plan' } | null }) =>
      step.input && step.input.parameter in fixed ? { ...step, input: fixed[step.input.parameter] } : step,
    )
    const tool = { ...described, noAuth: true, inputParameters: schema, browser: { ...browser, steps } }
    await post('/api/v1/tools', { slug: 'fixed', ...tool })
    const done = await execute('fixed', { password: secret })
    assert.match(done.data.content, /Account of eve[\s\S]*plan=a/)
  })

  it('does the steps again in a new session of the acting user, which ends with it', async () => {
    const done = await execute('shop_sign_in', { password: secret, name: 'bob' }, project.admin.as('bob'))
    assert.equal(done.successful, true, JSON.stringify(done))
    assert.equal(done.data.title, 'Account')
    assert.match(done.data.content, /Account of bob[\s\S]*plan=b/)
    assert.deepEqual(
      done.data.results.map(({ type, status, title }: Record<string, string>) => [type, status, title]),
      [
        ['goto', 'succeeded', 'Sign in'],
        ['fill', 'succeeded', 'Sign in'],
        ['fill', 'succeeded', 'Sign in'],
        ['select', 'succeeded', 'Sign in'],
        ['click', 'succeeded', 'Account'],
      ],
    )
    const [session] = (await project.admin.as('bob').get(path)).body.data
    assert.deepEqual([session.status, session.endedReason], ['completed', 'closed'])
    const log = await ada.get(`/api/v1/tools/logs/${done.logId}`)
    assert.ok(!log.text.includes(secret), 'a secret is in the log')
  })

  it('opens no browser in a dry run', async () => {
    const count = async () => (await ada.get(path)).body.total
    const before = await count()
    const dry = { arguments: { password: secret }, dryRun: true }
    const { dryRun, data } = await post('/api/v1/tools/execute/shop_sign_in', dry)
    assert.deepEqual([dryRun, data.arguments], [true, { name: 'ada', password: '[hidden]', plan: 'b' }])
    assert.equal(await count(), before)
  })

  it('says at which step the page was another, and what was seen', async () => {
    const failed = await execute('shop_sign_in', { password: 'wrong horse' })
    assert.deepEqual([failed.successful, failed.errorCode], [false, 'upstream_4xx'])
    assert.match(
      failed.error,
      /^Step 5 \(click\) failed: Expected the URL \S+\/account, but the page is \S+\/login with the title "Sign in"/,
    )
    const { results } = failed.data
    assert.deepEqual([results.length, results[3].status, results[4].status], [5, 'succeeded', 'failed'])
    assert.match(results[4].error, /^Expected the URL/)
  })

  it('takes secrets from the connected account, and only for pages of its hosts', async () => {
    const version = { version: '2.0.0', connectionFields: { password: 'password', name: 'username' } }
    const { tool } = await post(`${path}/${id}/to-tool`, { slug: 'shop_sign_in', ...described, ...version })
    assert.deepEqual(Object.keys(tool.inputParameters.properties), ['plan'])
    assert.deepEqual([tool.version, tool.availableVersions.length, tool.noAuth], ['2.0.0', 2, false])
    const { id: configId } = await post('/api/v1/auth_configs', {
      toolkit: { slug: 'shop' },
      authConfig: { type: 'use_custom_auth', authScheme: 'BASIC', credentials: {} },
    })
    const val = { username: 'carol', password: secret }
    await post('/api/v1/connected_accounts', {
      authConfig: { id: configId },
      connection: { state: { authScheme: 'BASIC', val } },
    })
    const done = await execute('shop_sign_in', { plan: 'a' })
    assert.equal(done.successful, true, JSON.stringify(done))
    assert.match(done.data.content, /plan=a/)
    const [session] = (await ada.get(`${path}?limit=1`)).body.data
    const events = await ada.get(`${path}/${session.id}/events?limit=100`)
    assert.ok(events.body.data.length > 4 && !/carol"|correct/.test(events.text), events.text)

    const steps = tool.browser.steps.map((step: { origin: string | null }) =>
      step.origin === null ? step : { ...step, origin: 'https://elsewhere.example.com' },
    )
    const moved = await ada.patch('/api/v1/tools/byId/shop_sign_in', {
      version: '2.0.1',
      browser: { ...tool.browser, steps },
    })
    assert.equal(moved.status, 200, moved.text)
    const refused = await execute('shop_sign_in', {})
    assert.deepEqual([refused.successful, refused.errorCode], [false, 'host_not_allowed'])
  })

  it('finds its elements after a redesign of the page', inLongRun, async () => {
    site.redesign()
    const body = { arguments: { password: secret }, version: '1.0.0', timeoutMs: 120_000 }
    const done = await post('/api/v1/tools/execute/shop_sign_in', body)
    assert.equal(done.successful, true, JSON.stringify(done))
    assert.match(done.data.content, /Account of ada[\s\S]*plan=b/)
  })

  it('lets no one else into its session, but for closing it', async () => {
    const steps = [{ action: goto('/login') }, { action: { type: 'wait', forMs: 25_000 } }]
    await post('/api/v1/tools', { slug: 'slow', ...described, ...byHand, browser: { steps } })
    const running = execute('slow', {})
    const open = async () => (await ada.get(`${path}?status=running`)).body.data[0]
    await until(async () => (await open())?.title === 'Sign in', 'the last step')
    const session = await open()
    for (const refused of [
      await ada.get(`${path}/${session.id}/snapshot`),
      await ada.post(`${path}/${session.id}/actions`, { actions: [{ type: 'reload' }] }),
      await ada.post(`${path}/${session.id}/handoff`),
      await ada.get(new URL(session.liveViewUrl).pathname + new URL(session.liveViewUrl).search),
    ])
      assert.deepEqual([refused.status, refused.body.error?.code], [409, 'control_held'], refused.text)
    await post(`${path}/${session.id}/close`, {})
    assert.equal((await running).successful, false)
  })

  it('refuses what cannot become a tool, and callers without the rights', async () => {
    const body = { slug: 'other', ...described }
    const codeOf = async (by: Caller, sessionId: string, more: object = {}) => {
      const response = await by.post(`${path}/${sessionId}/to-tool`, { ...body, ...more })
      return [response.status, response.body.error?.code]
    }
    assert.deepEqual(await codeOf(project.admin.as('bob'), id), [404, 'browser_session_not_found'])
    assert.deepEqual(await codeOf(ada, id, { fromEvent: 4000 }), [409, 'invalid_state'])
    assert.deepEqual(await codeOf(ada, id, { secretParameters: ['none'] }), [400, 'invalid_parameter'])
    const field = { connectionFields: { password: 'none' } }
    assert.deepEqual(await codeOf(ada, id, field), [400, 'invalid_parameter'])
    assert.deepEqual(await codeOf(ada, id, { slug: 'shop_sign_in' }), [409, 'slug_conflict'])
    const http = await post(path, { driver: 'http' })
    assert.deepEqual(await codeOf(ada, http.id), [422, 'unsupported_by_driver'])

    const limited = async (scopes: string[]) => {
      const key = await post(
        '/api/v1/api-keys',
        { name: scopes.join(), role: 'member', scopes },
        project.admin,
      )
      return app.callerWith({ 'x-api-key': key.key }).as('ada')
    }
    assert.deepEqual(await codeOf(await limited(['tools:*']), id), [403, 'insufficient_scope'])
    const noBrowser = await limited(['tools:*', 'browser:read'])
    const run = await noBrowser.post('/api/v1/tools/execute/slow', {})
    assert.deepEqual([run.status, run.body.error.code], [403, 'insufficient_scope'])
  })

  it('types nothing into pages of another origin than it was recorded in', async () => {
    const steps = [
      { action: goto('/login') },
      {
        action: { type: 'fill' },
        selectors: ['[name="password"]'],
        origin: 'https://shop.example.com',
        input: { parameter: 'password' },
      },
    ]
    const properties = { password: { type: 'string', format: 'password' } }
    const inputParameters = { type: 'object', properties, required: ['password'] }
    await post('/api/v1/tools', {
      slug: 'moved',
      ...described,
      inputParameters,
      noAuth: true,
      browser: { steps },
    })
    const failed = await execute('moved', { password: secret })
    assert.match(
      failed.error,
      /^Step 2 \(fill\) failed: The step is for pages of https:\/\/shop\.example\.com/,
    )
  })

  it('refuses steps that no call could do', async () => {
    const step = { action: { type: 'fill' }, selectors: ['#a'], input: { parameter: 'a' } }
    const script = { action: { type: 'evaluate', expression: '1' } }
    const anywhere = { ...step, input: { connectionField: 'password' } }
    for (const [wrong, message] of [
      [step, /no parameter a/],
      [script, /Step 1 is not an action/],
      [anywhere, /with an origin/],
      [{ ...step, input: null }, /needs input/],
      [{ ...step, input: { value: ['a'] } }, /a fixed value is a text/],
      [{ ...step, action: { type: 'upload' }, input: { value: 'a' } }, /a fixed value is a text/],
    ] as const) {
      const refused = await ada.post('/api/v1/tools', {
        slug: 'by_hand',
        ...described,
        inputParameters: { type: 'object' },
        browser: { steps: [wrong] },
      })
      assert.equal(refused.status, 400, refused.text)
      assert.match(refused.body.message, message)
    }
  })
})
