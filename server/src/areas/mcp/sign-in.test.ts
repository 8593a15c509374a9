import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, describe, it } from 'node:test'
import { startOAuthMcpServer } from '../../../test/fakes/oauth-mcp-server.ts'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { accountPath, callbackAddress, createPerson } from '../connections/testing.ts'
import { isOfResource } from './external/oauth/is-of-resource.ts'

const app = await startTestApp({ hasPieces: false, allowPrivate: '127.0.0.1/32' })
const remote = await startOAuthMcpServer()
after(async () => {
  await app.stop()
  await remote.stop()
})
afterEach(() => remote.truth())

const imports = '/api/v1/toolkits/import/mcp'
const resourcePath = '/.well-known/oauth-protected-resource/mcp'
const serverPath = '/.well-known/oauth-authorization-server/tenant'
let project: TestProject
before(async () => {
  project = await app.newProject()
})
const signIn = (slug: string, more: object = {}, caller: Caller = project.admin) =>
  caller.post(imports, { slug, url: remote.url, authSchemes: ['DCR_OAUTH'], ...more })

async function linkOf(slug: string, caller: Caller) {
  const { body } = await project.admin.get(`/api/v1/auth_configs?toolkitSlug=${slug}`)
  const link = await caller.post(`${accountPath}/link`, { authConfigId: body.data[0]?.id })
  assert.equal(link.status, 200, link.text)
  return link
}

async function connect(slug: string, caller: Caller) {
  const person = createPerson(app)
  const link = await linkOf(slug, caller)
  const { url, cookie } = await person.depart(link.body.data.redirectUrl)
  return { url, back: await person.comeBack(await remote.consent(url.href), cookie) }
}

