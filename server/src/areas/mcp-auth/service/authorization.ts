import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { areWithin } from '../../../kernel/http/auth/authorize.ts'
import { type NewId, newToken } from '../../../kernel/ids.ts'
import { keyIdOf, type Scope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets/token.ts'
import type { Audit } from '../../audit/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { Mcp, McpOrigins } from '../../mcp/index.ts'
import type { AuthorizationRequest, DecideBody, RequestParameters } from '../schema/authorization.ts'
import { insertGrant } from '../store/grant.ts'
import type { Client, Clients } from './clients.ts'
import { isLocalRedirectUri, isRegistered } from './redirect-uris.ts'
import { type McpScope, requestedScopes, scopeTexts } from './scopes.ts'

const codeMs = 60_000
const challengeForm = /^[A-Za-z0-9_-]{43}$/

export type AuthorizationDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  clients: Clients
  origins: McpOrigins
  mcp: Pick<Mcp, 'findServer'>
  externalUsers: Pick<ExternalUsers, 'hold'>
}

type Server = { id: string | null; name: string; description: string }
type Sound = { client: Client; redirectUri: string; challenge: string; scopes: McpScope[]; server: Server }

const refuse = (message: string, hint?: string) =>
  new AppError('authorization_request_invalid', message, hint === undefined ? {} : { hint })

/** A client requests access, a user decides, and the client gets a code that is good for a minute. */
export function createAuthorization(deps: AuthorizationDeps) {
  const { db, clock, newId, audit, clients, origins, mcp, externalUsers } = deps

  async function serverOf(
    scope: Scope,
    host: string | undefined,
    resource: string | undefined,
  ): Promise<Server> {
    const name = resource === undefined ? null : origins.serverIn(resource, host)
    if (name === undefined) throw refuse('The resource is not an MCP server of this installation')
    if (name === null) return { id: null, name: 'stoa', description: 'All tools of the project' }
    const found = await mcp.findServer(scope, name)
    if (found) return { id: found.id, name: found.name, description: found.description }
    throw new AppError('mcp_server_not_found', 'This MCP server is not in the project', {
      hint: 'Select the project that the server belongs to.',
    })
  }

  /** Refuses what must not be sent back to the client: until client and redirect URI are known, there is no client. */
  async function read(scope: Scope, host: string | undefined, request: RequestParameters): Promise<Sound> {
    const client = await clients.find(request.client_id ?? '')
    const redirectUri =
      request.redirect_uri ?? (client.redirectUris.length === 1 ? client.redirectUris[0]! : '')
    if (!isRegistered(client.redirectUris, redirectUri))
      throw refuse('The redirect_uri is not one that the client has registered')
    if (request.response_type !== 'code') throw refuse('response_type must be code')
    if (request.code_challenge_method !== 'S256' || !challengeForm.test(request.code_challenge ?? ''))
      throw refuse('PKCE is required: send a code_challenge with code_challenge_method=S256')
    const server = await serverOf(scope, host, request.resource)
    const scopes = requestedScopes(request.scope)
    return { client, redirectUri, challenge: request.code_challenge!, scopes, server }
  }

  function redirectTo(
    host: string | undefined,
    redirectUri: string,
    request: RequestParameters,
    result: object,
  ) {
    const { state, resource } = request
    const iss = origins.issuerFor(resource, host)
    const url = new URL(redirectUri)
    for (const [name, value] of Object.entries({ ...result, state, iss }))
      if (value !== undefined) url.searchParams.set(name, value)
    return { redirectUrl: url.href }
  }

  async function approve(scope: Scope, sound: Sound): Promise<string> {
    const { client, redirectUri, challenge, server } = sound
    // Not more than the approver may do.
    const scopes = sound.scopes.filter((each) => areWithin(scope.permissions, [each]))
    if (!scopes.includes('mcp:execute'))
      throw new AppError('insufficient_scope', 'You cannot allow what your key does not have: mcp:execute', {
        facts: { requiredScope: 'mcp:execute' },
      })
    const code = newToken()
    const id = newId()
    const at = clock.now()
    await db.tx(async (tx) => {
      await externalUsers.hold(tx, scope)
      await insertGrant(tx, scope, {
        id,
        serverId: server.id,
        keyId: keyIdOf(scope.actor),
        clientId: client.id,
        clientName: client.name,
        redirectUri,
        scopes,
        codeHash: hashToken(code),
        codeChallenge: challenge,
        codeExpiresAt: new Date(at.getTime() + codeMs),
        at,
      })
      await audit.record(tx, scope, {
        action: 'mcp_client.authorized',
        targetType: 'mcp_client',
        targetId: id,
        details: { client: client.name, serverId: server.id, scopes },
      })
    })
    return code
  }

  return {
    async preview(
      scope: Scope,
      host: string | undefined,
      request: RequestParameters,
    ): Promise<AuthorizationRequest> {
      const { client, redirectUri, scopes, server } = await read(scope, host, request)
      return {
        client: { name: client.name, url: client.url, redirectUri, isLocal: isLocalRedirectUri(redirectUri) },
        server,
        scopes: scopes.map((name) => ({ scope: name, description: scopeTexts[name] })),
        externalUser: scope.externalUser,
      }
    },
    /** Where the browser goes with the decision. */
    async decide(scope: Scope, host: string | undefined, { request, decision }: DecideBody) {
      const sound = await read(scope, host, request)
      const result = decision === 'deny' ? { error: 'access_denied' } : { code: await approve(scope, sound) }
      return redirectTo(host, sound.redirectUri, request, result)
    },
  }
}

export type Authorization = ReturnType<typeof createAuthorization>
