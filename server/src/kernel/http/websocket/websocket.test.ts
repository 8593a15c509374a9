import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { until } from '../../../../test/until.ts'
import { openWebSocket, refusedWebSocket } from '../../../../test/websocket-client.ts'
import { AppError } from '../../errors.ts'
import { type Endpoint, endpoint, relayedSocket, socket } from '../endpoint.ts'
import type { SocketLimits } from './socket.ts'

const base = {
  area: 'Test',
  method: 'GET',
  access: 'end-user',
  permission: 'things:read',
  example: {},
} as const
const Said = z.strictObject({ say: z.string() })
const Heard = z.object({ heard: z.string() })
let ended = 0

const echo = (path: `/${string}`, limits: Partial<SocketLimits> = {}): Endpoint =>
  endpoint({
    ...base,
    path,
    acceptsEndUserTokens: true,
    summary: 'echo',
    response: socket(Heard, { receives: Said, ...limits }),
    handle:
      ({ scope }) =>
      async ({ messages, send }) => {
        try {
          for await (const { say } of messages) {
            if (say === 'stop') return
            if (say === 'fail') throw new AppError('invalid_state', 'enough')
            if (say === 'bug') throw new Error('a secret of ours')
            if (say === 'bytes') await send(Buffer.from([1, 2, 3]))
            else await send(say === 'who' ? { heard: scope.externalUser.name } : { heard: say })
          }
        } finally {
          ended++
        }
      },
  })

const endpoints: Endpoint[] = [
  echo('/api/v1/echo'),
  echo('/api/v1/quick', { messagesPerMinute: 5 }),
  echo('/api/v1/large', { messageBytes: 4 * 1024 * 1024 }),
  echo('/api/v1/alive', { pingIntervalMs: 1_000 }),
  endpoint({
    ...base,
    path: '/api/v1/choosy',
    summary: 'refuses before the upgrade',
    query: z.strictObject({ n: z.string().max(3).optional() }),
    response: socket(Heard),
    handle: () => {
      throw new AppError('invalid_state', 'closed for today')
    },
  }),
  endpoint({
    ...base,
    path: '/api/v1/silent',
    summary: 'does not accept messages',
    response: socket(Heard),
    handle:
      () =>
      async ({ signal }) => {
        await once(signal, 'abort')
      },
  }),
  endpoint({
    ...base,
    path: '/api/v1/relayed',
    summary: 'passes messages on',
    response: relayedSocket(Heard, { receives: Said }),
    handle:
      () =>
      async ({ messages, sendJson }) => {
        for await (const bytes of messages) await sendJson(bytes)
      },
  }),
  endpoint({
    ...base,
    path: '/api/v1/plain',
    summary: 'no socket',
    response: { kind: 'none' },
    handle: () => undefined,
  }),
]

let kernel: Awaited<ReturnType<typeof startHttpKernel>>
let url: string
before(async () => {
  kernel = await startHttpKernel({
    endpoints,
    allowedOrigins: ['https://friend.example'],
    connectionLimits: { perProject: 20, perCaller: 3 },
  })
  url = await kernel.listen()
})
after(() => kernel.stop())

const withKey = (key: string, headers: Record<string, string> = {}) => ({
  headers: { 'x-api-key': key, ...headers },
})
const open = (path: string, key: string) => openWebSocket(`${url}${path}`, withKey(key))
const refused = (path: string, headers: Record<string, string>, protocols: string[] = []) =>
  refusedWebSocket(`${url}${path}`, { headers }, protocols)

