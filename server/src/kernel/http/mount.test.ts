import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../test/http-kernel.ts'
import { sql } from '../db/db.ts'
import { AppError } from '../errors.ts'
import { data, type Endpoint, endpoint, none, page } from './endpoint.ts'
import { booleanParam, integerParam, listParam, pageParams, timestampParam } from './shapes.ts'

const area = 'Test'
const things = { area, access: 'project', permission: 'things:read', example: {} } as const
const Thing = z.object({ id: z.string(), note: z.string() })

const endpoints: Endpoint[] = [
  endpoint({
    ...things,
    method: 'GET',
    path: '/api/v1/things',
    summary: 'list',
    query: z.strictObject({
      ...pageParams,
      isRed: booleanParam().optional(),
      colours: listParam(['red', 'green']).optional(),
      since: timestampParam().optional(),
      size: integerParam({ min: 1, max: 9 }).optional(),
    }),
    queryAliases: { pageSize: 'limit', red: 'isRed' },
    response: page(Thing),
    handle: ({ query }) => ({
      items: [{ id: '1', note: JSON.stringify(query), secret: 'column' } as z.input<typeof Thing>],
      total: 41,
      page: query.page,
      limit: query.limit,
    }),
  }),
  endpoint({
    ...things,
    method: 'POST',
    path: '/api/v1/things',
    summary: 'create',
    permission: 'things:write',
    body: z.strictObject({ name: z.string().max(5), inner: z.strictObject({ a: z.number() }).optional() }),
    response: data(z.object({ name: z.string(), inner: z.unknown().optional() })),
    handle: ({ body }) => body,
  }),
  endpoint({
    ...things,
    method: 'GET',
    path: '/api/v1/things/{id}',
    summary: 'one',
    params: z.object({ id: z.uuid() }),
    response: data(z.object({ id: z.string() })),
    etagOf: () => 7,
    handle: ({ params }) => ({ id: params.id }),
  }),
  endpoint({
    ...things,
    method: 'PUT',
    path: '/api/v1/things/{id}',
    summary: 'flip',
    params: z.object({ id: z.string() }),
    body: z.strictObject({ on: z.boolean().optional() }),
    response: data(z.object({ on: z.boolean().nullable() })),
    handle: ({ body }) => ({ on: body.on ?? null }),
  }),
  endpoint({
    ...things,
    method: 'DELETE',
    path: '/api/v1/things/{id}',
    summary: 'admin',
    adminOnly: true,
    params: z.object({ id: z.string() }),
    response: none(),
    handle: () => undefined,
  }),
  endpoint({
    ...things,
    method: 'GET',
    path: '/api/v1/who/{rest+}',
    summary: 'who',
    access: 'end-user',
    params: z.object({ rest: z.string() }),
    response: data(z.object({ id: z.string(), name: z.string(), rest: z.string(), across: z.boolean() })),
    handle: ({ scope, params: { rest } }) => {
      if (rest === 'missing') throw new AppError('route_not_found', 'Thing not found')
      return { ...scope.externalUser, rest, across: scope.acrossUsers }
    },
  }),
  endpoint({
    ...things,
    method: 'POST',
    path: '/api/v1/who',
    summary: 'write as',
    access: 'end-user',
    acceptsEndUserTokens: true,
    response: data(z.object({ name: z.string() })),
    handle: ({ scope }) => scope.externalUser,
  }),
  endpoint({
    ...things,
    method: 'GET',
    path: '/api/v1/bug',
    summary: 'bug',
    response: none(),
    handle: () => Promise.reject(new Error('secret detail stoa_abcdefghijklmnop')),
  }),
  endpoint({
    ...things,
    method: 'GET',
    path: '/api/v1/misfit',
    summary: 'response that does not fit',
    response: data(Thing),
    handle: () => ({ id: 1 }) as unknown as z.input<typeof Thing>,
  }),
  endpoint({
    ...things,
    method: 'GET',
    path: '/api/v1/refusal',
    summary: 'refusal',
    response: none(),
    handle: () => {
      throw new AppError('invalid_state', 'It is closed', {
        facts: { state: 'closed' },
        hint: 'Open it.',
        headers: { 'retry-after': '3' },
      })
    },
  }),
]

const id = '0199f1a0-0000-7000-8000-000000000001'
let kernel: Awaited<ReturnType<typeof startHttpKernel>>
before(async () => {
  kernel = await startHttpKernel({ endpoints })
})
after(() => kernel.stop())

