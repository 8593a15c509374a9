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
let answers: ((request: IncomingMessage, response: ServerResponse) => void) | null = null

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    seen.push({ url: request.url ?? '', body: Buffer.concat(chunks).toString() })
    if (answers) return answers(request, response)
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
  answers = null
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
    ...{ slug, name: slug, description: '', baseUrl, authSchemes: ['API_KEY'] },
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
    ...{ slug, name: slug, description: slug, toolkitSlug: 'own', inputParameters: {}, noAuth: true },
    ...{ http: { url: `${origin}/${slug}` } },
    ...more,
  })
  assert.equal(made.status, 200, made.text)
}

const proxy = (endpoint: string, more: object = {}) =>
  project.member.as('ada').post(`${tools}/proxy`, { endpoint, ...more })

describe('secrets stay where they were meant to go', () => {
  test('a member cannot have the secret of a client sent to an address of their own', async () => {
    await project.admin.post(toolkits, {
      ...{ slug: 'client-secret', name: 'C', description: '', baseUrl: origin },
      authConfigDetails: [
        {
          ...{ mode: 'OAUTH2', name: 'OAUTH2' },
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
        ...{ type: 'use_custom_auth', authScheme: 'OAUTH2' },
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
    assert.equal((await project.member.patch(path, { credentials: own })).status, 200)
  })
})
