import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { startHttpsServer } from '../../../test/fakes/https-server.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { readClientDocument } from './service/clients.ts'
import { isRegistered, isUsableRedirectUri } from './service/redirect-uris.ts'

const app = await startTestApp({ hasPieces: false, allowPrivate: '127.0.0.1/32' })
const address = await app.listen()
after(() => app.stop())

const callback = 'http://127.0.0.1:9/callback'
let project: TestProject
let serverId: string

before(async () => {
  project = await app.newProject()
  serverId = await newServer('desk')
})

async function newServer(name: string): Promise<string> {
  const body = { name, mode: 'NORMAL', selectedTools: ['text_slugify'] }
  return (await project.admin.post('/api/v1/mcp_manager', body)).body.data.id
}

const resourceOf = (id = serverId) => `${address}/api/v1/mcp/${id}`

const postForm = async (path: string, fields: Record<string, string>) => {
  const response = await fetch(`${address}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

async function register(redirectUris = [callback]): Promise<string> {
  const response = await fetch(`${address}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Editor', redirect_uris: redirectUris, scope: 'anything' }),
  })
  assert.equal(response.status, 201)
  return ((await response.json()) as { client_id: string }).client_id
}

const verifier = randomBytes(32).toString('base64url')
const requestOf = (clientId: string, more: Record<string, string> = {}) => ({
  client_id: clientId,
  redirect_uri: callback,
  response_type: 'code',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  state: 's1',
  resource: resourceOf(),
  ...more,
})

const consent = '/api/v1/mcp_clients/authorize'
const decide = (request: object, { decision = 'approve', user = 'ada' } = {}) =>
  project.admin.post(consent, { request, decision }, { 'x-username': user })

async function approved(request: object): Promise<URLSearchParams> {
  const { body, text } = await decide(request)
  assert.equal(body.success, true, text)
  return new URL(body.data.redirectUrl).searchParams
}

const approvedCode = async (request: object) => (await approved(request)).get('code')!

async function signedIn(more: Record<string, string> = {}) {
  const clientId = await register()
  const code = await approvedCode(requestOf(clientId, more))
  const exchange = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: callback }
  const form = { ...exchange, code, code_verifier: verifier }
  const { status, body } = await postForm('/oauth/token', form)
  assert.equal(status, 200, JSON.stringify(body))
  return { clientId, form, tokens: body as { access_token: string; refresh_token: string; scope: string } }
}

const list = (token: string, url = resourceOf()) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })

