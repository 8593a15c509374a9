import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { endpoint, none } from '../endpoint.ts'

const endpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/x',
    area: 'Test',
    summary: 'x',
    access: 'project',
    permission: 'things:read',
    response: none(),
    example: {},
    handle: () => undefined,
  }),
  endpoint({
    method: 'GET',
    path: '/healthz',
    area: 'Test',
    summary: 'x',
    access: 'public',
    response: none(),
    example: {},
    handle: () => undefined,
  }),
]

let kernel: Awaited<ReturnType<typeof startHttpKernel>>
before(async () => {
  kernel = await startHttpKernel({
    endpoints,
    publicUrl: 'https://stoa.example.com',
    allowedOrigins: ['https://app.example.org'],
  })
})
after(() => kernel.stop())

const call = async (headers: Record<string, string>, { method = 'GET', url = '/api/v1/x' } = {}) => {
  const response = await kernel.server.inject({
    method: method as 'GET',
    url,
    headers: { 'x-api-key': 'member', host: 'localhost', ...headers },
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    code: response.payload === '' ? undefined : JSON.parse(response.payload).error?.code,
  }
}

describe('Host', () => {
  for (const host of [
    'localhost',
    'localhost:4400',
    'LOCALHOST.',
    '127.0.0.1:1',
    '[::1]:4400',
    '10.1.2.3',
    'stoa.example.com',
    'STOA.example.com:443',
  ]) {
    test(`${host} is ours`, async () => assert.equal((await call({ host })).status, 200))
  }
  for (const host of [
    'evil.com',
    'localhost.evil.com',
    'stoa.example.com.evil.com',
    'evil.com:4400',
    '127.0.0.1.nip.io',
  ]) {
    test(`${host} is not`, async () => {
      const { status, code } = await call({ host })
      assert.equal(status, 421)
      assert.equal(code, 'host_not_allowed')
    })
  }
  test('a probe may ask by any name', async () =>
    assert.equal((await call({ host: 'pod-7' }, { url: '/healthz' })).status, 200))
})

describe('Origin', () => {
  for (const origin of ['https://stoa.example.com', 'http://localhost']) {
    test(`${origin} is our own page`, async () => {
      const { status, headers } = await call({ origin })
      assert.equal(status, 200)
      assert.equal(headers['access-control-allow-origin'], undefined)
    })
  }
  for (const origin of [
    'https://evil.com',
    'null',
    'https://stoa.example.com.evil.com',
    'http://app.example.org',
  ]) {
    test(`${origin} is refused without any CORS header`, async () => {
      const { status, code, headers } = await call({ origin })
      assert.equal(status, 403)
      assert.equal(code, 'origin_not_allowed')
      assert.equal(headers['access-control-allow-origin'], undefined)
    })
  }
  test('an origin the operator named may call, without credentials', async () => {
    const { status, headers } = await call({ origin: 'https://app.example.org' })
    assert.equal(status, 200)
    assert.equal(headers['access-control-allow-origin'], 'https://app.example.org')
    assert.equal(headers['access-control-allow-credentials'], undefined)
  })
  test('its preflight is allowed, others are not', async () => {
    const named = await call(
      { origin: 'https://app.example.org', 'access-control-request-method': 'GET' },
      { method: 'OPTIONS' },
    )
    assert.equal(named.status, 204)
    assert.match(String(named.headers['access-control-allow-headers']), /x-api-key/)
    assert.equal((await call({}, { method: 'OPTIONS' })).status, 405)
  })
})

test('every response carries the security headers, errors too', async () => {
  for (const response of [
    await call({}),
    await call({}, { url: '/nothing' }),
    await call({ host: 'evil.com' }),
  ]) {
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
    assert.equal(response.headers['x-frame-options'], 'DENY')
    assert.match(String(response.headers['content-security-policy']), /default-src 'none'/)
    assert.match(String(response.headers['strict-transport-security']), /max-age/)
    assert.equal(response.headers['cache-control'], 'no-store')
  }
})
