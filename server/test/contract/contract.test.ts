import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { WebSocket } from 'ws'
import type { z } from 'zod'
import { sql } from '../../src/kernel/db/db.ts'
import type { Endpoint } from '../../src/kernel/http/endpoint.ts'
import { jsonSchemaOf } from '../../src/kernel/http/openapi.ts'
import { takesNoBody } from '../../src/kernel/http/request/input.ts'
import { isUuid } from '../../src/kernel/ids.ts'
import { type Caller, startTestApp, type TestProject } from '../harness.ts'
import { someOf } from '../size.ts'
import { createFixtures, fill, isFreeName, isNeverFound, isShared, type Params } from './fixtures.ts'
import { startRegistry } from './registry.ts'

/** What must hold for every endpoint, without a test written for it. */
const registry = await startRegistry()
const app = await startTestApp({ allowPrivate: '127.0.0.1/32', npmRegistry: registry.url })
after(async () => {
  await app.stop()
  registry.stop()
})

const { endpoints } = app.app
const address = app.listen()
const guarded = endpoints.filter(({ access }) => access === 'project' || access === 'end-user')
const taking = guarded.filter(({ path }) => path.includes('{'))
const name = ({ method, path }: Endpoint) => `${method} ${path}`

let mine: TestProject
let theirs: TestProject
let paramsOf: (path: string) => Params | null
before(async () => {
  mine = await app.newProject()
  theirs = await app.newProject()
  paramsOf = await createFixtures(mine, app)
})

type ParamSchema = { format?: string; type?: string; enum?: unknown[] }

const urlOf = (endpoint: Endpoint) => fill(endpoint.path, paramsOf(endpoint.path))
const emptyForm = ['--x--\r\n', { 'content-type': 'multipart/form-data; boundary=x' }] as const
/** A parameter may be one without which there is nothing to read: then the example has it. */
const requiredQuery = ({ query, example }: Endpoint) =>
  (query?.safeParse({}).success ?? true) ? '' : `?${new URLSearchParams(example.query)}`
const bodyOf = ({ example, body }: Endpoint) => (body ? (example.body ?? {}) : undefined)
/** A body of the kind that the endpoint reads. */
const sentTo = (endpoint: Endpoint) => (endpoint.upload ? emptyForm : ([bodyOf(endpoint), {}] as const))

test('the list is not empty, and no two endpoints share a method and path', () => {
  assert.ok(endpoints.length > 20)
  assert.equal(new Set(endpoints.map(name)).size, endpoints.length)
})

describe('401 without a key, with a wrong one, and with an odd one', () => {
  const keys = [
    `stoa_${'a'.repeat(32)}`,
    "' OR 1=1--",
    'stoa_',
    'x'.repeat(5000),
    'stoa_\u0000abc'.replace('\u0000', '%00'),
    'null',
    'undefined',
  ]
  const wrong: Record<string, string>[] = [
    { authorization: 'Basic Zm9vOmJhcg==' },
    ...keys.map((key) => ({ 'x-api-key': key })),
  ]
  const closed = endpoints.filter(({ access }) => access !== 'public')
  for (const [at, endpoint] of closed.entries()) {
    test(name(endpoint), async () => {
      // So many wrong keys from one IP address within a minute would be rate-limited.
      app.clock.advance(10_000)
      const send = (headers: Record<string, string>) =>
        app.anonymous.send(endpoint.method, urlOf(endpoint), bodyOf(endpoint), headers)
      assert.equal((await send({})).status, 401)
      // Of many endpoints each is tried with one more; all get all of them in the long version.
      for (const headers of someOf(wrong, 1, at))
        assert.equal((await send(headers)).status, 401, JSON.stringify(headers))
    })
  }
})

describe('every id-taking endpoint has a fixture', () => {
  for (const endpoint of taking) test(name(endpoint), () => assert.notEqual(paramsOf(endpoint.path), null))
})

describe("404 for another project's id, and nothing of it changes", () => {
  const count = async () =>
    (await app.db.rows(
      sql`select project_id, id, version, updated_at from external_user union all select project_id, id, version, updated_at from api_key order by 1, 2`,
    )) as unknown[]
  // An operator sees all projects; that others do not is tried below.
  const bound = taking.filter(
    ({ path, operatorOnly }) => !isShared(path) && !isFreeName(path) && !operatorOnly,
  )
  let before: unknown[]
  test('what there is', async () => {
    before = await count()
  })
  for (const endpoint of bound) {
    test(`${name(endpoint)} treats a foreign id like one that does not exist`, async () => {
      const missing = Object.fromEntries(
        Object.entries(paramsOf(endpoint.path)!).map(([key, value]) => [
          key,
          isUuid(value) ? '0199f1a0-0000-7000-8000-0000000000ff' : value,
        ]),
      )
      const [foreign, unknown] = await Promise.all([
        theirs.admin.send(endpoint.method, urlOf(endpoint), ...sentTo(endpoint)),
        theirs.admin.send(endpoint.method, fill(endpoint.path, missing), ...sentTo(endpoint)),
      ])
      assert.equal(foreign.status, 404, foreign.text)
      assert.deepEqual({ ...foreign.body, requestId: '' }, { ...unknown.body, requestId: '' })
    })
  }
  test('has not changed', async () => assert.deepEqual(await count(), before))
})

