import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { chromium } from 'playwright-core'
import { findChromium } from '../../src/areas/browsers/drivers/find-chromium.ts'
import { createHops, hopHeader } from '../../src/kernel/http/nodes/hop.ts'
import { systemScope } from '../../src/kernel/scope.ts'
import { createMasterKey, deriveKey } from '../../src/kernel/secrets/master-key.ts'
import { createExternalDatabase } from '../process/external-database.ts'
import { apiKey, freePort, makeInstallation, type Server } from '../process/stoa.ts'
import { inLongRun } from '../size.ts'
import { until } from '../until.ts'
import { openWebSocket, refusedWebSocket } from '../websocket-client.ts'
import { startSite } from './site.ts'

const site = await startSite()
after(() => site.close())
const installation = await makeInstallation({ after: (work) => after(work as () => Promise<void>) })
const shared = {
  DATABASE_URL: await createExternalDatabase({ isMigrated: true }),
  STOA_SECRET_KEY: randomBytes(32).toString('base64'),
  STOA_API_KEY: apiKey,
  STOA_ALLOW_PRIVATE: '127.0.0.0/8',
  STOA_ALLOW_UNSEALED: '1',
  LOG_LEVEL: 'fatal',
}
// What a workflow does is done by the worker that one of the tests starts.
const withoutRuns = { STOA_ROLE: 'api' }
const path = '/browser/sessions'
const asAda = { 'x-username': 'ada' }
const goto = { actions: [{ type: 'goto', url: `${site.url}/login` }] }

/** It has the session. */
let owner: Server
/** It gets the requests, and says to no one where it is. */
let other: Server
let id = ''

const call = (method: string, rest: string, body?: object, headers: object = {}) =>
  other.call(method, `${path}${rest}`, body, { ...asAda, ...headers })
const status = async () => (await call('GET', `/${id}/status`)).body.data

async function startWorker(): Promise<Server> {
  const port = String(await freePort())
  return installation.start({
    ...shared,
    PORT: port,
    STOA_ROLE: 'worker',
    STOA_NODE_URL: `http://127.0.0.1:${port}`,
    STOA_DATA_DIR: join(installation.directory, 'worker'),
  })
}

/** The session that a run of a workflow opens. */
async function openInRun(headers: Record<string, string>): Promise<string> {
  const manager = '/workflow/manager'
  const inputMapping = { url: `${site.url}/login` }
  const nodes = [
    { id: 'start', type: 'start' },
    { id: 'open', type: 'action', toolSlug: 'browser_open', inputMapping },
    { id: 'end', type: 'end', output: '{{ nodes.open.output.sessionId }}' },
  ]
  const edges = nodes.slice(1).map(({ id: to }, i) => ({ from: nodes[i]!.id, to }))
  const made = await other.call(
    'POST',
    `${manager}/create`,
    { name: 'Open', graph: { nodes, edges } },
    headers,
  )
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const execute = { allowWhenInactive: true, wait: 30_000 }
  const begun = await other.call('POST', `${manager}/execute/${made.body.data.id}`, execute, headers)
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const ended = await until(async () => {
    const { executionId } = begun.body.data
    const { data } = (await other.call('GET', `${manager}/executions/${executionId}`, undefined, headers))
      .body
    return ['pending', 'running', 'queued'].includes(data.status) ? null : data
  }, 'the workflow to end')
  assert.match(String(ended.outputData), /^[0-9a-f-]{36}$/, JSON.stringify(ended))
  return ended.outputData
}

/** The URL of the session, at the node that does not have it. */
function throughOther(url: string): string {
  const { pathname, search } = new URL(url)
  return `${other.line.api.replace('http', 'ws').replace('/api/v1', '')}${pathname}${search}`
}

async function findOwner(): Promise<string> {
  const database = new pg.Client({ connectionString: shared.DATABASE_URL })
  await database.connect()
  const { rows } = await database.query('select node_id from node_lease where url is not null')
  await database.end()
  return rows[0].node_id
}

