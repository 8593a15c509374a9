import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createStoa, isStoaError, type Stoa } from '../src/index.ts'
import {
  cut,
  cutMidway,
  type HostileServer,
  ok,
  refusing,
  silent,
  startHostileServer,
} from './hostile-server.ts'

let server: HostileServer
let stoa: Stoa
before(async () => {
  server = await startHostileServer()
  stoa = createStoa({ baseUrl: `${server.baseUrl}/api/v1/`, apiKey: `stoa_${'k'.repeat(32)}` })
})
after(() => server.stop())

const users = '/api/v1/external-users'
const create = () => stoa.post(users, { body: { name: 'alice' } })
const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => assert.fail('it went well'),
    (thrown: unknown) => thrown,
  )
  assert.ok(isStoaError(error), String(error))
  return error
}

describe('a call is repeated', () => {
  test('when the connection breaks before or during the response, with the same key', async () => {
    server.respond(cut, cutMidway, ok({ id: '1' }))
    assert.equal((await create()).id, '1')
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 3)
    assert.equal(new Set(keys).size, 1)
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
  })

  test('when the server is too busy or in the middle of something', async () => {
    server.respond(
      refusing(429, 'rate_limited', { 'retry-after': '0' }),
      refusing(409, 'idempotency_key_in_use', { 'retry-after': '0' }),
      ok({ id: '2' }),
    )
    assert.equal((await create()).id, '2')
    for (const status of [502, 503, 504]) {
      server.respond(refusing(status, 'service_unavailable'), ok([]))
      await stoa.get(users)
      assert.equal(server.seen.length, 2)
    }
  })

  test('not when an action in a browser took too long, since those before it are done', async () => {
    server.respond(refusing(504, 'action_timeout'), ok({ id: '2' }))
    assert.equal((await failure(create())).code, 'action_timeout')
    assert.equal(server.seen.length, 1)
  })

  test('not forever', async () => {
    server.respond(cut)
    const error = await failure(create())
    assert.equal(error.code, 'network_error')
    assert.equal(error.retryable, true)
    assert.equal(server.seen.length, 3)
    server.respond(cut)
    await failure(stoa.get(users, { retries: 0 }))
    assert.equal(server.seen.length, 1)
  })

  test('not when the server requests a longer wait than a call should have', async () => {
    server.respond(refusing(429, 'rate_limited', { 'retry-after': '60' }))
    const error = await failure(create())
    assert.equal(error.retryAfterMs, 60_000)
    assert.equal(server.seen.length, 1)
  })

  test('not when it was refused or broke', async () => {
    for (const [status, code] of [
      [400, 'invalid_parameter'],
      [409, 'name_conflict'],
      [500, 'internal_error'],
    ] as const) {
      server.respond(refusing(status, code))
      const error = await failure(create())
      assert.equal(error.code, code)
      assert.deepEqual(error.facts, { seen: 'fact' })
      assert.equal(server.seen.length, 1)
    }
  })

  test('not when it might be done twice: a sign-in, a change outside the envelope', async () => {
    const body = { email: 'a@example.com', password: 'a long password' }
    const raw = () => stoa.raw('POST', '/api/v1/anything', { body: {} })
    for (const call of [() => stoa.post('/api/v1/auth/sign-in', { body }), raw]) {
      server.respond(cut)
      await failure(call())
      assert.equal(server.seen.length, 1)
      assert.equal(server.seen[0]!.headers['idempotency-key'], undefined)
    }
  })
})

describe('a call ends', () => {
  test("immediately when the error is the caller's own", async () => {
    server.respond(ok([]))
    const own = new Error('mine')
    const thrower = () => {
      throw own
    }
    await assert.rejects(stoa.get(users, { onResponse: thrower }), own)
    assert.equal(server.seen.length, 1)
    await assert.rejects(createStoa({ baseUrl: server.baseUrl, token: thrower }).get(users), own)
    assert.equal((await failure(stoa.as('Zoë\n€').get(users))).code, 'invalid_parameter')
    assert.equal(server.seen.length, 1)
  })

  test('when it takes too long, a change after its first try', async () => {
    server.respond(silent)
    const error = await failure(stoa.post(users, { body: { name: 'a' }, timeoutMs: 500 }))
    assert.equal(error.code, 'timeout')
    assert.equal(server.seen.length, 1)
    await failure(stoa.get(users, { timeoutMs: 300, retries: 1 }))
    assert.equal(server.seen.length, 3)
  })

  test('with the reason of the caller, on the way and while waiting', async () => {
    server.respond(silent)
    const reason = new Error('changed my mind')
    const controller = new AbortController()
    const work = stoa.get(users, { signal: controller.signal })
    controller.abort(reason)
    await assert.rejects(work, reason)

    const waiting = new AbortController()
    server.respond((request, response, body) => {
      refusing(503, 'service_unavailable', { 'retry-after': '20' })(request, response, body)
      response.once('close', () => waiting.abort(reason))
    })
    await assert.rejects(stoa.get(users, { signal: waiting.signal }), reason)
    await assert.rejects(stoa.get(users, { signal: AbortSignal.abort(reason) }), reason)
  })

  test('with a clear message when another program responds', async () => {
    server.respond((_request, response) => response.writeHead(200).end('<html>Welcome to the proxy'))
    const welcome = await failure(create())
    assert.equal(welcome.code, 'unexpected_response')
    assert.match(welcome.message, /Welcome to the proxy/)
    server.respond((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end())
    await failure(create())
    assert.ok(server.seen.every(({ url, method }) => url === users && method === 'POST'))
  })

  test('when the server is down', async () => {
    const gone = await startHostileServer()
    await gone.stop()
    const error = await failure(createStoa({ baseUrl: gone.baseUrl, retries: 0 }).get(users))
    assert.equal(error.code, 'network_error')
    assert.equal(error.status, 0)
    assert.match(error.message, /ECONNREFUSED/)
    assert.ok(error.hint)
  })
})