describe('400 on junk', () => {
  const bodies = ['[]', '"text"', '{"broken', '{"__proto__":{"a":1}}', '[[[[[]]]]]']
  for (const [at, endpoint] of guarded.filter(({ body }) => body !== undefined).entries()) {
    test(`${name(endpoint)}: body`, async () => {
      // Each body meets every fifth endpoint in the short version, and all of them in the long one.
      for (const junk of someOf(bodies, 1, at)) {
        const response = await mine.admin.send(endpoint.method, urlOf(endpoint), junk, {
          'content-type': 'application/json',
        })
        assert.equal(response.status, 400, `${junk}: ${response.text}`)
      }
    })
  }
  for (const endpoint of guarded.filter(
    (each) => each.body !== undefined && !takesNoBody(each) && !each.upload,
  )) {
    test(`${name(endpoint)}: no body`, async () => {
      for (const headers of [{}, { 'content-type': 'application/json' }]) {
        const response = await mine.admin.send(endpoint.method, urlOf(endpoint), '', headers)
        assert.deepEqual([response.status, response.body.error?.code], [400, 'invalid_json'], response.text)
      }
    })
  }
  test('a PUT of the content itself is among those that need a body', () => {
    const replacing = guarded.filter((each) => each.method === 'PUT' && each.body && !takesNoBody(each))
    assert.ok(replacing.some(({ path }) => path.endsWith('/documents/{documentId}')))
  })
  for (const [at, endpoint] of guarded.filter(({ query }) => query !== undefined).entries()) {
    test(`${name(endpoint)}: query`, async () => {
      const { properties = {} } = jsonSchemaOf(endpoint.query!, 'input') as {
        properties?: Record<
          string,
          {
            type?: string
            enum?: unknown
            format?: string
            maxLength?: number
            items?: { maxLength?: number }
          }
        >
      }
      for (const [parameter, { type, enum: choices, format, maxLength, items }] of someOf(
        Object.entries(properties),
        2,
        at,
      )) {
        const maxMs = items?.maxLength ?? maxLength
        const isFree = maxMs !== undefined || (type === 'string' && !choices && !format)
        const junk = isFree ? 'x'.repeat((maxMs ?? 0) + 1) : '@@'
        if (type === 'string' && !choices && !format && maxLength === undefined) continue
        const response = await mine.admin.send(
          endpoint.method,
          `${urlOf(endpoint)}?${parameter}=${junk}`,
          ...sentTo(endpoint),
        )
        assert.equal(
          response.status,
          400,
          `${parameter} (${type ?? JSON.stringify(items)}): ${response.text}`,
        )
      }
    })
  }
  for (const endpoint of taking.filter(({ path }) => !isFreeName(path))) {
    const uuids = Object.entries(
      (jsonSchemaOf(endpoint.params!, 'input') as { properties: Record<string, ParamSchema> }).properties,
    )
    for (const [parameter, { format, type, enum: choices }] of uuids) {
      test(`${name(endpoint)}: ${parameter}`, async () => {
        const response = await mine.admin.send(
          endpoint.method,
          fill(endpoint.path, { ...paramsOf(endpoint.path), [parameter]: 'no-such-thing' }),
          ...sentTo(endpoint),
        )
        const isBound = format === 'uuid' || type === 'integer' || choices !== undefined
        assert.equal(response.status, isBound ? 400 : 404, response.text)
      })
    }
  }
})

describe('a restricted key is held to its scopes', () => {
  const permissions = [...new Set(guarded.map(({ permission }) => permission!))]
  const narrow = new Map<string, Caller>()
  before(async () => {
    for (const scope of permissions.slice(0, 2)) {
      const request = { name: 'narrow', role: 'admin', scopes: [scope] }
      const { body } = await mine.admin.post('/api/v1/api-keys', request)
      narrow.set(scope, app.callerWith({ 'x-api-key': body.data.key }))
    }
  })
  for (const endpoint of guarded) {
    test(name(endpoint), async () => {
      const other = permissions.find((permission) => permission !== endpoint.permission)!
      const response = await narrow.get(other)!.send(endpoint.method, urlOf(endpoint), bodyOf(endpoint))
      assert.equal(response.status, 403)
      assert.equal(response.body.error.code, 'insufficient_scope')
      assert.equal(response.body.error.requiredScope, endpoint.permission)
    })
  }
})