describe('a browser session of another node', { skip: findChromium(null).kind === 'missing' }, () => {
  before(async () => {
    const port = String(await freePort())
    owner = await installation.start({
      ...shared,
      ...withoutRuns,
      PORT: port,
      STOA_NODE_URL: `http://127.0.0.1:${port}`,
      STOA_DATA_DIR: join(installation.directory, 'owner'),
    })
    other = await installation.start({
      ...shared,
      ...withoutRuns,
      STOA_DATA_DIR: join(installation.directory, 'other'),
    })
    const made = await owner.call('POST', path, { driver: 'chromium' }, asAda)
    assert.equal(made.body.data?.status, 'running', JSON.stringify(made.body))
    id = made.body.data.id
  })

  it('200: acts and is read', async () => {
    const acted = await call('POST', `/${id}/actions`, goto)
    assert.deepEqual(
      [acted.status, acted.body.data?.results[0].title],
      [200, 'Sign in'],
      JSON.stringify(acted),
    )
    const read = await call('GET', `/${id}/snapshot?format=text`)
    assert.match(read.body.data.content, /Sign in/)
    const image = await fetch(`${other.line.api}${path}/${id}/snapshot?format=png`, {
      headers: { 'x-api-key': apiKey, ...asAda },
    })
    assert.equal(image.headers.get('content-type'), 'image/png')
    assert.equal(Buffer.from(await image.arrayBuffer()).toString('latin1', 1, 4), 'PNG')
  })

  it('200: a request that is sent again with its key is done once', async () => {
    const count = 'window.count = (window.count ?? 0) + 1'
    const body = { actions: [{ type: 'evaluate', expression: count }] }
    const key = { 'idempotency-key': 'count-once' }
    const [first, second] = [
      await call('POST', `/${id}/actions`, body, key),
      await call('POST', `/${id}/actions`, body, key),
    ]
    assert.deepEqual(
      [first, second].map((each) => each.body.data.results[0].value),
      [1, 1],
    )
    assert.equal(
      (await owner.call('POST', `${path}/${id}/actions`, body, { ...asAda, ...key })).body.data.results[0]
        .value,
      1,
    )
  })

  it('409 and 404: errors are those of the node that has it, and no one else gets in', async () => {
    const missing = { actions: [{ type: 'click', selector: '.missing', timeoutMs: 300 }] }
    const failed = await call('POST', `/${id}/actions`, missing)
    assert.deepEqual(
      [failed.status, failed.body.error.code, failed.body.error.index],
      [504, 'action_timeout', 0],
    )
    const bob = await call('POST', `/${id}/actions`, goto, { 'x-username': 'bob' })
    assert.equal(bob.status, 404)
    const forged = await owner.call('POST', `${path}/${id}/actions`, goto, {
      ...asAda,
      'x-stoa-hop': 'e30.e30',
    })
    assert.deepEqual([forged.status, forged.body.error.code], [400, 'malformed_request'])
  })

  it('101: is looked at, and driven by Playwright', async () => {
    const { liveViewUrl, connectUrl } = await status()
    const page = await fetch(throughOther(liveViewUrl).replace('ws', 'http'))
    assert.deepEqual([page.status, page.headers.get('referrer-policy')], [200, 'no-referrer'])
    const view = await openWebSocket(throughOther(liveViewUrl).replace('/view?', '/stream?'))
    await until(() => view.messages.some((each) => Buffer.isBuffer(each)), 'an image')
    const browser = await chromium.connectOverCDP(throughOther(connectUrl))
    assert.equal(await browser.contexts()[0]!.pages()[0]!.title(), 'Sign in')
    await browser.close()
    view.ws.close()
    await view.closed
    const forged = await refusedWebSocket(throughOther(connectUrl.replace(/token=.*/, 'token=a.b')))
    assert.equal(forged.body.error.code, 'browser_token_invalid')
  })

  it('200: a human takes over and gives back', async () => {
    const handoff = (await call('POST', `/${id}/handoff`, { reason: 'Sign in' })).body.data
    assert.equal((await call('POST', `/${id}/actions`, goto)).body.error.code, 'control_held')
    const done = await call('POST', `/handoff/${handoff.id}/done`, {})
    assert.deepEqual([done.status, done.body.data.status], [200, 'done'])
    assert.equal((await call('POST', `/${id}/actions`, goto)).status, 200)
  })

  it('tools of a run on another node use the session of their conversation', async () => {
    const threadId = 'conversation-of-both'
    const made = await owner.call('POST', path, { driver: 'http', threadId }, asAda)
    const tool = async (name: string, args: object, headers: Record<string, string> = asAda) => {
      const body = { arguments: args, threadId }
      return (await other.call('POST', `/tools/execute/browser_${name}`, body, headers)).body.data
    }
    const opened = await tool('open', { url: `${site.url}/login` })
    assert.deepEqual(
      [opened.data?.sessionId, opened.data?.title],
      [made.body.data.id, 'Sign in'],
      JSON.stringify(opened),
    )
    const ref = /textbox "Name.*?\[ref=(\w+)\]/.exec(opened.data.content)?.[1]
    const acted = await tool('act', { actions: [{ type: 'fill', ref, value: 'ada' }] })
    assert.match(acted.data?.page.content ?? JSON.stringify(acted), /ada/)
    const failed = await tool('act', { actions: [{ type: 'click', selector: '.missing' }] })
    assert.deepEqual([failed.successful, failed.data], [false, null])
    const foreign = await tool('snapshot', { sessionId: made.body.data.id }, { 'x-username': 'bob' })
    assert.equal(foreign.errorCode, 'not_found')
    assert.equal((await tool('handoff', { reason: 'Sign in' })).data.status, 'requested')
    assert.match((await tool('snapshot', {})).error, /human controls/)
    assert.equal((await tool('close', {})).data.status, 'completed')
  })

  it('404: no one but a node calls what nodes call, and only what it meant for that node', async () => {
    const key = deriveKey(createMasterKey(Buffer.from(shared.STOA_SECRET_KEY, 'base64')), 'node-hop')
    const hops = createHops({ clock: { now: () => new Date() }, key })
    const client = { ip: '203.0.113.7', isHttps: false }
    const made = await owner.call('POST', path, { driver: 'http' }, asAda)
    const scope = systemScope(randomUUID())
    const owned = await findOwner()
    const post = async (
      { nodeId = owned, name = 'browsers.close', kind = 'call' as 'call' | 'request' | null } = {},
      sent: unknown = { scope, args: [{ sessionId: made.body.data.id }] },
      signed = sent,
    ) => {
      const url = `/internal/nodes/${nodeId}/${name}`
      const headers: Record<string, string> = { 'content-type': 'application/json', 'x-api-key': apiKey }
      const body = Buffer.from(JSON.stringify(signed))
      if (kind) headers[hopHeader] = hops.sign({ method: 'POST', url }, client, body, kind)
      const response = await fetch(`${owner.line.api.replace('/api/v1', '')}${url}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(sent),
      })
      const { error } = (await response.json()) as { error?: { code: string } }
      return [response.status, error?.code]
    }
    const nothingHere = [404, 'route_not_found']
    assert.deepEqual(await post({ kind: null }), nothingHere)
    assert.deepEqual(await post({ kind: 'request' }), nothingHere)
    assert.deepEqual(await post({ nodeId: randomUUID() }), nothingHere)
    assert.deepEqual(await post({ name: 'browsers.forgetThread' }), nothingHere)
    assert.deepEqual(await post({}, { scope, args: [] }, {}), [400, 'malformed_request'])
    // A caller with the key still reaches nothing outside of the scope.
    assert.deepEqual(await post(), [404, 'browser_session_not_found'])
    const url = `/internal/nodes/${owned}/browsers.close`
    const body = JSON.stringify({ scope, args: [{ sessionId: made.body.data.id }] })
    const copied = hops.sign({ method: 'POST', url }, client, Buffer.from(body), 'call')
    const headers = { 'content-type': 'application/json', [hopHeader]: copied }
    const send = () => fetch(new URL(url, owner.line.api), { method: 'POST', headers, body })
    assert.deepEqual([(await send()).status, (await send()).status], [404, 400])
    assert.equal((await owner.call('POST', `${path}/${made.body.data.id}/close`, {}, asAda)).status, 200)
  })

  it('409: says how to fix it where the node does not say how it is reached', async () => {
    const made = await call('POST', '', { driver: 'http' })
    const refused = await owner.call('POST', `${path}/${made.body.data.id}/actions`, goto, asAda)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'invalid_state'])
    assert.match(refused.body.error.hint, /STOA_NODE_URL/)
  })

  it(
    '200 and 101: a session that a run has opened on a worker acts, is read, looked at and driven through another node',
    inLongRun,
    async () => {
      const asEve = { 'x-username': 'eve' }
      const worker = await startWorker()
      const opened = await openInRun(asEve)
      const own = `${path}/${opened}`
      const direct = await worker.call('GET', `${own}/status`, undefined, asEve)
      assert.deepEqual([direct.status, direct.body.error.code], [404, 'route_not_found'])
      const fill = { actions: [{ type: 'fill', selector: 'input', value: 'eve' }] }
      const acted = await other.call('POST', `${own}/actions`, fill, asEve)
      assert.equal(acted.body.data?.results[0].title, 'Sign in', JSON.stringify(acted.body))
      assert.match((await other.call('GET', `${own}/snapshot`, undefined, asEve)).body.data.content, /eve/)
      assert.equal((await other.call('POST', `${own}/actions`, fill, asAda)).status, 404)
      const { liveViewUrl, connectUrl } = (await other.call('GET', `${own}/status`, undefined, asEve)).body
        .data
      const view = await openWebSocket(throughOther(liveViewUrl).replace('/view?', '/stream?'))
      await until(() => view.messages.some((each) => Buffer.isBuffer(each)), 'an image')
      const browser = await chromium.connectOverCDP(throughOther(connectUrl))
      assert.equal(await browser.contexts()[0]!.pages()[0]!.locator('input').first().inputValue(), 'eve')
      await browser.close()
      view.ws.close()
      await view.closed
      assert.equal((await worker.stop()).code, 0)
      const gone = await other.call('POST', `${own}/actions`, fill, asEve)
      assert.deepEqual([gone.status, gone.body.error.code], [410, 'browser_session_gone'])
    },
  )

  it('503: a node that was killed keeps no one waiting', async () => {
    assert.equal((await owner.stop('SIGKILL')).signal, 'SIGKILL')
    const { status: refused, body } = await call('POST', `/${id}/actions`, goto)
    // Later ones once its lease has expired, and its sessions were ended.
    assert.ok([503, 409, 410].includes(refused), JSON.stringify(body))
    assert.equal((await other.stop()).code, 0)
  })
})
