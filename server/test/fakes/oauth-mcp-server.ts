import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'

type Grant = { clientId: string; redirectUri: string; challenge: string; resource: string; scope: string }

/**
 * An MCP server with its own authorization server, on loopback: metadata, registration, PKCE, tokens for one resource,
 * refresh tokens that rotate. What it says about itself can be changed, as a hostile one would.
 */
export async function startOAuthMcpServer() {
  /** Scopes without which it refuses calls with 403, and whether it does with them too. */
  const rights = { requiredScope: '', deniesAll: false }
  const registrations: Record<string, unknown>[] = []
  const clients = new Map<string, { redirectUris: string[]; secret: string }>()
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()
  const refreshTokens = new Map<string, Grant>()
  const seen: { path: string; authorization: string | undefined }[] = []
  /** Replaces what a path would respond. */
  const lies = new Map<string, (response: ServerResponse) => void>()
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const resource = `${origin}/mcp`
  const issuer = `${origin}/tenant`
  const handler = createMcpHandler(() => {
    const mcp = new McpServer({ name: 'guarded', version: '1.0.0' })
    mcp.registerTool('greet', { description: 'Greets.' }, () => ({
      content: [{ type: 'text' as const, text: 'Hello' }],
    }))
    return mcp
  })
  const json = (response: ServerResponse, body: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: ['greet', 'offline_access'],
  }

  function issue(response: ServerResponse, grant: Grant) {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
    tokens.set(access, grant)
    refreshTokens.set(refresh, grant)
    const body = { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600 }
    return json(response, { ...body, scope: grant.scope })
  }

  function token(form: URLSearchParams, response: ServerResponse) {
    const client = clients.get(form.get('client_id') ?? '')
    if (!client || client.secret !== form.get('client_secret'))
      return json(response, { error: 'invalid_client' }, 401)
    if (form.get('resource') !== resource) return json(response, { error: 'invalid_target' }, 400)
    const refresh = form.get('refresh_token') ?? ''
    const known = refreshTokens.get(refresh)
    refreshTokens.delete(refresh)
    if (form.get('grant_type') === 'refresh_token')
      return known ? issue(response, known) : json(response, { error: 'invalid_grant' }, 400)
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== proof || grant.redirectUri !== form.get('redirect_uri'))
      return json(response, { error: 'invalid_grant' }, 400)
    return issue(response, grant)
  }

  async function register(request: IncomingMessage, response: ServerResponse) {
    const registration = JSON.parse(await text(request)) as { redirect_uris: string[] }
    registrations.push(registration)
    const { redirect_uris: redirectUris } = registration
    const id = `client-${randomUUID()}`
    clients.set(id, { redirectUris, secret: `secret-${randomUUID()}` })
    const registered = { client_id: id, client_secret: clients.get(id)!.secret, redirect_uris: redirectUris }
    json(response, { ...registered, token_endpoint_auth_method: 'client_secret_post' }, 201)
  }

  /** The user consents immediately. */
  function authorize(query: URLSearchParams, response: ServerResponse) {
    const [clientId = '', redirectUri = ''] = [query.get('client_id'), query.get('redirect_uri')].map(String)
    if (!clients.get(clientId)?.redirectUris.includes(redirectUri)) return json(response, {}, 400)
    if (query.get('code_challenge_method') !== 'S256') return json(response, {}, 400)
    const code = randomUUID()
    codes.set(code, {
      clientId,
      redirectUri,
      challenge: String(query.get('code_challenge')),
      resource: String(query.get('resource')),
      scope: String(query.get('scope')),
    })
    const back = new URL(redirectUri)
    for (const [name, value] of Object.entries({ code, state: String(query.get('state')), iss: issuer }))
      back.searchParams.set(name, value)
    return response.writeHead(302, { location: back.href }).end()
  }

  async function mcp(request: IncomingMessage, response: ServerResponse) {
    const { method = 'GET', headers } = request
    const grant = tokens.get(headers.authorization?.replace('Bearer ', '') ?? '')
    if (grant?.resource !== resource) {
      const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="greet"`
      return response.writeHead(401, { 'www-authenticate': challenge }).end()
    }
    const passed = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const body = method === 'POST' ? await text(request) : null
    const granted = new Set(grant.scope.split(' '))
    const lacks = rights.requiredScope.split(' ').some((each) => each !== '' && !granted.has(each))
    if (body?.includes('"tools/call"') && (lacks || rights.deniesAll)) {
      const challenge = `Bearer error="insufficient_scope", scope="${rights.requiredScope}"`
      return response.writeHead(403, { 'www-authenticate': challenge }).end()
    }
    const result = await handler.fetch(new Request(resource, { method, headers: passed, body }))
    return response.writeHead(result.status, Object.fromEntries(result.headers)).end(await result.text())
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    seen.push({ path: pathname, authorization: request.headers.authorization })
    const lie = lies.get(pathname)
    if (lie) return lie(response)
    if (pathname === '/.well-known/oauth-protected-resource/mcp')
      return json(response, { resource, authorization_servers: [issuer], scopes_supported: ['greet'] })
    if (pathname === '/.well-known/oauth-authorization-server/tenant') return json(response, metadata)
    if (pathname === '/tenant/register') return register(request, response)
    if (pathname === '/tenant/authorize') return authorize(searchParams, response)
    if (pathname === '/tenant/token') return token(new URLSearchParams(await text(request)), response)
    if (pathname === '/mcp') return mcp(request, response)
    return response.writeHead(404).end()
  }

  return Object.assign(rights, {
    registrations,
    url: resource,
    origin,
    issuer,
    metadata,
    clients,
    tokens,
    seen,
    lie: (path: string, body: object) => void lies.set(path, (response) => void json(response, body)),
    lieWith: (path: string, respond: (response: ServerResponse) => void) => void lies.set(path, respond),
    truth: () => lies.clear(),
    async consent(url: string): Promise<URL> {
      const response = await fetch(url, { redirect: 'manual' })
      const location = response.headers.get('location')
      if (location === null) throw new Error(`no consent: ${response.status} ${await response.text()}`)
      return new URL(location)
    },
    async stop(): Promise<void> {
      server.close()
      server.closeAllConnections()
    },
  })
}