describe('opening', () => {
  test('messages go both ways, checked against their shapes', async () => {
    const { messages, say, ws, closed } = await open('/api/v1/echo', 'member-1')
    say({ say: 'hello' })
    await until(() => messages.length === 1)
    assert.deepEqual(messages[0], { heard: 'hello' })
    say({ say: 1 })
    ws.send('{"broken')
    ws.send('{"say":"who"}')
    await until(() => messages.length === 4)
    const codes = messages.slice(1, 3).map((message) => (message as { error: { code: string } }).error.code)
    assert.deepEqual(codes, ['invalid_parameter', 'invalid_json'])
    assert.deepEqual(messages[3], { heard: 'project_default_user' })
    say({ say: 'bytes' })
    await until(() => messages.length === 5)
    assert.deepEqual(messages[4], Buffer.from([1, 2, 3]))
    say({ say: 'stop' })
    assert.deepEqual(await closed, { code: 1000, reason: 'done' })
  })

  test('is refused with the ordinary error and status before the upgrade', async () => {
    const missing = await refused('/api/v1/echo', {})
    assert.equal(missing.status, 401)
    assert.equal(missing.body.error.code, 'missing_api_key')
    assert.equal(missing.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal((await refused('/api/v1/echo', { 'x-api-key': 'wrong' })).status, 401)
    const closed = await refused('/api/v1/choosy', { 'x-api-key': 'member-2' })
    assert.deepEqual([closed.status, closed.body.error.code], [409, 'invalid_state'])
    assert.equal((await refused('/api/v1/choosy?n=four4', { 'x-api-key': 'member-2' })).status, 400)
    const token = await refused('/api/v1/choosy', { 'x-api-key': 'enduser-1' })
    assert.deepEqual([token.status, token.body.error.code], [403, 'end_user_token_not_accepted'])
    const foreign = await refused('/api/v1/echo', { 'x-api-key': 'member-2', origin: 'https://evil.example' })
    assert.deepEqual([foreign.status, foreign.body.error.code], [403, 'origin_not_allowed'])
    const host = await refused('/api/v1/echo', { 'x-api-key': 'member-2', host: 'evil.example' })
    assert.equal(host.body.error.code, 'host_not_allowed')
  })

  test('a handshake that is not one is refused in our words', async () => {
    const headers = { 'x-api-key': 'member-3', connection: 'Upgrade', upgrade: 'websocket' }
    const send = (extra: Record<string, string>) =>
      kernelRequest('/api/v1/echo', { ...headers, 'sec-websocket-version': '13', ...extra })
    assert.equal((await send({})).status, 400)
    assert.equal((await send({ 'sec-websocket-key': 'short' })).status, 400)
    const old = await send({ 'sec-websocket-version': '7' })
    assert.deepEqual([old.status, old.headers['sec-websocket-version']], [426, '13'])
    const plain = await kernelRequest('/api/v1/echo', { 'x-api-key': 'member-3' })
    assert.deepEqual([plain.status, plain.headers.upgrade], [426, 'websocket'])
  })

  test('a request for another upgrade, or for one elsewhere, is handled as a normal request', async () => {
    const key = { 'x-api-key': 'member-4', connection: 'Upgrade' }
    assert.equal((await kernelRequest('/api/v1/plain', { ...key, upgrade: 'websocket' })).status, 200)
    assert.equal((await kernelRequest('/api/v1/plain', { ...key, upgrade: 'h2c' })).status, 200)
    assert.equal((await kernelRequest('/api/v1/nowhere', { ...key, upgrade: 'websocket' })).status, 404)
  })
})

describe('credentials', () => {
  test('a browser carries its token in a subprotocol', async () => {
    // The one that browsers have, which can set no headers.
    const browser = new globalThis.WebSocket(`${url.replace('http', 'ws')}/api/v1/echo`, [
      'stoa.v1',
      'stoa.token.enduser-2',
    ])
    await once(browser, 'open')
    assert.equal(browser.protocol, 'stoa.v1')
    const heard = once(browser, 'message')
    browser.send('{"say":"who"}')
    assert.equal(((await heard)[0] as MessageEvent).data, '{"heard":"bound"}')
    browser.close()
    await once(browser, 'close')
  })

  test('as another end user, whose name is no subprotocol', async () => {
    const name = Buffer.from('anna@example.com').toString('base64url')
    const protocols = ['stoa.v1', 'stoa.token.member-5', `stoa.username.${name}`]
    const { ws, say, messages } = await openWebSocket(`${url}/api/v1/echo`, {}, protocols)
    say({ say: 'who' })
    await until(() => messages.length === 1)
    assert.deepEqual(messages, [{ heard: 'anna@example.com' }])
    ws.close()
  })

  test('two different keys, and subprotocols that are not ours, are refused', async () => {
    const both = await refused('/api/v1/echo', { 'x-api-key': 'member-6' }, [
      'stoa.v1',
      'stoa.token.member-7',
    ])
    assert.equal(both.body.error.code, 'conflicting_credentials')
    const other = await refused('/api/v1/echo', {}, ['graphql-ws', 'stoa.token.member-7'])
    assert.deepEqual([other.status, other.body.error.path], [400, undefined])
    assert.match(other.body.message, /stoa\.v1/)
  })

  test('a session cookie counts for our own pages only', async () => {
    const cookie = 'stoa_session=session-1'
    const own = await openWebSocket(`${url}/api/v1/echo`, { headers: { cookie, origin: url } })
    own.ws.close()
    assert.equal((await own.closed).code, 1005)
    assert.equal((await refused('/api/v1/echo', { cookie })).status, 401)
    const friend = { cookie, origin: 'https://friend.example' }
    assert.equal((await refused('/api/v1/echo', friend)).status, 401)
    const keyed = await openWebSocket(`${url}/api/v1/echo`, withKey('member-8', friend))
    keyed.ws.close()
  })
})

describe('limits', () => {
  test('a message that is too large closes with 1009, in fragments as well', async () => {
    const whole = await open('/api/v1/echo', 'member-10')
    whole.say({ say: 'x'.repeat(70_000) })
    assert.equal((await whole.closed).code, 1009)
    const parts = await open('/api/v1/echo', 'member-10')
    for (let i = 0; i < 8; i++) parts.ws.send('y'.repeat(10_000), { fin: false })
    assert.equal((await parts.closed).code, 1009)
  })

  test('a relay gets the bytes of each message in order, whatever is in them', async () => {
    const { messages, ws } = await open('/api/v1/relayed', 'member-11')
    const depths = [1, 65, 1_000, 2, 3]
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    for (const levels of depths) ws.send(deep(levels))
    ws.send('{"say":1,"say":2}')
    await until(() => messages.length === depths.length + 1, 'the messages')
    assert.deepEqual(
      messages.map((each) => JSON.stringify(each)),
      [...depths.map(deep), '{"say":2}'],
    )
    ws.close()
  })

  test('a large message that is allowed is read', async () => {
    const { say, messages, ws } = await open('/api/v1/large', 'member-11')
    const text = 'z'.repeat(2_000_000)
    say({ say: text })
    say({ say: 'after' })
    await until(() => messages.length === 2)
    assert.deepEqual(messages, [{ heard: text }, { heard: 'after' }])
    ws.close()
  })

  test('too many messages, or pings, close with 1008', async () => {
    const talker = await open('/api/v1/quick', 'member-12')
    for (let i = 0; i < 6; i++) talker.say({ say: String(i) })
    assert.deepEqual(await talker.closed, { code: 1008, reason: 'rate_limited' })
    const pinger = await open('/api/v1/quick', 'member-12')
    for (let i = 0; i < 6; i++) pinger.ws.ping()
    assert.deepEqual(await pinger.closed, { code: 1008, reason: 'rate_limited' })
  })

  test('binary messages close with 1003, and a listener gets an error when it sends', async () => {
    const binary = await open('/api/v1/echo', 'member-13')
    binary.ws.send(Buffer.from([1]))
    assert.equal((await binary.closed).code, 1003)
    const silent = await open('/api/v1/silent', 'member-13')
    silent.say({ say: 'hello' })
    await until(() => silent.messages.length === 1)
    assert.match(JSON.stringify(silent.messages), /does not accept messages/)
    silent.ws.close()
  })

  test('so many connections of one key, and of one project', async () => {
    const mine = await Promise.all([1, 2, 3].map(() => open('/api/v1/silent', 'member-14')))
    const fourth = await refused('/api/v1/silent', { 'x-api-key': 'member-14' })
    assert.deepEqual([fourth.status, fourth.body.error.code], [429, 'concurrency_limited'])
    mine[0]!.ws.close()
    await mine[0]!.closed
    await until(async () => {
      const again = await open('/api/v1/silent', 'member-14').catch(() => null)
      again?.ws.close()
      return again !== null
    })
    for (const { ws } of mine) ws.close()
    await until(() => kernel.openStreams.count() === 0)
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, i) => open('/api/v1/silent', `member-p${i}`)),
    )
    assert.match((await refused('/api/v1/silent', { 'x-api-key': 'member-q' })).body.message, /project/)
    for (const { ws } of others) ws.terminate()
    await until(() => kernel.openStreams.count() === 0)
  })
})

