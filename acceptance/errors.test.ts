import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertError, assertSuccess } from './harness/client.ts'
import type { ExternalUser } from './harness/resources.ts'
import { createStage } from './harness/stage.ts'

const stage = createStage()
const { admin, anonymous } = stage
const users = '/api/v1/external-users'

describe('Paths and methods (2, all)', () => {
  it('returns 404 for a path that does not exist, with and without a key', async () => {
    for (const caller of [admin, anonymous]) {
      for (const path of ['/api/v1/nothing', '/api/v1', '/api/v2/external-users', '/nothing']) {
        const { error } = assertError(await caller.get(path), 'route_not_found', 404)
        assert.equal(error.type, 'not_found')
        assertError(await caller.post(path, {}), 'route_not_found', 404)
      }
    }
  })

  it('returns 405 with Allow for a known path under another method, with and without a key', async () => {
    const wrong: [method: string, path: string, allowed: string[]][] = [
      ['DELETE', users, ['GET', 'POST']],
      ['PUT', '/api/v1/users/profile', ['GET', 'PATCH']],
      ['POST', '/api/v1/ai/models', ['GET']],
      ['GET', `${users}/0199f1a0-0000-7000-8000-000000000001/merge`, ['POST']],
      ['POST', '/healthz', ['GET']],
    ]
    for (const caller of [admin, anonymous]) {
      for (const [method, path, allowed] of wrong) {
        const response = await caller.send(method, path)
        assertError(response, 'method_not_allowed', 405)
        const named = (response.headers.get('allow') ?? '').split(/\s*,\s*/)
        for (const each of allowed) assert.ok(named.includes(each), `${path}: ${named}`)
        assert.ok(!named.includes(method), `${path}: ${named}`)
      }
    }
  })

  it('returns 405 with Allow for pages, too', async () => {
    for (const path of ['/', '/docs']) {
      const response = await anonymous.post(path, {})
      assertError(response, 'method_not_allowed', 405)
      assert.match(response.headers.get('allow') ?? '', /\bGET\b/)
    }
  })

  it('returns 400 for a broken percent escape', async () => {
    const { status, body } = await admin.get(`${users}/%zz`)
    assert.equal(status, 400)
    assert.equal((body as { success: boolean }).success, false)
  })
})

describe('The error envelope (1.2)', () => {
  it('reports what is wrong where, for every fault together', async () => {
    const response = await admin.get(`${users}?limit=500&page=0&isActive=perhaps`)
    const { error, message } = assertError(response, 'invalid_parameter', 400)
    assert.equal(error.type, 'invalid_request')
    assert.equal(error.retryable, false)
    assert.deepEqual(error.details.map(({ path }) => path).sort(), ['isActive', 'limit', 'page'])
    for (const detail of error.details) {
      assert.equal(detail.in, 'query')
      assert.ok(detail.rule && detail.message)
    }
    assert.equal(String(error.details.find(({ path }) => path === 'limit')?.received), '500')
    assert.ok(message.length > 0)
  })

  it('points into the body', async () => {
    const body = { name: stage.nameOf('x'), metadata: { channel: 7, profile: { userId: 'x' } } }
    const { error } = assertError(await admin.post(users, body), 'invalid_parameter', 400)
    assert.deepEqual(error.details.map((detail) => [detail.in, detail.path]).sort(), [
      ['body', '/metadata/channel'],
      ['body', '/metadata/profile/userId'],
    ])
  })

  it('is RFC 9457 for those who ask for it', async () => {
    const response = await admin.get(`${users}?limit=500`, { accept: 'application/problem+json' })
    assert.equal(response.status, 400)
    assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json\b/)
    const problem = response.body as Record<string, unknown>
    assert.equal(
      new URL(String(problem.type), stage.baseUrl).href,
      `${stage.baseUrl}/errors/invalid_parameter`,
    )
    assert.equal(problem.status, 400)
    assert.equal(problem.code, 'invalid_parameter')
    assert.equal(problem.instance, `urn:request:${response.headers.get('x-request-id')}`)
    for (const name of ['title', 'detail']) assert.equal(typeof problem[name], 'string', name)
    assert.ok(Array.isArray(problem.errors) && problem.errors.length === 1)
    const missing = await anonymous.get(users, { accept: 'application/problem+json, application/json' })
    assert.equal((missing.body as { code: string }).code, 'missing_api_key')
  })

  it('uses the envelope on success for those who request RFC 9457', async () => {
    assertSuccess(await admin.get('/api/v1/users/profile', { accept: 'application/problem+json' }))
  })
})