describe('signing in to another MCP server', () => {
  it('is discovered, a client is registered, and tokens are requested for that server alone', async () => {
    const preview = await signIn('guarded', { dryRun: true })
    assert.deepEqual([preview.status, remote.clients.size], [200, 0], preview.text)
    const imported = await signIn('guarded')
    assert.equal(imported.status, 200, imported.text)
    assert.deepEqual([imported.body.data.authSchemes, imported.body.data.toolCount], [['OAUTH2'], 0])
    const [client] = remote.clients.values()
    assert.deepEqual(client!.redirectUris, [callbackAddress])
    assert.ok(!imported.text.includes(client!.secret))

    const { url, back } = await connect('guarded', project.admin)
    assert.equal(back.status, 200, back.text)
    assert.equal(url.searchParams.get('resource'), remote.url)
    assert.equal(url.searchParams.get('scope'), 'greet offline_access')
    const refreshed = await project.admin.post('/api/v1/toolkits/byId/guarded/refresh', {})
    assert.equal(refreshed.body.data?.toolCount, 1, refreshed.text)
    const called = await project.admin.post('/api/v1/tools/execute/guarded_greet', { arguments: {} })
    assert.equal(called.body.data?.data.content[0].text, 'Hello', called.text)
  })

  it('lasts: a token that has expired is refreshed for the same server', async () => {
    const before = new Set(remote.tokens.keys())
    remote.tokens.clear()
    await app.db.rows(sql`update connected_account set expires_at = ${new Date(0)}`)
    const called = await project.admin.post('/api/v1/tools/execute/guarded_greet', { arguments: {} })
    assert.equal(called.body.data?.successful, true, called.text)
    assert.ok([...remote.tokens.keys()].every((token) => !before.has(token)))
  })

  it('is refused where metadata is not about the server, or sends its clients elsewhere', async () => {
    const elsewhere = 'http://127.0.0.1:9'
    const of = (body: object) => () => remote.lie(resourcePath, body)
    const server = (change: object) => () => remote.lie(serverPath, { ...remote.metadata, ...change })
    const challenge = (header: string) => () =>
      remote.lieWith(
        '/mcp',
        (response: ServerResponse) => void response.writeHead(401, { 'www-authenticate': header }).end(),
      )
    const redirect = (path: string) => () =>
      remote.lieWith(
        path,
        (response: ServerResponse) => void response.writeHead(302, { location: `${elsewhere}/` }).end(),
      )
    const attacks: [string, () => void][] = [
      ['metadata at another host', challenge(`Bearer resource_metadata="${elsewhere}/metadata"`)],
      ['another resource', of({ resource: `${elsewhere}/mcp`, authorization_servers: [remote.issuer] })],
      ['a longer path', of({ resource: `${remote.url}/other`, authorization_servers: [remote.issuer] })],
      ['another issuer', server({ issuer: 'https://accounts.example.com' })],
      ['no PKCE', server({ code_challenge_methods_supported: ['plain'] })],
      ['no PKCE named', server({ code_challenge_methods_supported: undefined })],
      ['a server that does not know the resource', server({ protected_resources: [`${elsewhere}/mcp`] })],
      ['a script in place of a page', server({ authorization_endpoint: 'javascript:alert(1)' })],
      ['a file in place of tokens', server({ token_endpoint: 'file:///etc/passwd' })],
      ['a user in the URL', server({ token_endpoint: `http://a:b@127.0.0.1:9/token` })],
      ['metadata that is moved', redirect(serverPath)],
      ['a resource that is moved', redirect(resourcePath)],
      ['registration inside', server({ registration_endpoint: 'http://169.254.169.254/register' })],
      [
        'an authorization server inside',
        of({ resource: remote.url, authorization_servers: ['http://169.254.169.254'] }),
      ],
      ['no JSON', () => remote.lieWith(serverPath, (response) => void response.end('<html>'))],
      ['too much', () => remote.lieWith(serverPath, (response) => void response.end(' '.repeat(1_000_000)))],
    ]
    const clients = remote.clients.size
    for (const [name, lie] of attacks) {
      lie()
      remote.seen.length = 0
      const refused = await signIn('lied')
      assert.ok([400, 502].includes(refused.status), `${name}: ${refused.text}`)
      assert.equal(remote.clients.size, clients, name)
      remote.truth()
    }
    const [left] = await app.db.rows<{ count: number }>(
      sql`select count(*)::int as count from toolkit where slug = 'lied'`,
    )
    assert.equal(left!.count, 0)
  })

  it('takes a response of its own authorization server alone', async () => {
    const person = createPerson(app)
    const link = await linkOf('guarded', project.admin.as('mallory'))
    const { url, cookie } = await person.depart(link.body.data.redirectUrl)
    const back = await remote.consent(url.href)
    back.searchParams.set('iss', 'https://accounts.example.com')
    const mixed = await person.comeBack(back, cookie)
    assert.match(mixed.text, /wrong issuer/)
  })

  it('compares an issuer also where the authorization server does not announce that it sends one', async () => {
    const silent = { ...remote.metadata, authorization_response_iss_parameter_supported: undefined }
    remote.lie(serverPath, silent)
    assert.equal((await signIn('silent')).status, 200)
    const consent = async (user: string, change: (back: URL) => void) => {
      const person = createPerson(app)
      const { body } = await linkOf('silent', project.admin.as(user))
      const { url, cookie } = await person.depart(body.data.redirectUrl)
      const back = await remote.consent(url.href)
      change(back)
      return person.comeBack(back, cookie)
    }
    const mixed = await consent('eve', (back) => back.searchParams.set('iss', 'https://accounts.example.com'))
    assert.match(mixed.text, /wrong issuer/)
    assert.equal((await consent('ann', (back) => back.searchParams.delete('iss'))).status, 200)
    assert.equal((await consent('ben', () => undefined)).status, 200)
    const { body } = await project.admin
      .as('ben')
      .post('/api/v1/tools/execute/guarded_greet', { arguments: {} })
    assert.equal(body.error?.code, 'connection_required')
  })

  it('registers its client as an application of this machine where the redirect leads to it', () => {
    assert.ok(remote.registrations.length > 0)
    assert.ok(remote.registrations.every(({ application_type: type }) => type === 'native'))
  })

  it('requests the rights that a call lacks, beside those that the account has', async () => {
    remote.requiredScope = 'greet greet.loud'
    const caller = project.admin
    const execute = () => caller.post('/api/v1/tools/execute/guarded_greet', { arguments: {} })
    const refused = await execute()
    assert.equal(refused.body.error?.code, 'connection_required', refused.text)
    assert.match(refused.body.message, /greet\.loud/)
    const person = createPerson(app)
    const { url, cookie } = await person.depart(refused.body.error.redirectUrl)
    assert.equal(url.searchParams.get('scope'), 'greet offline_access greet.loud')
    assert.equal((await person.comeBack(await remote.consent(url.href), cookie)).status, 200)
    assert.equal((await execute()).body.data?.successful, true)
    // Rights that consent has not brought are not requested in a cycle.
    remote.requiredScope = 'greet.louder'
    const { url: again, cookie: second } = await person.depart((await execute()).body.error.redirectUrl)
    await person.comeBack(await remote.consent(again.href), second)
    remote.deniesAll = true
    const denied = await execute()
    assert.deepEqual(
      [denied.body.data?.successful, denied.body.data?.errorCode],
      [false, 'insufficient_scope'],
      denied.text,
    )
    remote.requiredScope = ''
    remote.deniesAll = false
  })

  it('leaves neither a toolkit nor an auth config when it cannot store both, and can be repeated', async () => {
    await app.db.rows(sql`
      create function refuse_auth_config() returns trigger language plpgsql as $$
        begin raise exception 'killed here'; end $$`)
    await app.db.rows(sql`
      create trigger refuse_auth_config before insert on auth_config
        for each row execute function refuse_auth_config()`)
    const refused = await signIn('interrupted')
    await app.db.rows(sql`drop trigger refuse_auth_config on auth_config`)
    assert.equal(refused.status, 500, refused.text)
    assert.equal((await project.admin.get('/api/v1/toolkits/byId/interrupted')).status, 404)
    const imported = await signIn('interrupted')
    assert.equal(imported.status, 200, imported.text)
    assert.equal((await connect('interrupted', project.admin)).back.status, 200)
  })

  it('200: without registration the toolkit waits for a client that is registered by hand', async () => {
    remote.lie(serverPath, { ...remote.metadata, registration_endpoint: undefined })
    const imported = await signIn('by-hand')
    assert.equal(imported.status, 200, imported.text)
    const configs = await project.admin.get('/api/v1/auth_configs?toolkitSlug=by-hand')
    assert.deepEqual(configs.body.data, [])
  })

  it('400 and 403: with other schemes, for programs, and for keys that may not add auth configs', async () => {
    const mixed = await signIn('mixed', { authSchemes: ['DCR_OAUTH', 'API_KEY'] })
    assert.equal(mixed.body.error.code, 'invalid_parameter', mixed.text)
    const program = await signIn('program', { url: 'stdio:any' })
    assert.equal(program.status, 400)
    const { body } = await project.admin.post('/api/v1/api-keys', { name: 'k', scopes: ['toolkits:*'] })
    const narrow = app.callerWith({ 'x-api-key': body.data.key })
    remote.seen.length = 0
    assert.equal((await signIn('narrow', {}, narrow)).body.error.code, 'insufficient_scope')
    assert.equal(remote.seen.length, 0)
  })
})

describe('the resource of metadata', () => {
  it('is the server or above it, at the same origin', () => {
    const url = 'https://mcp.example.com/team/mcp'
    for (const same of [url, `${url}/`, 'https://mcp.example.com/team', 'https://mcp.example.com/'])
      assert.ok(isOfResource(url, same), same)
    for (const other of [
      'https://mcp.example.com/te',
      'https://mcp.example.com.evil.example/team/mcp',
      'https://evil.example/team/mcp',
      'http://mcp.example.com/team/mcp',
      'https://mcp.example.com:8443/team/mcp',
      'https://mcp.example.com/team/mcp/more',
      'mcp.example.com',
      '',
    ])
      assert.ok(!isOfResource(url, other), other)
  })
})