describe('403 for a member where only admins may go', () => {
  for (const endpoint of guarded.filter(({ adminOnly }) => adminOnly)) {
    test(name(endpoint), async () => {
      const response = await mine.member.send(endpoint.method, urlOf(endpoint), bodyOf(endpoint))
      assert.equal(response.status, 403)
      assert.equal(response.body.error.code, 'admin_only')
    })
  }
})

describe('403 for the admin of a project where only the operator may go', () => {
  for (const endpoint of guarded.filter(({ operatorOnly }) => operatorOnly)) {
    test(name(endpoint), async () => {
      assert.ok(endpoint.adminOnly, 'an operator is an admin')
      const response = await theirs.admin.send(endpoint.method, urlOf(endpoint), bodyOf(endpoint))
      assert.equal(response.status, 403)
      assert.equal(response.body.error.code, 'operator_only')
    })
  }
})

describe('an end-user token goes only where it is expected', () => {
  let endUser: Caller
  before(async () => {
    const { id } = paramsOf('/api/v1/external-users/{id}')!
    const { body } = await mine.admin.post(`/api/v1/external-users/${id}/tokens`)
    endUser = app.callerWith({ authorization: `Bearer ${body.data.token}` })
  })
  for (const endpoint of guarded.filter(({ acceptsEndUserTokens }) => !acceptsEndUserTokens)) {
    test(name(endpoint), async () => {
      const response = await endUser.send(endpoint.method, urlOf(endpoint), bodyOf(endpoint))
      assert.equal(response.status, 403)
      assert.equal(response.body.error.code, 'end_user_token_not_accepted')
    })
  }
})

describe('x-username', () => {
  before(async () => {
    const { body } = await mine.admin.post('/api/v1/external-users', { name: 'sleeping' })
    await mine.admin.put(`/api/v1/external-users/${body.data.id}/toggle-active`, { isActive: false })
  })
  for (const endpoint of guarded.filter(({ access }) => access === 'project')) {
    test(`is ignored by ${name(endpoint)}`, async () => {
      const ghost = `ghost-${endpoint.path.replace(/\W/g, '')}`
      const response = await theirs.admin.as(ghost).send(endpoint.method, urlOf(endpoint), bodyOf(endpoint))
      assert.notEqual(response.headers['x-external-user-created'], 'true')
      assert.equal((await theirs.admin.get(`/api/v1/external-users?q=${ghost}`)).body.total, 0)
    })
  }
  for (const endpoint of guarded.filter(({ access }) => access === 'end-user')) {
    test(`inactive is refused by ${name(endpoint)}`, async () => {
      const url = urlOf(endpoint) + requiredQuery(endpoint)
      const response = await mine.admin.as('sleeping').send(endpoint.method, url, ...sentTo(endpoint))
      assert.equal(response.status, 403)
      assert.equal(response.body.error.code, 'external_user_inactive')
    })
  }
})

describe('reads return 200 and fit their shape', () => {
  const apart = new Set(['raw', 'events', 'socket'])
  for (const endpoint of guarded.filter(
    ({ method, path, response }) => method === 'GET' && !apart.has(response.kind) && !isNeverFound(path),
  )) {
    test(name(endpoint), async () => {
      assert.equal((await mine.admin.get(urlOf(endpoint) + requiredQuery(endpoint))).status, 200)
    })
  }
  // A stream has no end to wait for: its beginning is all there is to see.
  for (const endpoint of guarded.filter(
    ({ method, response }) => method === 'GET' && response.kind === 'events',
  )) {
    test(name(endpoint), async () => {
      const leaving = new AbortController()
      const response = await fetch(`${await address}${urlOf(endpoint)}`, {
        headers: { 'x-api-key': mine.adminKey },
        signal: leaving.signal,
      })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'text/event-stream')
      leaving.abort()
    })
  }
})

describe('a WebSocket opens with a key, and is refused like any other request', () => {
  for (const endpoint of guarded.filter(({ response }) => response.kind === 'socket')) {
    const connect = async (headers: Record<string, string>) =>
      new WebSocket(`${(await address).replace('http', 'ws')}${urlOf(endpoint)}`, { headers })
    test(name(endpoint), async () => {
      const socket = await connect({ 'x-api-key': mine.adminKey })
      await once(socket, 'open')
      socket.terminate()
      const refused = await connect({ 'x-api-key': 'stoa_wrong' })
      const [, response] = await once(refused, 'unexpected-response')
      assert.equal(response.statusCode, 401)
      refused.on('error', () => undefined).terminate()
      const plain = await mine.admin.get(urlOf(endpoint))
      assert.equal(plain.status, 426)
      assert.equal(plain.body.error.code, 'upgrade_required')
    })
  }
})

