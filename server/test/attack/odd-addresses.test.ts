import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountPath, configPath } from '../../src/areas/connections/testing.ts'
import { startTestApp, type TestProject } from '../harness.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const addresses = [
  'http://[fe80::1%25eth0]/',
  'http://[::1',
  'https://%zz/',
  'http://127.0.0.1:99999/',
  'https://',
]

const api = '/api/v1'
const demo = { toolkit: { slug: 'demo' } }
const toolkit = { slug: 'odd-kit', name: 'O', description: '' }
const tool = { slug: 'odd_tool', name: 'O', description: '', inputParameters: {}, toolkitSlug: 'own' }

/** Every place of the API that takes a URL, with the method, the path and the body. */
const targets: [string, string, (address: string) => object][] = [
  [
    'POST',
    configPath,
    (url) => ({
      ...demo,
      authConfig: { authScheme: 'OAUTH2', credentials: { client_id: 'a', token_url: url } },
    }),
  ],
  [
    'POST',
    configPath,
    (url) => ({ ...demo, authConfig: { type: 'use_provider_managed_auth', allowedCallbackUrls: [url] } }),
  ],
  [
    'POST',
    `${accountPath}/link`,
    (url) => ({ authConfigId: '00000000-0000-7000-8000-000000000000', callbackUrl: url }),
  ],
  ['POST', `${api}/toolkits`, (baseUrl) => ({ ...toolkit, baseUrl })],
  ['POST', `${api}/toolkits`, (logo) => ({ ...toolkit, logo: `${logo}#`, appUrl: logo })],
  [
    'POST',
    `${api}/toolkits`,
    (url) => ({
      ...toolkit,
      authConfigDetails: [{ mode: 'OAUTH2', oauth2: { authorizationUrl: url, tokenUrl: url } }],
    }),
  ],
  ['POST', `${api}/toolkits/import/openapi`, (url) => ({ slug: 'odd-import', url })],
  [
    'POST',
    `${api}/toolkits/import/openapi`,
    (url) => ({
      slug: 'odd-import',
      baseUrl: url,
      spec: {
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        paths: { '/x': { get: { operationId: 'x' } } },
      },
    }),
  ],
  [
    'POST',
    `${api}/toolkits/import/openapi`,
    (url) => ({
      slug: 'odd-server',
      dryRun: true,
      spec: {
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        servers: [{ url }],
        paths: { '/x': { get: { operationId: 'x' } } },
      },
    }),
  ],
  ['POST', `${api}/tools`, (url) => ({ ...tool, http: { url } })],
  ['POST', `${api}/tools/execute/http_get`, (url) => ({ arguments: { url } })],
  ['POST', `${api}/tools/execute/http_check`, (url) => ({ arguments: { url } })],
  ['POST', `${api}/tools/execute/http_download`, (url) => ({ arguments: { url } })],
  [
    'POST',
    `${api}/tools/execute/http_get`,
    (baseUrl) => ({ arguments: { url: 'http://127.0.0.1:1/' }, customAuthParams: { baseUrl } }),
  ],
  ['POST', `${api}/tools/proxy`, (endpoint) => ({ toolkitSlug: 'demo', endpoint })],
  ['POST', `${api}/webhooks`, (url) => ({ url, eventTypes: ['*'] })],
  [
    'POST',
    `${api}/external-users`,
    (avatarUrl) => ({ name: 'odd', avatarUrl, metadata: { profile: { photoUrl: avatarUrl } } }),
  ],
  ['PUT', `${api}/ai/providers`, (baseUrl) => ({ name: 'openai', baseUrl, keys: ['k'] })],
  ['POST', `${api}/ai/providers`, (baseUrl) => ({ name: 'openai', baseUrl, apiKey: 'k' })],
  [
    'POST',
    `${api}/ai/llm/chat`,
    (url) => ({ model: 'local/demo', messages: [{ role: 'user', content: [{ type: 'image', url }] }] }),
  ],
]

test('a URL that no parser accepts is never a server error', async () => {
  for (const [method, path, bodyOf] of targets)
    for (const address of addresses) {
      const { status, text } = await project.admin.as('ada').send(method, path, bodyOf(address))
      assert.ok(status < 500 || status === 502 || status === 504, `${method} ${path} ${address}: ${text}`)
    }
})

test('also where it was stored as a field of an account', async () => {
  await project.admin.post(`${api}/toolkits`, {
    slug: 'per-account',
    name: 'P',
    description: '',
    baseUrl: 'https://{host}/api',
    authSchemes: ['API_KEY'],
    getCurrentUserEndpoint: '/me',
  })
  const config = await project.admin.post(configPath, {
    toolkit: { slug: 'per-account' },
    authConfig: { authScheme: 'API_KEY' },
  })
  for (const host of ['[fe80::1%25eth0]', '%zz', 'a b', '[::1', 'x:99999']) {
    const made = await project.admin.as('ada').post(accountPath, {
      authConfig: { id: config.body.data.id },
      connection: { state: { authScheme: 'API_KEY', val: { api_key: 'a-key-of-ada', host } } },
      validateCredentials: true,
    })
    assert.ok(made.status < 500 || made.status === 502, `${host}: ${made.text}`)
    const direct = await project.admin.as('ada').post(accountPath, {
      authConfig: { id: config.body.data.id },
      connection: { state: { authScheme: 'API_KEY', val: { api_key: 'a-key-of-ada', host } } },
    })
    if (direct.status !== 200) continue
    const id = direct.body.data.id
    const tested = await project.admin.as('ada').post(`${accountPath}/${id}/test`)
    assert.ok(tested.status < 500, `${host}: ${tested.text}`)
    const called = await project.admin
      .as('ada')
      .post(`${api}/tools/proxy`, { connectedAccountId: id, endpoint: '/x' })
    assert.ok(called.status < 500, `${host}: ${called.text}`)
  }
})
