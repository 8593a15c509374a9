import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { startTestApp, type TestProject } from '../../../test/harness.ts'

const base = '/api/v1/tools'
let seen: string[] = []
let respond: (request: IncomingMessage, response: ServerResponse) => void

const server = createServer(async (request, response) => {
  await request.toArray()
  seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`)
  respond(request, response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const app = await startTestApp({ allowPrivate: '127.0.0.1' })
let project: TestProject
before(async () => {
  project = await app.newProject()
})
after(async () => {
  await app.stop()
  server.close()
  server.closeAllConnections()
})

const json = (response: ServerResponse, value: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

async function post(path: string, body: object, by = project.admin.as('ada')) {
  const { status, text, body: response } = await by.post(path, body)
  assert.equal(status, 200, text)
  return response.data
}

async function newToolkit(slug: string, mode: string, more: object = {}): Promise<string> {
  await post('/api/v1/toolkits', {
    slug,
    name: slug,
    description: slug,
    baseUrl: origin,
    authConfigDetails: [{ mode, ...more }],
  })
  await newTool(`${slug}_get`, { toolkitSlug: slug, http: { url: `${origin}/thing` } })
  return newConfig(slug, mode)
}
const newTool = (slug: string, more: object) =>
  post(base, { slug, name: slug, description: slug, inputParameters: { type: 'object' }, ...more })

const newConfig = async (slug: string, authScheme: string): Promise<string> =>
  (
    await post('/api/v1/auth_configs', {
      toolkit: { slug },
      authConfig: { type: 'use_custom_auth', authScheme, credentials: {} },
    })
  ).id

const connect = (id: string, authScheme: string, val: object, more: object = {}) =>
  post('/api/v1/connected_accounts', {
    authConfig: { id },
    connection: { state: { authScheme, val }, ...more },
  })

describe('a token that the service refuses', () => {
  it('is renewed once, and the call is made with the new one', async () => {
    let tokens = 0
    respond = (request, response) => {
      if (request.url === '/token')
        return json(response, { access_token: `machine-token-${++tokens}`, expires_in: 3600 })
      const isNew = request.headers.authorization === 'Bearer machine-token-2'
      json(response, isNew ? { ok: true } : { error: 'expired' }, isNew ? 200 : 401)
    }
    const id = await newToolkit('machine', 'S2S_OAUTH2', { oauth2: { tokenUrl: `${origin}/token` } })
    await connect(id, 'S2S_OAUTH2', { client_id: 'm', client_secret: 'secret-of-the-machine' })
    seen = []
    const result = await post(`${base}/execute/machine_get`, {})
    assert.deepEqual([result.successful, result.tries, result.data], [true, 2, { ok: true }])
    assert.deepEqual(
      seen.map((line) => line.replace(/Basic .*/, 'Basic')),
      ['GET /thing Bearer machine-token-1', seen[1], 'GET /thing Bearer machine-token-2'],
    )
    assert.match(seen[1]!, /^POST \/token/)
    const again = await post(`${base}/execute/machine_get`, {})
    assert.deepEqual([again.successful, again.tries, tokens], [true, 1, 2])
  })
})

describe('an account', () => {
  it('is chosen by its label, else the newest is taken', async () => {
    respond = (_, response) => json(response, {})
    const id = await newToolkit('labelled', 'BEARER_TOKEN')
    const work = await connect(id, 'BEARER_TOKEN', { token: 'token-for-work' }, { labels: ['work'] })
    const home = await connect(id, 'BEARER_TOKEN', { token: 'token-for-home' }, { labels: ['home'] })
    const run = (body: object) => post(`${base}/execute/labelled_get`, body)
    seen = []
    assert.equal((await run({ accountLabel: 'work' })).connectedAccountId, work.id)
    assert.equal((await run({})).connectedAccountId, home.id)
    assert.deepEqual(seen, ['GET /thing Bearer token-for-work', 'GET /thing Bearer token-for-home'])
    const none = await project.admin
      .as('ada')
      .post(`${base}/execute/labelled_get`, { accountLabel: 'elsewhere' })
    assert.equal(none.body.error.code, 'connection_required')
  })
})

describe('POST /api/v1/tools/byId/{id}/options', () => {
  const options = (slug: string, body: object) =>
    project.admin.as('ada').post(`${base}/byId/${slug}/options`, body)

  it('200 with what the service of the account knows', async () => {
    respond = (request, response) =>
      json(
        response,
        request.url!.includes('/tags')
          ? [
              { id: 3, name: 'News' },
              { id: 4, name: 'Old' },
            ]
          : {},
      )
    const missing = await options('wordpress_create_post', { field: 'tags' })
    assert.equal(missing.body.error.code, 'connection_required')
    const scheme = (await project.admin.get('/api/v1/toolkits/byId/wordpress')).body.data
    const id = await newConfig('wordpress', scheme.authConfigDetails[0].mode)
    await connect(id, scheme.authConfigDetails[0].mode, {
      username: 'ada',
      password: 'app pass word',
      website_url: origin,
    })
    const found = await options('wordpress_create_post', { field: 'tags', search: 'ne' })
    assert.equal(found.status, 200, found.text)
    assert.deepEqual(found.body.data, {
      field: 'tags',
      isDynamic: true,
      hasMore: false,
      options: [{ label: 'News', value: 3 }],
    })
  })

  it('200 with what the schema says, and 400 for a field that there is not', async () => {
    const properties = { size: { enum: ['small', 'large'] }, note: { type: 'string' } }
    await newTool('choosy', {
      toolkitSlug: 'own',
      inputParameters: { type: 'object', properties },
      noAuth: true,
      script: { language: 'javascript', source: 'return 1' },
    })
    const sizes = await options('choosy', { field: 'size', search: 'LAR' })
    assert.deepEqual(sizes.body.data.options, [{ label: 'large', value: 'large' }])
    assert.deepEqual((await options('choosy', { field: 'note' })).body.data.options, [])
    const { status, body } = await options('choosy', { field: 'colour' })
    assert.deepEqual([status, body.error.code], [400, 'invalid_parameter'])
  })
})

describe('a script in Python', () => {
  it('gets the arguments as its state and gives a value back', async () => {
    await newTool('summing', {
      toolkitSlug: 'own',
      noAuth: true,
      inputParameters: { type: 'object', properties: { numbers: { type: 'array' } } },
      script: { language: 'python', source: 'return {"sum": sum(state["numbers"])}' },
    })
    const summed = await post(`${base}/execute/summing`, { arguments: { numbers: [1, 2, 39] } })
    assert.deepEqual(summed.data, { sum: 42 }, JSON.stringify(summed))
  })
})

describe('executions of an end user', () => {
  it('go along when it is merged, and are part of what it can take away', async () => {
    const execute = (name: string) =>
      post(`${base}/execute/crypto_hash`, { arguments: { text: name } }, project.admin.as(name))
    const idOf = async (name: string) =>
      (await project.admin.get(`/api/v1/external-users/username/${name}`)).body.data.id as string
    await execute('grace')
    await execute('hopper')
    const [old, stored] = [await idOf('grace'), await idOf('hopper')]
    const merged = await project.admin.post(`/api/v1/external-users/${old}/merge`, { intoId: stored })
    assert.equal(merged.status, 200, merged.text)
    const logs = await project.admin.as('hopper').get(`${base}/execution-logs`)
    assert.equal(logs.body.total ?? logs.body.data.length, 2)
    const { text } = await project.admin.get(`/api/v1/external-users/${stored}/export`)
    assert.equal(text.match(/"tool_execution"/g)?.length, 2, text.slice(0, 2000))
  })
})

describe('an execution', () => {
  it('takes four round trips to the database, no matter who made the tool', async (t) => {
    respond = (_, response) => json(response, {})
    await newTool('counted', { toolkitSlug: 'own', noAuth: true, http: { url: `${origin}/thing` } })
    const query = t.mock.method(pg.Client.prototype, 'query')
    const roundTrips = async (slug: string, args: object) => {
      // Whatever is made once, and statements that connections keep.
      for (let i = 0; i < 3; i++) await post(`${base}/execute/${slug}`, { arguments: args })
      // Timers of the node, such as that of its lease, only ever add to what one execution takes.
      const counts: number[] = []
      for (let i = 0; i < 10; i++) {
        query.mock.resetCalls()
        await post(`${base}/execute/${slug}`, { arguments: args })
        counts.push(query.mock.callCount())
      }
      return Math.min(...counts)
    }
    assert.equal(await roundTrips('http_request', { url: `${origin}/thing` }), 4)
    assert.equal(await roundTrips('counted', {}), 4)
    const paths = { '/thing': { get: { operationId: 'thing' } } }
    const spec = { openapi: '3.1.0', info: { title: 'T', version: '1' }, servers: [{ url: origin }], paths }
    await post('/api/v1/toolkits/import/openapi', { slug: 'tripapi', spec })
    assert.equal(await roundTrips('tripapi_thing', {}), 4)
  })
})

describe('a search', () => {
  it('takes two round trips to the database: the caller with the acting user, and everything of the project', async (t) => {
    await newTool('sought', { toolkitSlug: 'own', noAuth: true, http: { url: `${origin}/thing` } })
    const body = { query: 'sought current time' }
    const find = () => post(`${base}/search`, body)
    // Whatever is made once, and statements that connections keep.
    for (let i = 0; i < 3; i++) await find()
    const query = t.mock.method(pg.Client.prototype, 'query')
    // Timers of the node, such as that of its lease, only ever add to what one search takes.
    const counts: number[] = []
    let found = ''
    for (let i = 0; i < 3; i++) {
      query.mock.resetCalls()
      found = JSON.stringify(await find())
      counts.push(query.mock.callCount())
    }
    assert.equal(Math.min(...counts), 2)
    assert.match(found, /"slug":"sought"/)
    assert.match(found, /"slug":"datetime_now"/)
  })
})