async function call(
  method: string,
  url: string,
  {
    key = 'member',
    headers = {},
    body,
  }: { key?: string | null; headers?: Record<string, string>; body?: unknown } = {},
) {
  const response = await kernel.server.inject({
    method: method as 'GET',
    url,
    headers: {
      host: 'localhost',
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.payload === '' ? null : JSON.parse(response.payload),
  }
}

describe('the envelope', () => {
  test('success carries data, and nothing that is not declared', async () => {
    const { status, body } = await call('GET', '/api/v1/things')
    assert.equal(status, 200)
    assert.equal(body.success, true)
    assert.deepEqual(Object.keys(body.data[0]), ['id', 'note'])
  })

  test('pages are described', async () => {
    const { body } = await call('GET', '/api/v1/things?page=2')
    assert.deepEqual(
      { ...body, data: null, message: null, success: null },
      {
        success: null,
        message: null,
        data: null,
        total: 41,
        page: 2,
        limit: 20,
        totalPages: 3,
        hasNextPage: true,
        hasPreviousPage: true,
      },
    )
  })

  test('x-raw-response returns bare data', async () => {
    const { body } = await call('GET', `/api/v1/things/${id}`, { headers: { 'x-raw-response': 'true' } })
    assert.deepEqual(body, { id })
  })

  test('a refusal carries code, group, facts, hint and the request id', async () => {
    const { status, body, headers } = await call('GET', '/api/v1/refusal', {
      headers: { 'x-request-id': 'my-request-1' },
    })
    assert.equal(status, 409)
    assert.equal(headers['retry-after'], '3')
    assert.equal(headers['x-request-id'], 'my-request-1')
    assert.deepEqual(body, {
      success: false,
      message: 'It is closed',
      error: {
        code: 'invalid_state',
        type: 'conflict',
        status: 409,
        details: [],
        retryable: false,
        hint: 'Open it.',
        state: 'closed',
      },
      requestId: 'my-request-1',
    })
  })

  test('problem+json on request', async () => {
    const { body, headers } = await call('GET', '/api/v1/refusal', {
      headers: { accept: 'application/problem+json' },
    })
    assert.match(String(headers['content-type']), /^application\/problem\+json/)
    assert.equal(body.type, 'http://localhost/errors/invalid_state')
    assert.equal(body.status, 409)
    assert.equal(body.instance, `urn:request:${headers['x-request-id']}`)
  })

  test('a bug is a bare 500: no text leaks, the log has it redacted', async () => {
    const { status, body, headers } = await call('GET', '/api/v1/bug')
    assert.equal(status, 500)
    assert.equal(body.error.code, 'internal_error')
    assert.ok(!JSON.stringify(body).includes('secret detail'))
    const line = kernel.logLines.find(
      (each) => each.includes(String(headers['x-request-id'])) && each.includes('secret detail'),
    )
    assert.ok(line, 'the log shows what happened')
    assert.ok(!line.includes('stoa_abcdefghijklmnop'))
  })

  test('a response that does not fit its shape is a bug', async () => {
    assert.equal((await call('GET', '/api/v1/misfit')).status, 500)
  })
})

describe('routing', () => {
  test('404 for an unknown path, before authentication', async () => {
    const { status, body } = await call('GET', '/api/v1/nothing', { key: null })
    assert.equal(status, 404)
    assert.equal(body.error.code, 'route_not_found')
  })

  test('404 and 405 whatever the content type of the body', async () => {
    const multipart = {
      key: null,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
    }
    assert.equal((await call('POST', '/api/v1/nothing', multipart)).body.error.code, 'route_not_found')
    assert.equal(
      (await call('PATCH', `/api/v1/things/${id}`, multipart)).body.error.code,
      'method_not_allowed',
    )
  })

  test('405 with Allow for a known path, before authentication', async () => {
    const { status, body, headers } = await call('PATCH', `/api/v1/things/${id}`, { key: null })
    assert.equal(status, 405)
    assert.equal(body.error.code, 'method_not_allowed')
    assert.equal(headers.allow, 'DELETE, GET, HEAD, PUT')
  })

  test('401 comes before any look at the body or the id', async () => {
    assert.equal((await call('POST', '/api/v1/things', { key: null, body: '{"broken' })).status, 401)
    assert.equal((await call('GET', '/api/v1/things/not-a-uuid', { key: 'wrong' })).status, 401)
    assert.equal(
      (
        await call('POST', '/api/v1/things', {
          key: 'wrong',
          headers: { 'content-type': 'text/plain' },
          body: 'x',
        })
      ).status,
      401,
    )
  })

  test('a broken percent escape is a 400', async () => {
    assert.equal((await call('GET', '/api/v1/things/%zz')).status, 400)
  })

  test('the rest of a path preserves its slashes', async () => {
    assert.equal((await call('GET', '/api/v1/who/openai/gpt-5')).body.data.rest, 'openai/gpt-5')
  })

  test('HEAD responds like GET without a body', async () => {
    const response = await kernel.server.inject({
      method: 'HEAD',
      url: '/api/v1/things',
      headers: { host: 'localhost', 'x-api-key': 'member' },
    })
    assert.equal(response.statusCode, 200)
    assert.equal(response.payload, '')
  })
})

describe('credentials', () => {
  test('Bearer works like x-api-key, and both may agree', async () => {
    assert.equal(
      (await call('GET', '/api/v1/things', { key: null, headers: { authorization: 'Bearer member' } }))
        .status,
      200,
    )
    assert.equal(
      (await call('GET', '/api/v1/things', { headers: { authorization: 'Bearer member' } })).status,
      200,
    )
  })

  test('401 when they disagree', async () => {
    const { status, body, headers } = await call('GET', '/api/v1/things', {
      headers: { authorization: 'Bearer admin' },
    })
    assert.equal(status, 401)
    assert.equal(body.error.code, 'conflicting_credentials')
    assert.equal(headers['www-authenticate'], 'Bearer')
  })

  test('403 names the scope that is missing', async () => {
    const { status, body } = await call('POST', '/api/v1/things', { key: 'reader', body: { name: 'a' } })
    assert.equal(status, 403)
    assert.equal(body.error.code, 'insufficient_scope')
    assert.equal(body.error.requiredScope, 'things:write')
  })

  test('403 for a member where only admins may go', async () => {
    assert.equal((await call('DELETE', '/api/v1/things/1')).body.error.code, 'admin_only')
    assert.equal((await call('DELETE', '/api/v1/things/1', { key: 'admin' })).status, 200)
  })

  test('an end-user token is refused where it is not expected, and cannot be someone else', async () => {
    assert.equal((await call('GET', '/api/v1/things', { key: 'enduser' })).status, 403)
    assert.equal((await call('POST', '/api/v1/who', { key: 'enduser' })).body.data.name, 'bound')
    assert.equal(
      (await call('POST', '/api/v1/who', { key: 'enduser', headers: { 'x-username': 'other' } })).status,
      403,
    )
  })
})

describe('acting as an end user', () => {
  test('without the header it is the default user', async () => {
    const { body } = await call('GET', '/api/v1/who/x')
    assert.equal(body.data.name, 'project_default_user')
  })

  test('writes may create the user and say so, reads do not', async () => {
    const written = await call('POST', '/api/v1/who', { headers: { 'x-username': 'alice' } })
    assert.equal(written.headers['x-external-user-created'], 'true')
    const seen = await call('GET', '/api/v1/who/x', { headers: { 'x-username': 'alice' } })
    assert.equal(seen.headers['x-external-user-created'], undefined)
    assert.equal(seen.body.data.name, 'alice')
  })

  test('a near miss is pointed out', async () => {
    assert.equal(
      (await call('GET', '/api/v1/who/x', { headers: { 'x-username': 'alcie' } })).headers['x-did-you-mean'],
      'alice',
    )
  })

  for (const name of ['../u1', 'a b', 'ü', 'x'.repeat(256), 'a,b']) {
    test(`400 for the name ${name.slice(0, 10)}`, async () => {
      const { status, body } = await call('GET', '/api/v1/who/x', { headers: { 'x-username': name } })
      assert.equal(status, 400)
      assert.equal(body.error.code, 'invalid_username')
    })
  }

  test('is ignored, right or wrong, where the endpoint does not take it', async () => {
    assert.equal((await call('GET', '/api/v1/things', { headers: { 'x-username': '../u1' } })).status, 200)
  })

  test('404: an admin without a user reads how to act', async () => {
    const hintOf = async (options: object) =>
      (await call('GET', '/api/v1/who/missing', options)).body.error.hint
    assert.match(await hintOf({ key: 'admin' }), /x-username.*x-act-across-users/)
    assert.equal(await hintOf({ key: 'admin', headers: { 'x-username': 'u1' } }), undefined)
    assert.equal(await hintOf({ key: 'admin', headers: { 'x-act-across-users': 'true' } }), undefined)
    assert.equal(await hintOf({}), undefined)
  })

  test('only admins see across users', async () => {
    const headers = { 'x-act-across-users': 'true' }
    assert.equal((await call('GET', '/api/v1/who/x', { headers })).body.data.across, false)
    assert.equal((await call('GET', '/api/v1/who/x', { headers, key: 'admin' })).body.data.across, true)
  })
})

describe('queries', () => {
  const parsed = async (query: string) =>
    JSON.parse((await call('GET', `/api/v1/things?${query}`)).body.data[0].note)

  test('booleans, lists, dates and empty values are read generously', async () => {
    assert.equal((await parsed('isRed=True')).isRed, true)
    assert.equal((await parsed('isRed=0')).isRed, false)
    assert.deepEqual((await parsed('colours=red,green')).colours, ['red', 'green'])
    assert.deepEqual((await parsed('colours=red&colours=green')).colours, ['red', 'green'])
    assert.equal((await parsed('since=2026-01-02')).since, '2026-01-02T00:00:00.000Z')
    assert.equal((await parsed('since=2026-01-02T05:00:00%2B02:00')).since, '2026-01-02T03:00:00.000Z')
    assert.equal((await parsed('isRed=&page=')).page, 1)
  })

  test('aliases are resolved', async () => {
    assert.equal((await parsed('pageSize=3')).limit, 3)
    assert.equal((await parsed('pageSize=3&limit=3')).limit, 3)
  })

  for (const query of [
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=x',
    'page=0',
    'isRed=maybe',
    'colours=blue',
    'since=2026-01-02T03:04',
    'since=yesterday',
    'pageSize=3&limit=4',
    'size=1&size=2',
    'limit=1%00',
  ]) {
    test(`400 for ${query}`, async () => {
      const { status, body } = await call('GET', `/api/v1/things?${query}`)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'invalid_parameter')
    })
  }

  test('a fault says where it is, which rule it breaks and what was received', async () => {
    const { body } = await call('GET', '/api/v1/things?limit=500')
    assert.deepEqual(body.error.details, [
      { in: 'query', path: 'limit', rule: 'maximum', message: 'must be at most 100', received: '500' },
    ])
    assert.equal(body.message, 'limit must be at most 100')
  })

  test('unknown parameters are named in a header', async () => {
    const { status, headers } = await call('GET', '/api/v1/things?colour=red&limt=3')
    assert.equal(status, 200)
    assert.equal(headers['x-ignored-params'], 'colour, limt')
  })
})

describe('bodies', () => {
  test('unknown fields are ignored and named, at every depth', async () => {
    const { status, body, headers } = await call('POST', '/api/v1/things', {
      body: { name: 'a', projectId: 'x', inner: { a: 1, b: 2 } },
    })
    assert.equal(status, 200)
    assert.deepEqual(body.data, { name: 'a', inner: { a: 1 } })
    assert.deepEqual(String(headers['x-ignored-fields']).split(', ').sort(), ['inner/b', 'projectId'])
  })

  test('400 unknown_field when strict validation is requested', async () => {
    const { status, body } = await call('POST', '/api/v1/things', {
      body: { name: 'a', x: 1 },
      headers: { prefer: 'handling=strict' },
    })
    assert.equal(status, 400)
    assert.equal(body.error.code, 'unknown_field')
  })

  test('all faults are reported together', async () => {
    const { body } = await call('POST', '/api/v1/things', { body: { name: 'too long', inner: { a: 'x' } } })
    assert.deepEqual(
      body.error.details.map(({ path, rule }: { path: string; rule: string }) => [path, rule]),
      [
        ['/name', 'maxLength'],
        ['/inner/a', 'type'],
      ],
    )
  })

  test('a missing field is called missing', async () => {
    assert.equal((await call('POST', '/api/v1/things', { body: {} })).body.error.code, 'missing_field')
  })

  for (const [what, body] of [
    ['cut off', '{"name":'],
    ['twice the same key', '{"name":"a","name":"b"}'],
    ['prototype key', '{"__proto__":{"x":1},"name":"a"}'],
    ['escaped prototype key', '{"\\u005f_proto__":1}'],
    ['constructor', '{"constructor":1}'],
    ['deep', '['.repeat(65) + ']'.repeat(65)],
    ['NUL', '{"name":"\\u0000"}'],
    ['half a surrogate', '{"name":"\\ud800"}'],
  ] as const) {
    test(`400 invalid_json: ${what}`, async () => {
      const response = await call('POST', '/api/v1/things', { body })
      assert.equal(response.status, 400)
      assert.equal(response.body.error.code, 'invalid_json')
      assert.equal(({} as { x?: unknown }).x, undefined)
    })
  }

  for (const body of ['[]', '"text"', 'null', '3']) {
    test(`400 for the body ${body}`, async () =>
      assert.equal((await call('POST', '/api/v1/things', { body })).status, 400))
  }

  test('a body may be left out where everything is optional', async () => {
    assert.equal((await call('PUT', '/api/v1/things/1')).body.data.on, null)
    assert.equal(
      (await call('PUT', '/api/v1/things/1', { headers: { 'content-type': 'application/json' } })).status,
      200,
    )
    assert.equal((await call('PUT', '/api/v1/things/1', { body: { on: true } })).body.data.on, true)
    assert.equal((await call('POST', '/api/v1/things')).status, 400)
  })

  test('413 over the limit, 415 for another type', async () => {
    assert.equal(
      (await call('POST', '/api/v1/things', { body: { name: 'x'.repeat(1024 * 1024) } })).status,
      413,
    )
    assert.equal(
      (
        await call('POST', '/api/v1/things', {
          body: 'name=a',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
      415,
    )
    assert.equal(
      (await call('POST', '/api/v1/things', { body: '{}', headers: { 'content-type': 'text/plain' } }))
        .status,
      415,
    )
  })

  test('DELETE may carry a JSON body', async () => {
    assert.equal((await call('DELETE', '/api/v1/things/1', { key: 'admin', body: { why: 'x' } })).status, 200)
  })
})

describe('versions', () => {
  test('ETag on a read, 304 when it is known', async () => {
    const first = await call('GET', `/api/v1/things/${id}`)
    assert.match(String(first.headers.etag), /^"7\./)
    const second = await call('GET', `/api/v1/things/${id}`, {
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    assert.equal(second.status, 304)
    assert.equal(second.body, null)
  })
})

describe('the log', () => {
  test('one wide line per request, without path, query, key or body', async () => {
    const { headers } = await call('GET', '/api/v1/things?limit=5&token=hush-hush')
    const lines = kernel.logLines
      .filter((line) => line.includes(String(headers['x-request-id'])))
      .map((line) => JSON.parse(line))
    assert.equal(lines.length, 1)
    assert.deepEqual(
      { ...lines[0], ms: 0, time: '', ip: '', requestId: '' },
      {
        level: 'info',
        time: '',
        requestId: '',
        method: 'GET',
        route: '/api/v1/things',
        status: 200,
        ms: 0,
        ip: '',
        projectId: '00000000-0000-4000-8000-000000000001',
        actor: 'member',
        externalUserId: '00000000-0000-4000-8000-000000000001',
      },
    )
    assert.ok(!kernel.logLines.join('').includes('hush-hush'))
  })

  test('metrics are recorded by route, not by path', async () => {
    await call('GET', `/api/v1/things/${id}`)
    const text = await kernel.metrics.text()
    assert.match(
      text,
      /stoa_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/things\/:id",status="200"\} \d/,
    )
    assert.ok(!text.includes(id))
  })
})

test('an outage of the database is a 503 that may be retried', async () => {
  const response = await startHttpKernel({
    endpoints: [
      endpoint({
        ...things,
        method: 'GET',
        path: '/api/v1/down',
        summary: 'down',
        response: none(),
        handle: async () => void (await kernel.db.rows(sql`select pg_terminate_backend(pg_backend_pid())`)),
      }),
    ],
  })
  const { statusCode, headers, payload } = await response.server.inject({
    method: 'GET',
    url: '/api/v1/down',
    headers: { host: 'localhost', 'x-api-key': 'member' },
  })
  assert.equal(statusCode, 503)
  assert.equal(headers['retry-after'], '1')
  assert.equal(JSON.parse(payload).error.retryable, true)
  await response.stop()
})
