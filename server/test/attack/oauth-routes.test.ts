import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountPath, configPath, createPerson } from '../../src/areas/connections/testing.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { startTestApp, type TestApp, type TestProject } from '../harness.ts'

const toolkits = '/api/v1/toolkits'
const service = 'https://login.example.com'
const evil = 'https://evil.example.net'

let app: TestApp
let project: TestProject

before(async () => {
  app = await startTestApp({ hasPieces: false })
  project = await app.newProject()
})
after(() => app.stop())

const detailsWith = (oauth2: object = {}) => [
  {
    mode: 'OAUTH2',
    oauth2: { authorizationUrl: `${service}/authorize`, tokenUrl: `${service}/token`, ...oauth2 },
  },
]

async function newToolkit(slug: string, more: object = {}) {
  const made = await project.admin.post(toolkits, {
    slug,
    name: slug,
    description: '',
    baseUrl: 'https://api.example.com/v1',
    getCurrentUserEndpoint: '/me',
    authConfigDetails: detailsWith(),
    ...more,
  })
  assert.equal(made.status, 200, made.text)
}

async function newConfig(slug: string): Promise<string> {
  const { status, body, text } = await project.admin.post(configPath, {
    toolkit: { slug },
    authConfig: {
      type: 'use_custom_auth',
      authScheme: 'OAUTH2',
      credentials: { client_id: 'the-client', client_secret: 'the-secret-of-the-client' },
    },
  })
  assert.equal(status, 200, text)
  return body.data.id
}

const isRefused = (
  response: { status: number; text: string; body: { error?: { code: string } } },
  what: string,
) =>
  assert.deepEqual(
    [response.status, response.body.error?.code],
    [403, 'admin_only'],
    `${what}: ${response.text}`,
  )

describe('the URLs of an auth config', () => {
  test('are changed by an admin alone, whatever is changed along with them', async () => {
    await newToolkit('addresses')
    const path = `${configPath}/${await newConfig('addresses')}`
    const before = (await project.member.get(path)).body.data
    const companions = [{}, { client_secret: 'my-own-secret' }, { client_id: 'x', client_secret: 'y' }]
    for (const field of ['token_url', 'authorization_url', 'revocation_url', 'issuer', 'tokenUrl'])
      for (const with_ of companions) {
        const credentials = { [field]: `${evil}/steal`, ...with_ }
        isRefused(await project.member.patch(path, { credentials }), JSON.stringify(credentials))
      }
    assert.deepEqual((await project.member.get(path)).body.data, before)
    const rotated = await project.member.patch(path, { credentials: { client_secret: 'a-new-secret' } })
    assert.equal(rotated.status, 200, rotated.text)
    isRefused(await project.member.patch(path, { credentials: { token_url: evil } }), 'after a rotation')
    const moved = await project.admin.patch(path, { credentials: { token_url: `${service}/new` } })
    assert.equal(moved.status, 200, moved.text)
  })

  test('that an admin staged are not taken back by the next change of a secret', async () => {
    await newToolkit('staged')
    const path = `${configPath}/${await newConfig('staged')}`
    await project.admin.patch(path, { credentials: { token_url: `${service}/a-newer-token-address` } })
    const { body } = await project.member.patch(path, { credentials: { client_secret: 'the-third-secret' } })
    assert.equal(body.data.nextCredentials.token_url.last4, 'ress')
    isRefused(
      await project.member.patch(path, { credentials: { token_url: `${service}/token` } }),
      'the old one again',
    )
  })

  test('come from no account and no link', async () => {
    await newToolkit('from-accounts')
    const id = await newConfig('from-accounts')
    const ada = project.member.as('ada')
    const val = { token_url: `${evil}/token`, authorization_url: evil, client_id: 'evil', issuer: evil }
    const made = await ada.post(accountPath, {
      authConfig: { id },
      connection: { state: { authScheme: 'OAUTH2', val } },
    })
    assert.equal(made.status, 200, made.text)
    assert.match(String(made.headers['x-ignored-fields']), /connection\/state\/val\/token_url/)
    const again = await ada.post(`${accountPath}/${made.body.data.id}/reconnect`, { connectionData: val })
    const { url } = await createPerson(app).depart(again.body.data.redirectUrl)
    assert.equal(url.origin, service)
    assert.equal(url.searchParams.get('client_id'), 'the-client')
  })

  test('that no parser takes are refused, never a failure of the server', async () => {
    await newToolkit('zones')
    const path = `${configPath}/${await newConfig('zones')}`
    for (const address of [
      'http://[fe80::1%25eth0]/',
      'http://[::1%lo]/',
      'https://',
      'ftp://x/',
      'https://a@b/',
    ]) {
      for (const field of ['token_url', 'authorization_url', 'revocation_url']) {
        const patched = await project.admin.patch(path, { credentials: { [field]: address } })
        assert.equal(patched.status, 400, `${field} ${address}: ${patched.text}`)
      }
      const visible = await project.admin.post(toolkits, {
        slug: 'zoned',
        name: 'Z',
        description: '',
        authConfigDetails: detailsWith({ tokenUrl: address }),
      })
      assert.equal(visible.status, 400, `${address}: ${visible.text}`)
    }
    const filled = await project.admin.patch(path, {
      credentials: { token_url: 'https://{region}.example.com/token' },
    })
    assert.equal(filled.status, 200, filled.text)
    assert.equal((await project.admin.post(`${path}/test`)).status, 200)
  })
})