/** What a desktop client stores, with the browser of its user replaced by the consent endpoint. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl = callback
  readonly clientMetadata: OAuthClientMetadata = { client_name: 'Official client', redirect_uris: [callback] }
  opened: URL | null = null
  stored: OAuthTokens | undefined
  #client: OAuthClientInformationMixed | undefined
  #verifier = ''

  clientInformation() {
    return this.#client
  }
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.#client = client
  }
  tokens() {
    return this.stored
  }
  saveTokens(tokens: OAuthTokens) {
    this.stored = tokens
  }
  redirectToAuthorization(url: URL) {
    this.opened = url
  }
  saveCodeVerifier(value: string) {
    this.#verifier = value
  }
  codeVerifier() {
    return this.#verifier
  }
}

const info = { name: 'test', version: '1' }

describe('the official client', () => {
  it('finds the way to sign in from the URL of a server, calls a tool, and refreshes', async () => {
    const provider = new Provider()
    const transport = new StreamableHTTPClientTransport(new URL(resourceOf()), { authProvider: provider })
    await assert.rejects(new Client(info).connect(transport), UnauthorizedError)
    assert.equal(provider.opened!.pathname, '/oauth/authorize')
    const request = Object.fromEntries(provider.opened!.searchParams)
    const described = await project.admin.post(`${consent}/preview`, { request })
    assert.equal(described.body.data.client.name, 'Official client', described.text)
    assert.equal(described.body.data.server.name, 'desk')
    await transport.finishAuth(await approved(request))
    const client = new Client(info)
    await client.connect(new StreamableHTTPClientTransport(new URL(resourceOf()), { authProvider: provider }))
    const result = await client.callTool({ name: 'text_slugify', arguments: { text: 'Hello World' } })
    assert.equal(result.isError ?? false, false)
    await client.close()
    const [{ name } = { name: '' }] = await app.db.rows<{ name: string }>(sql`
      select u.name from mcp_call c join external_user u on u.project_id = c.project_id and u.id = c.external_user_id
      where c.project_id = ${project.id} order by c.created_at desc limit 1`)
    assert.equal(name, 'ada')

    const before = provider.stored!
    await app.db.rows(
      sql`update mcp_grant set access_expires_at = now() - interval '1 s' where project_id = ${project.id}`,
    )
    const again = new Client(info)
    await again.connect(new StreamableHTTPClientTransport(new URL(resourceOf()), { authProvider: provider }))
    assert.notEqual(provider.stored!.access_token, before.access_token)
    await again.close()
  })
})

describe('an authorization request', () => {
  it('400: is refused without PKCE, for foreign redirect URIs, resources and clients', async () => {
    const clientId = await register()
    const sound = requestOf(clientId)
    const wrong: Record<string, string>[] = [
      { client_id: `${clientId.slice(0, -2)}xx` },
      { client_id: '' },
      { client_id: 'https://127.0.0.1/client.json' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${callback}/../other` },
      { response_type: 'token' },
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
      { resource: 'https://evil.example/api/v1/mcp' },
      { resource: `${address}/api/v1/mcp/public/${serverId}` },
    ]
    for (const each of wrong) {
      const { status, body } = await decide({ ...sound, ...each })
      assert.deepEqual(
        [status, body.error.code],
        [400, 'authorization_request_invalid'],
        JSON.stringify(each),
      )
    }
    assert.equal((await decide({ ...sound, resource: resourceOf(project.id) })).status, 404)
  })

  it('403: a short-lived token of an end user cannot approve a long-lived client', async () => {
    await decide(requestOf(await register()))
    const { data: users } = (await project.admin.get('/api/v1/external-users?search=ada')).body
    const made = await project.admin.post(`/api/v1/external-users/${users[0].id}/tokens`, { ttlSeconds: 300 })
    const response = await fetch(`${address}${consent}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.body.data.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ request: requestOf(await register()), decision: 'approve' }),
    })
    const { error } = (await response.json()) as { error: { code: string } }
    assert.deepEqual([response.status, error.code], [403, 'end_user_token_not_accepted'])
  })

  it('200: a denied one goes back to the client without a code', async () => {
    const { body } = await decide(requestOf(await register()), { decision: 'deny' })
    const { searchParams } = new URL(body.data.redirectUrl)
    assert.deepEqual(Object.fromEntries(searchParams), { error: 'access_denied', state: 's1', iss: address })
  })

  it('403: an approver cannot grant more than it has', async () => {
    const key = await project.admin.post('/api/v1/api-keys', { name: 'n', scopes: ['mcp:write'] })
    const response = await fetch(`${address}${consent}`, {
      method: 'POST',
      headers: { 'x-api-key': key.body.data?.key ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ request: requestOf(await register()), decision: 'approve' }),
    })
    assert.equal(response.status, 403, await response.text())
  })
})

describe('tokens', () => {
  it('reach one server and nothing else, as one user', async () => {
    const { tokens } = await signedIn()
    assert.equal((await list(tokens.access_token)).status, 200)
    const other = await list(tokens.access_token, resourceOf(await newServer('other')))
    assert.equal(other.status, 401)
    assert.match(other.headers.get('www-authenticate')!, /resource_metadata="http.*\/api\/v1\/mcp\//)
    assert.equal((await list(tokens.access_token, `${address}/api/v1/mcp`)).status, 401)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    for (const path of ['/api/v1/file', '/api/v1/tools', '/api/v1/mcp_manager', '/api/v1/mcp_clients'])
      assert.equal((await fetch(`${address}${path}`, { headers })).status, 403, path)
    const asOther = await fetch(resourceOf(), {
      method: 'POST',
      headers: { ...headers, 'x-username': 'bob', 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(asOther.status, 403)
  })

  it('a code is good once: shown again, it ends the tokens', async () => {
    const { form, tokens } = await signedIn()
    const again = await postForm('/oauth/token', form)
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
    assert.equal((await list(tokens.access_token)).status, 401)
  })

  it('400: a code is refused with another verifier, client or redirect URI, or after a minute', async () => {
    const clientId = await register()
    const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: callback }
    const wrong: Record<string, string>[] = [
      { code_verifier: 'x'.repeat(43) },
      { client_id: await register() },
      { redirect_uri: 'http://127.0.0.1:10/other' },
      { code: 'unknown' },
      { resource: `${address}/api/v1/mcp` },
      { resource: resourceOf(project.id) },
    ]
    const code = await approvedCode(requestOf(clientId))
    for (const each of wrong) {
      const { status } = await postForm('/oauth/token', { ...form, code, code_verifier: verifier, ...each })
      assert.equal(status, 400, JSON.stringify(each))
    }
    await app.db.rows(
      sql`update mcp_grant set code_expires_at = now() where project_id = ${project.id} and access_hash is null`,
    )
    const late = await postForm('/oauth/token', { ...form, code, code_verifier: verifier })
    assert.equal(late.body.error, 'invalid_grant')
  })

  it('a spent refresh token is accepted for a minute, then ends the tokens', async () => {
    const { clientId, tokens } = await signedIn()
    const refresh = (token: string) =>
      postForm('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token })
    assert.equal((await refresh(tokens.refresh_token)).status, 200)
    const retried = await refresh(tokens.refresh_token)
    assert.equal(retried.status, 200)
    await app.db.rows(
      sql`update mcp_grant set refreshed_at = refreshed_at - interval '2 min' where project_id = ${project.id}`,
    )
    const current = await refresh(retried.body.refresh_token!)
    await app.db.rows(
      sql`update mcp_grant set refreshed_at = refreshed_at - interval '2 min' where project_id = ${project.id}`,
    )
    assert.equal((await refresh(retried.body.refresh_token!)).status, 400)
    assert.equal((await list(current.body.access_token!)).status, 401)
  })

  it('end when they are revoked by the client, by the project, with the server and with the user', async () => {
    const byClient = await signedIn()
    assert.equal((await postForm('/oauth/revoke', { token: byClient.tokens.refresh_token })).status, 200)
    assert.equal((await list(byClient.tokens.access_token)).status, 401)
    assert.equal((await postForm('/oauth/revoke', { token: 'unknown' })).status, 200)

    const byProject = await signedIn()
    const { body } = await project.admin.get('/api/v1/mcp_clients?search=Edit')
    const [client] = body.data
    assert.deepEqual([client.name, client.serverName, client.externalUser.name], ['Editor', 'desk', 'ada'])
    assert.equal((await project.admin.delete(`/api/v1/mcp_clients/${client.id}`)).status, 200)
    assert.equal((await project.admin.delete(`/api/v1/mcp_clients/${client.id}`)).status, 404)
    assert.equal((await list(byProject.tokens.access_token)).status, 401)

    const id = await newServer('short-lived')
    const withServer = await signedIn({ resource: resourceOf(id) })
    assert.equal((await list(withServer.tokens.access_token, resourceOf(id))).status, 200)
    await project.admin.delete(`/api/v1/mcp_manager/${id}`)
    assert.equal((await list(withServer.tokens.access_token, resourceOf(id))).status, 401)

    const withUser = await signedIn()
    const { data: users } = (await project.admin.get('/api/v1/external-users?search=ada')).body
    await project.admin.delete(`/api/v1/external-users/${users[0].id}`)
    assert.equal((await list(withUser.tokens.access_token)).status, 401)
  })

  it('have only the scopes that were requested', async () => {
    const { tokens } = await signedIn({ scope: 'mcp:execute admin' })
    assert.equal(tokens.scope, 'mcp:execute')
  })
})

describe('redirect URIs and metadata documents', () => {
  it('are HTTPS, loopback on any port, or a private scheme', () => {
    for (const uri of ['https://a.example/cb', 'http://localhost:1/cb', 'http://[::1]/cb', 'cursor://x/cb'])
      assert.ok(isUsableRedirectUri(uri), uri)
    for (const uri of [
      'http://a.example/cb',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a/#x',
      'x',
      'https://u:p@a/',
    ])
      assert.ok(!isUsableRedirectUri(uri), uri)
    assert.ok(isRegistered(['http://127.0.0.1/cb'], 'http://127.0.0.1:5123/cb'))
    assert.ok(!isRegistered(['http://127.0.0.1/cb'], 'http://127.0.0.1:5123/other'))
    assert.ok(!isRegistered(['https://a.example/cb'], 'https://a.example:8443/cb'))
  })

  it('a document is read over HTTPS, from a server whose certificate is trusted, and not again for five minutes', async () => {
    const requested: string[] = []
    const documents: Record<string, (url: string) => object | string> = {
      '/editor.json': (url) => ({ client_id: url, client_name: 'Editor', redirect_uris: [callback] }),
      '/of-another.json': (url) => ({
        client_id: `${url}x`,
        client_name: 'Other',
        redirect_uris: [callback],
      }),
      '/large.json': (url) => `${JSON.stringify({ client_id: url })}${' '.repeat(30_000)}`,
      '/page.json': () => '<html>',
    }
    const server = await startHttpsServer((request, response) => {
      const path = request.url!
      requested.push(path)
      if (path === '/moved.json') return void response.writeHead(302, { location: '/editor.json' }).end()
      const document = documents[path]?.(`${server.url}${path}`)
      if (document === undefined) return void response.writeHead(404).end()
      response.end(typeof document === 'string' ? document : JSON.stringify(document))
    })
    const authorize = (path: string) => decide(requestOf(`${server.url}${path}`))
    try {
      const untrusted = await authorize('/editor.json')
      assert.deepEqual(
        [untrusted.status, untrusted.body.error.code, requested],
        [400, 'authorization_request_invalid', []],
      )
      server.trust(true)
      for (const path of [
        '/of-another.json',
        '/large.json',
        '/page.json',
        '/moved.json',
        '/missing.json',
        '/',
      ])
        assert.equal((await authorize(path)).body.error.code, 'authorization_request_invalid', path)
      assert.ok(!requested.includes('/editor.json'), 'a redirect is not followed')
      const clientId = `${server.url}/editor.json`
      const code = await approvedCode(requestOf(clientId))
      const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: callback }
      const { status, body } = await postForm('/oauth/token', { ...form, code, code_verifier: verifier })
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal((await list(body.access_token!)).status, 200)
      const times = () => requested.filter((path) => path === '/editor.json').length
      assert.equal(times(), 1)
      app.clock.advance(6 * 60_000)
      assert.equal((await authorize('/editor.json')).status, 200)
      assert.equal(times(), 2)
    } finally {
      await server.stop()
    }
  })

  it('a document counts only for its own URL', () => {
    const url = 'https://client.example/oauth.json'
    const document = { client_id: url, client_name: 'Editor\u202e', redirect_uris: [callback] }
    assert.deepEqual(readClientDocument(url, JSON.stringify(document)), {
      id: url,
      name: 'Editor',
      url,
      redirectUris: [callback],
    })
    for (const text of ['', '{}', JSON.stringify({ ...document, client_id: 'https://other.example/o.json' })])
      assert.throws(() => readClientDocument(url, text), { code: 'authorization_request_invalid' })
    assert.throws(() => readClientDocument('https://client.example/', JSON.stringify(document)))
  })
})