describe('the description', () => {
  type Operation = {
    'x-errors': string[]
    security: unknown[]
    requestBody?: unknown
    responses: Record<string, unknown>
  }
  let paths: Record<string, Record<string, Operation>>
  before(async () => {
    const { body } = await app.anonymous.get('/api/v1/openapi.json')
    assert.equal(body.openapi, '3.1.0')
    paths = body.paths
    const refs = [...JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref]) => ref!)
    const target = (ref: string) => ref.split('/').reduce((value, key) => value?.[key], body)
    for (const ref of refs) assert.ok(target(ref), `${ref} leads nowhere`)
  })

  test('has what is returned besides 200', () => {
    const others = [
      ['/hooks/{token}', 202],
      ['/oauth/register', 201],
      ['/api/v1/mcp', 202],
      ['/demo/token', 401],
    ] as const
    for (const [path, status] of others) assert.ok(status in paths[path]!.post!.responses, path)
  })
  for (const endpoint of endpoints) {
    test(`has ${name(endpoint)}`, () => {
      const operation = paths[endpoint.path.replace('+}', '}')]?.[endpoint.method.toLowerCase()]
      assert.ok(operation)
      assert.equal(operation.security.length === 0, endpoint.access === 'public')
      assert.ok(operation.responses[endpoint.response.kind === 'socket' ? '101' : '200'])
    })
    const readsJson = endpoint.method !== 'GET' && !endpoint.takesBytes && endpoint.access !== 'public'
    if (readsJson && endpoint.access !== 'session')
      test(`${name(endpoint)} has the status of a body that cannot be read`, async () => {
        const headers = { 'content-type': 'application/json' }
        const { status } = await mine.admin.send(endpoint.method, urlOf(endpoint), '{', headers)
        const operation = paths[endpoint.path.replace('+}', '}')]![endpoint.method.toLowerCase()]!
        assert.ok([400, 415].includes(status), `${status}`)
        for (const each of [400, 413, 415]) assert.ok(each in operation.responses, `${each}`)
      })
    test(`${name(endpoint)} has examples that fit`, () => {
      const { example, response } = endpoint
      if (endpoint.params) endpoint.params.parse(example.params)
      if (endpoint.query) endpoint.query.parse(example.query ?? {})
      if (endpoint.body) endpoint.body.parse(example.body)
      if (response.kind === 'data') response.schema.parse(example.response)
      if (response.kind === 'page')
        for (const item of example.response as unknown[]) response.schema.parse(item)
    })
    test(`${name(endpoint)} is declared whole`, () => {
      assert.equal(
        endpoint.permission === undefined,
        endpoint.access === 'public' || endpoint.access === 'session',
      )
      assert.equal(endpoint.params !== undefined, endpoint.path.includes('{'))
      if (endpoint.body) assert.ok(isStrict(endpoint.body), 'the body must be a strict object')
    })
  }
})

/** A body that takes any key would accept the fields of tomorrow in silence, unless it says what those keys are. */
type BodySchema = {
  additionalProperties?: false | { description?: string }
  items?: BodySchema
  anyOf?: BodySchema[]
}

const isStrict = (schema: z.ZodType): boolean => namesFields(jsonSchemaOf(schema, 'input') as BodySchema)

/** An object that names its fields, a list of such objects, or a choice of nothing but these. */
function namesFields({ anyOf, items, additionalProperties: others }: BodySchema): boolean {
  if (anyOf) return anyOf.every(namesFields)
  if (items) return namesFields(items)
  return others === false || others?.description !== undefined
}

test('keys, tokens and secrets are nowhere in the log or the database', async () => {
  const fresh = await app.newProject()
  const { body: made } = await fresh.admin.post(
    '/api/v1/api-keys',
    { name: 'to be hidden' },
    { 'idempotency-key': 'hide-me-please' },
  )
  await fresh.admin.post(`/api/v1/api-keys/${made.data.id}/rotate`, { overlapSeconds: 60 })
  const secrets = [fresh.adminKey, fresh.memberKey, made.data.key as string]
  const tables = await app.db.rows<{ table_name: string }>(
    sql`select table_name from information_schema.tables where table_schema = 'public'`,
  )
  for (const { table_name } of tables) {
    const rows = await app.db.rows({ text: `select t::text as line from public.${table_name} t`, values: [] })
    const text = JSON.stringify(rows)
    for (const secret of secrets) assert.ok(!text.includes(secret), `${table_name} holds a key`)
  }
  const log = app.logLines.join('')
  for (const secret of secrets) assert.ok(!log.includes(secret))
})