describe('the parameters of the consent request', () => {
  const fixed = [
    'client_id',
    'redirect_uri',
    'response_type',
    'state',
    'scope',
    'code_challenge',
    'request_uri',
    'code_challenge_method',
    'response_mode',
    'request',
    'Client_ID',
    ' state',
  ]

  test('of OAuth itself are not for a toolkit to say', async () => {
    await newToolkit('parameters')
    for (const name of fixed) {
      const authConfigDetails = detailsWith({ authorizationParameters: { [name]: 'mine' } })
      const body = { slug: 'fixed', name: 'F', description: '', authConfigDetails }
      assert.equal((await project.admin.post(toolkits, body)).status, 400, name)
      const patched = await project.admin.patch(`${toolkits}/byId/parameters`, { authConfigDetails })
      assert.equal(patched.status, 400, name)
    }
    const prompt = detailsWith({ authorizationParameters: { prompt: 'consent' } })
    assert.equal(
      (await project.admin.patch(`${toolkits}/byId/parameters`, { authConfigDetails: prompt })).status,
      200,
    )
  })

  test('that were stored before are ignored', async () => {
    const authorizationUrl = `${service}/authorize?request_uri=https://evil.example.net/r&response_mode=fragment&a=b`
    await newToolkit('kept-parameters', { authConfigDetails: detailsWith({ authorizationUrl }) })
    const parameters = Object.fromEntries([...fixed, 'prompt'].map((name) => [name, 'mine']))
    await app.db.rows(sql`
      update toolkit set auth_schemes = jsonb_set(auth_schemes, '{0,oauth2,authorizationParameters}',
        ${JSON.stringify(parameters)}::jsonb)
      where project_id = ${project.id} and slug = 'kept-parameters'`)
    const id = await newConfig('kept-parameters')
    const link = await project.member.as('ada').post(`${accountPath}/link`, { authConfigId: id })
    const { url } = await createPerson(app).depart(link.body.data.redirectUrl)
    assert.equal(url.searchParams.get('client_id'), 'the-client')
    assert.equal(url.searchParams.get('response_type'), 'code')
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
    assert.match(url.searchParams.get('redirect_uri')!, /^http:\/\/localhost:4400\/oauth\/callback/)
    assert.deepEqual([url.searchParams.get('prompt'), url.searchParams.get('a')], ['mine', 'b'])
    const others = ['request', 'request_uri', 'response_mode', 'scope', 'Client_ID', ' state']
    for (const name of others) assert.equal(url.searchParams.has(name), false, name)
    assert.equal(url.searchParams.getAll('state').includes('mine'), false)
  })
})

describe('a toolkit that has auth configs', () => {
  test('is changed by an admin alone in all that says where and how accounts prove themselves', async () => {
    await newToolkit('routes')
    await newConfig('routes')
    const path = `${toolkits}/byId/routes`
    const changes: Record<string, object> = {
      'without PKCE': { authConfigDetails: detailsWith({ hasPkce: false }) },
      'another proof of the client': { authConfigDetails: detailsWith({ clientAuthentication: 'basic' }) },
      'another parameter': { authConfigDetails: detailsWith({ authorizationParameters: { hd: 'x' } }) },
      'another token URL': { authConfigDetails: detailsWith({ tokenUrl: `${evil}/token` }) },
      'another issuer': { authConfigDetails: detailsWith({ issuer: evil }) },
      'another port': { baseUrl: 'https://api.example.com:444/v1' },
      'another path': { baseUrl: 'https://api.example.com/open-redirect' },
      'another account read': { getCurrentUserEndpoint: '/redirect?to=evil' },
      'no schemes': { authSchemes: [] },
    }
    for (const [what, body] of Object.entries(changes))
      isRefused(await project.member.patch(path, body), what)
    const same = await project.member.patch(path, { description: 'B', authConfigDetails: detailsWith() })
    assert.equal(same.status, 200, same.text)
    for (const [what, body] of Object.entries(changes))
      assert.equal((await project.admin.patch(path, body)).status, 200, what)
  })

  test('is not replaced by one of the same slug once it is deleted', async () => {
    await newToolkit('orphaned')
    await newConfig('orphaned')
    await app.db.rows(sql`delete from toolkit where project_id = ${project.id} and slug = 'orphaned'`)
    const body = { slug: 'orphaned', name: 'O', description: '', baseUrl: evil, authSchemes: ['OAUTH2'] }
    isRefused(await project.member.post(toolkits, body), 'made')
    const spec = { openapi: '3.1.0', info: { title: 'T', version: '1' }, servers: [{ url: evil }] }
    const paths = { '/x': { get: { operationId: 'x' } } }
    isRefused(
      await project.member.post(`${toolkits}/import/openapi`, { slug: 'orphaned', spec: { ...spec, paths } }),
      'imported',
    )
    await newToolkit('renamed')
    isRefused(await project.member.patch(`${toolkits}/byId/renamed`, { slug: 'orphaned' }), 'renamed')
    assert.equal((await project.admin.post(toolkits, body)).status, 200)
  })
})
