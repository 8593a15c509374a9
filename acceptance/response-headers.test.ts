import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ApiResponse, assertError, assertSuccess } from './harness/client.ts'
import { createStage } from './harness/stage.ts'

const stage = createStage()
const { admin, anonymous } = stage
const users = '/api/v1/external-users'
const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** One response of each kind: success, refusals, no such path, outside the envelope. */
const responsesWith = async (headers: Record<string, string>): Promise<ApiResponse[]> => [
  await admin.get('/api/v1/users/profile', headers),
  await admin.get(`${users}?limit=0`, headers),
  await admin.get(`${users}/0199f1a0-0000-7000-8000-000000000001`, headers),
  await admin.post(users, '{', headers),
  await anonymous.get(users, headers),
  await anonymous.get('/api/v1/nothing', headers),
  await anonymous.delete(users, headers),
  await anonymous.get('/healthz', headers),
  await anonymous.get('/docs', headers),
]

describe('Request ids (1.1)', () => {
  it('are created by the server as UUIDs of version 7, a new one for every response', async () => {
    const ids = (await responsesWith({})).map(({ headers }) => headers.get('x-request-id') ?? '')
    for (const id of ids) assert.match(id, uuid7)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('are taken from the caller when they have the form', async () => {
    for (const id of ['abcd1234', 'My.Request_id-1', 'x'.repeat(128)]) {
      for (const response of await responsesWith({ 'x-request-id': id })) {
        assert.equal(response.headers.get('x-request-id'), id, response.request)
      }
    }
  })

  it('are made by the server when the caller sends something else', async () => {
    for (const id of ['short12', 'x'.repeat(129), 'with space', 'semi;colon1', '<script>1']) {
      const response = await admin.get('/api/v1/users/profile', { 'x-request-id': id })
      assert.match(response.headers.get('x-request-id') ?? '', uuid7, id)
    }
  })

  it('are in the body of an error', async () => {
    const id = `${stage.tag}-error`
    const response = await admin.get(`${users}?limit=0`, { 'x-request-id': id })
    assert.equal(assertError(response, 'invalid_parameter', 400).requestId, id)
  })
})

describe('Rate limits (1.8)', () => {
  const rateLimits = ({ headers, request }: ApiResponse) => {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
      const value = headers.get(`ratelimit-${name}`) ?? ''
      assert.match(value, /^\d+$/, `${request}: ratelimit-${name}`)
      return Number(value)
    })
    return { limit: limit!, remaining: remaining!, reset: reset! }
  }

  it('are sent with every response to a key, also with errors', async () => {
    const { key } = await stage.newKey({ scopes: ['external-users:read'] })
    const caller = stage.callerWith(key)
    const responses = [
      await caller.get(users),
      await caller.get(`${users}?limit=0`),
      await caller.get(`${users}/0199f1a0-0000-7000-8000-000000000001`),
      await caller.post(users, { name: stage.nameOf('x') }),
    ]
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 400, 404, 403],
    )
    for (const response of responses) {
      const { limit, remaining } = rateLimits(response)
      assert.ok(limit > 0 && remaining < limit)
    }
  })

  it('count every key for itself', async () => {
    const callers = [
      stage.callerWith((await stage.newKey()).key),
      stage.callerWith((await stage.newKey()).key),
    ]
    const firsts: number[] = []
    for (const caller of callers) {
      const response = await caller.get('/api/v1/users/profile')
      assertSuccess(response)
      const { limit, remaining } = rateLimits(response)
      firsts.push(limit - remaining)
    }
    assert.deepEqual(firsts, [1, 1])
  })
})

describe('Safety of responses', () => {
  it('forbids guessing of types, framing and keeping', async () => {
    for (const { headers, request } of await responsesWith({})) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff', request)
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, request)
      assert.match(headers.get('cache-control') ?? '', /no-store|no-cache/, request)
    }
  })

  it('does not name the software behind it', async () => {
    for (const { headers, request } of await responsesWith({})) {
      assert.equal(headers.get('x-powered-by'), null, request)
      assert.equal(headers.get('server'), null, request)
    }
  })
})