describe('Unknown fields (1.4)', () => {
  it('are ignored and named', async () => {
    const response = await admin.post(users, { name: stage.nameOf('ignored'), shoeSize: 42, colour: 'red' })
    const user = assertSuccess<ExternalUser>(response)
    assert.ok(!('shoeSize' in user))
    const named = (response.headers.get('x-ignored-fields') ?? '').split(/\s*,\s*/)
    assert.deepEqual(named.sort(), ['colour', 'shoeSize'])
    const plain = await admin.post(users, { name: stage.nameOf('ignored') })
    assert.equal(plain.headers.get('x-ignored-fields'), null)
  })

  it('are refused where strict validation is requested', async () => {
    const name = stage.nameOf('strict')
    const strict = { prefer: 'handling=strict' }
    const { error } = assertError(
      await admin.post(users, { name, shoeSize: 42 }, strict),
      'unknown_field',
      400,
    )
    assert.deepEqual(
      error.details.map((detail) => [detail.in, detail.path]),
      [['body', '/shoeSize']],
    )
    assert.equal(await stage.findUser(name), null)
    assertSuccess(await admin.post(users, { name }, strict))
  })

  it('are named in the query, too', async () => {
    const response = await admin.get('/api/v1/users/profile?verbose=1')
    assertSuccess(response)
    assert.equal(response.headers.get('x-ignored-params'), 'verbose')
  })
})

describe('Bodies (1.4)', () => {
  const name = stage.nameOf('body')

  it('must be JSON', async () => {
    for (const text of ['{', 'name=x', '{"name":"x"} {}', "{'name':'x'}", '{"name":"x",}', '']) {
      assertError(await admin.post(users, text), 'invalid_json', 400)
    }
    assertError(await admin.post(users, Buffer.from('7b226e616d65223a22ff227d', 'hex')), 'invalid_json', 400)
    assertError(await admin.post(users), 'invalid_json', 400)
  })

  it('must be objects where fields are expected', async () => {
    for (const body of [[], 'null', '"text"', '7', 'true']) {
      const { status } = await admin.post(users, body)
      assert.equal(status, 400, JSON.stringify(body))
    }
  })

  it('must not name a key twice nor reach for a prototype', async () => {
    for (const text of [
      `{"name":"${name}","name":"other"}`,
      `{"name":"${name}","metadata":{"a":1,"a":2}}`,
      `{"name":"${name}","__proto__":{"x":1}}`,
      `{"name":"${name}","metadata":{"constructor":{"x":1}}}`,
      `{"name":"${name}","n\\u0061me":"other"}`,
    ]) {
      assertError(await admin.post(users, text), 'invalid_json', 400)
    }
    assert.equal(await stage.findUser(name), null)
  })

  it('must not be nested deeper than 64 levels', async () => {
    const nested = (levels: number) =>
      `{"name":"${name}","metadata":{"deep":${'['.repeat(levels)}${']'.repeat(levels)}}}`
    assertError(await admin.post(users, nested(63)), 'invalid_json', 400)
    assertError(await admin.post(users, nested(100_000)), 'invalid_json', 400)
    assertSuccess(await admin.post(users, nested(62)))
  })

  it('must not be larger than 1 MiB', async () => {
    const padding = 'x'.repeat(1024 * 1024)
    assertError(await admin.post(users, { name, padding }), 'payload_too_large', 413)
    assertSuccess(await admin.post(users, { name, padding: padding.slice(0, 1_000_000) }))
  })

  it('must be of a content type that is taken', async () => {
    const body = `{"name":"${name}"}`
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      assertError(await admin.post(users, body, { 'content-type': type }), 'unsupported_media_type', 415)
    }
    for (const type of ['application/json; charset=utf-8', 'application/merge-patch+json']) {
      assertSuccess(await admin.post(users, body, { 'content-type': type }))
    }
  })

  it('may be left out, empty or superfluous where no field is required', async () => {
    const { id } = await stage.newUser('lenient')
    const toggle = `${users}/${id}/toggle-active`
    assertSuccess(await admin.put(toggle))
    assertSuccess(await admin.put(toggle, ''))
    assertSuccess(await admin.put(toggle, {}))
    assertSuccess(await admin.send('DELETE', `${users}/${id}`, { reason: 'none' }))
  })

  it('may be left out of a change whose fields are all optional', async () => {
    const { id, name } = await stage.newUser('unchanged')
    assert.equal(assertSuccess<ExternalUser>(await admin.patch(`${users}/${id}`)).name, name)
    assertSuccess(await admin.patch('/api/v1/project'))
    assertSuccess(await admin.patch('/api/v1/users/profile'))
  })

  it('may come without a content type where no field is required', async () => {
    const { id } = await stage.newUser('typeless')
    // Bytes instead of text: for text `fetch` would set a content type by itself.
    const response = await fetch(`${stage.baseUrl}${users}/${id}/toggle-active`, {
      method: 'PUT',
      headers: { 'x-api-key': stage.adminKey },
      body: Buffer.from('{"isActive":false}'),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    assert.equal((JSON.parse(text) as { data: ExternalUser }).data.isActive, false)
  })
})
