import {
  type AuthorizationServerMetadata,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
  // biome-ignore lint/suspicious/noDeprecatedImports: authorization servers of today register clients; documents need a public HTTPS URL of ours
  registerClient,
} from '@modelcontextprotocol/client'
import { AppError } from '../../../../kernel/errors.ts'
import { isLoopback } from '../../../../kernel/net/addresses.ts'
import type { Outbound } from '../../../../kernel/net/outbound.ts'
import { isOfResource } from './is-of-resource.ts'
import { metadataFetch } from './metadata-fetch.ts'

/** How accounts of a server are connected, as its authorization server says. */
export type DiscoveredSignIn = {
  issuer: string
  /** Whether it names itself in its responses, so that they can be distinguished from those of others. */
  sendsIssuer: boolean
  authorizationUrl: string
  tokenUrl: string
  revocationUrl: string | null
  scopes: string[]
  /** What tokens are requested for: a token for another resource is of no use here. */
  resource: string
  clientAuthentication: 'basic' | 'body'
  /** Null where clients are registered by hand. */
  register: ((redirectUri: string) => Promise<RegisteredClient>) | null
}

export type RegisteredClient = { client_id: string; client_secret?: string }

const clientName = 'Stoa'
const offlineAccess = 'offline_access'

/**
 * Finds out how to sign in to an MCP server (RFC 9728, RFC 8414, RFC 7591). The server is not trusted: its metadata must be
 * about itself, that of the authorization server must be of the issuer that was named, and neither can make us send
 * anything to a place that the outbound client would not call.
 */
export async function discoverSignIn(outbound: Outbound, url: string): Promise<DiscoveredSignIn> {
  const fetch = metadataFetch(outbound)
  try {
    const challenge = await challengeOf(fetch, url)
    const resource = await resourceOf(fetch, url, challenge.resourceMetadataUrl)
    const issuer = resource?.authorization_servers?.[0] ?? new URL(url).origin
    const server = await discoverAuthorizationServerMetadata(issuer, { fetchFn: fetch })
    if (!server) throw refused(`${issuer} says nothing about how to sign in`)
    return signInOf(fetch, url, server, { challenge, resource })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refused(String((error as Error).message).slice(0, 300), error)
  }
}

type Challenge = ReturnType<typeof extractWWWAuthenticateParams>

/** What the server says to a caller without credentials. */
async function challengeOf(fetch: FetchLike, url: string): Promise<Challenge> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  await response.body?.cancel()
  return response.status === 401 ? extractWWWAuthenticateParams(response) : {}
}

/** Null where a server of the first kind has none, and is its own authorization server. */
async function resourceOf(
  fetch: FetchLike,
  url: string,
  metadataUrl: URL | undefined,
): Promise<OAuthProtectedResourceMetadata | null> {
  if (metadataUrl && metadataUrl.origin !== new URL(url).origin)
    throw refused('its metadata is at another host')
  const options = metadataUrl ? { resourceMetadataUrl: metadataUrl } : {}
  const found = await discoverOAuthProtectedResourceMetadata(url, options, fetch).catch((error) => {
    if (error instanceof AppError || metadataUrl) throw error
    return null
  })
  if (found && !isOfResource(url, found.resource)) throw refused('its metadata is that of another resource')
  return found
}

function signInOf(
  fetch: FetchLike,
  url: string,
  server: AuthorizationServerMetadata,
  { challenge, resource }: { challenge: Challenge; resource: OAuthProtectedResourceMetadata | null },
): DiscoveredSignIn {
  const { issuer, authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl } = server
  const named = resource?.resource ?? url
  if (!server.code_challenge_methods_supported?.includes('S256'))
    throw refused('its authorization server does not support PKCE with S256')
  const listed = (server as { protected_resources?: unknown }).protected_resources
  if (Array.isArray(listed) && !listed.includes(named))
    throw refused('its authorization server does not know the MCP server')
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const isOffline = server.scopes_supported?.includes(offlineAccess) ?? false
  const requested = challenge.scope?.split(' ').filter(Boolean) ?? resource?.scopes_supported ?? []
  const revocationUrl = 'revocation_endpoint' in server ? (server.revocation_endpoint ?? null) : null
  for (const each of [authorizationUrl, tokenUrl, revocationUrl]) if (each) requireAsSafe(issuer, each)
  return {
    issuer,
    sendsIssuer:
      (server as { authorization_response_iss_parameter_supported?: unknown })
        .authorization_response_iss_parameter_supported === true,
    authorizationUrl,
    tokenUrl,
    revocationUrl,
    scopes: [...new Set([...requested, ...(isOffline ? [offlineAccess] : [])])].slice(0, 100),
    resource: named,
    clientAuthentication: methods.includes('client_secret_post') ? 'body' : 'basic',
    register: server.registration_endpoint ? (redirectUri) => register(fetch, server, redirectUri) : null,
  }
}

async function register(
  fetchFn: FetchLike,
  server: AuthorizationServerMetadata,
  redirectUri: string,
): Promise<RegisteredClient> {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const preferred = ['client_secret_post', 'client_secret_basic', 'none'].find((each) =>
    methods.includes(each),
  )
  if (!preferred) throw refused('its authorization server accepts no way in which a client can prove itself')
  const registered = await registerClient(server.issuer, {
    metadata: server,
    fetchFn,
    clientMetadata: {
      client_name: clientName,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: preferred,
      // Authorization servers take a redirect to this machine from native applications alone.
      application_type: isLoopback(new URL(redirectUri)) ? 'native' : 'web',
    },
  }).catch((error) => {
    if (error instanceof AppError) throw error
    throw refused(
      `its authorization server registers no client: ${String(error.message).slice(0, 300)}`,
      error,
    )
  })
  const { client_id, client_secret } = registered
  return { client_id, ...(client_secret ? { client_secret } : {}) }
}

/** Where an issuer is at HTTPS, nothing of it is sent without it. */
function requireAsSafe(issuer: string, url: string): void {
  const { protocol, username, password } = new URL(url)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && new URL(issuer).protocol === 'http:')
  if (!isSafe || username !== '' || password !== '')
    throw refused('its authorization server names an endpoint that is not safe')
}

const refused = (why: string, cause?: unknown) =>
  new AppError('upstream_error', `The MCP server cannot be signed in to: ${why}`, {
    hint: 'Use headers, or authConfigDetails with the URLs of its authorization server.',
    ...(cause === undefined ? {} : { cause }),
  })