describe('closing', () => {
  test('a revoked key closes its connections with a stable code, and no others', async () => {
    const gone = await open('/api/v1/echo', 'member-20')
    const kept = await open('/api/v1/echo', 'member-21')
    kernel.openStreams.endAllOf('member-20', new AppError('api_key_revoked', 'revoked'))
    assert.deepEqual(await gone.closed, { code: 4401, reason: 'api_key_revoked' })
    assert.match(JSON.stringify(gone.messages.at(-1)), /api_key_revoked/)
    kept.say({ say: 'still here' })
    await until(() => kept.messages.length === 1)
    kept.ws.close()
  })

  test('what a handler throws is sent; an internal error is not', async () => {
    const failed = await open('/api/v1/echo', 'member-22')
    failed.say({ say: 'fail' })
    assert.deepEqual(await failed.closed, { code: 4409, reason: 'invalid_state' })
    const broken = await open('/api/v1/echo', 'member-22')
    broken.say({ say: 'bug' })
    assert.deepEqual(await broken.closed, { code: 1011, reason: 'internal_error' })
    assert.ok(!JSON.stringify(broken.messages).includes('a secret of ours'))
  })

  test('the handler ends when the client goes, with a word or without', async () => {
    const polite = await open('/api/v1/echo', 'member-23')
    const abrupt = await open('/api/v1/echo', 'member-23')
    const before = ended
    polite.ws.close()
    abrupt.ws.terminate()
    await until(() => ended === before + 2)
    await until(() => kernel.openStreams.count() === 0)
  })

  test('a client that sends pongs stays connected, one that does not is disconnected', async () => {
    const alive = await open('/api/v1/alive', 'member-24')
    const dead = await openWebSocket(`${url}/api/v1/alive`, { ...withKey('member-24'), autoPong: false })
    assert.equal((await dead.closed).code, 1006)
    let pings = 0
    alive.ws.on('ping', () => pings++)
    await until(() => pings > 1)
    assert.equal(alive.ws.readyState, alive.ws.OPEN)
    alive.ws.close()
  })

  test('every connection is closed with 1001 when the server stops', async () => {
    const stopping = await startHttpKernel({ endpoints })
    const there = await stopping.listen()
    const connection = await openWebSocket(`${there}/api/v1/echo`, withKey('member-25'))
    const deaf = await openWebSocket(`${there}/api/v1/echo`, withKey('member-25'))
    deaf.ws.pause()
    await stopping.stop()
    assert.deepEqual(await connection.closed, { code: 1001, reason: 'going_away' })
    deaf.ws.resume()
    assert.equal((await deaf.closed).code, 1001)
  })

  test('the log has one line for a connection, with how it closed', async () => {
    const { ws, closed } = await open('/api/v1/echo', 'member-26')
    ws.close()
    await closed
    const line = await until(() =>
      kernel.logLines.find((each) => each.includes('"actor":"member-26"') && each.includes('"status":101')),
    )
    assert.match(line!, /"closeCode":1005/)
  })
})

async function kernelRequest(path: string, headers: Record<string, string>) {
  const sent = request(`${url}${path}`, { headers })
  sent.end()
  const [response] = await once(sent, 'response')
  response.resume()
  return { status: response.statusCode as number, headers: response.headers as Record<string, string> }
}
