import * as oauth from 'oauth4webapi'
import { AppError } from '../../../../kernel/errors.ts'
import type { Outbound } from '../../../../kernel/net/outbound.ts'
import type { OAuthService } from './service-urls.ts'
import { readTokenResponse, type TokenResponse } from './token-response.ts'

/** A service inside this process; null when the URL is not its own. */
export type LocalService = (
  url: string,
  headers: Readonly<Record<string, string>>,
  form: URLSearchParams,
) => Promise<{ status: number; body: string }> | null

export type TokenEndpointDeps = { outbound: Outbound; local: LocalService }

// Three of them, one for each pair of credentials, fit into the lease of a renewal.
const timeoutMs = 15_000
const maxBytes = 256 * 1024

/**
 * The client of token and revocation endpoints. Requests are built by the library, by the standard; responses are
 * parsed by us, since few follow it. Every one goes through the guard, to the host of the endpoint alone, and follows
 * no redirect.
 */
export function createTokenEndpoint({ outbound, local }: TokenEndpointDeps) {
  async function post(
    url: string,
    headers: Readonly<Record<string, string>>,
    form: URLSearchParams,
  ): Promise<{ status: number; body: string }> {
    const localResponse = local(url, headers, form)
    if (localResponse) return localResponse
    const response = await outbound.request({
      method: 'POST',
      url,
      headers: { ...headers, accept: 'application/json' },
      body: form.toString(),
      allowedHosts: [new URL(url).hostname],
      maxRedirects: 0,
      timeoutMs,
      maxBytes,
    })
    return { status: response.status, body: await response.text() }
  }

  const options = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (
      url: string,
      { headers, body }: { headers: Record<string, string>; body?: unknown },
    ) => {
      const response = await post(url, headers, body as URLSearchParams)
      // A fetch `Response` may not have a body with these statuses, and a body has no meaning here.
      const isEmpty = response.status === 204 || response.status === 304
      return new Response(isEmpty ? null : response.body, { status: Math.max(response.status, 200) })
    },
  }

  /** With the resource that the token is for, where one is named. */
  const forResource = ({ resource }: OAuthService) =>
    resource === null ? options : { ...options, additionalParameters: { resource } }

  async function read(service: OAuthService, response: Promise<Response>): Promise<TokenResponse> {
    const reply = await response
    return readTokenResponse(reply.status, await reply.text(), new URL(service.tokenUrl!).hostname)
  }

  return {
    exchangeCode: (
      service: OAuthService,
      callback: URLSearchParams,
      { redirectUri, verifier }: { redirectUri: string; verifier: string | null },
    ): Promise<TokenResponse> =>
      read(
        service,
        oauth.authorizationCodeGrantRequest(
          serverOf(service),
          { client_id: service.clientId },
          proofOf(service),
          callback,
          redirectUri,
          verifier ?? oauth.nopkce,
          forResource(service),
        ),
      ),
    refresh: (service: OAuthService, refreshToken: string): Promise<TokenResponse> =>
      read(
        service,
        oauth.refreshTokenGrantRequest(
          serverOf(service),
          { client_id: service.clientId },
          proofOf(service),
          refreshToken,
          forResource(service),
        ),
      ),
    clientCredentials: (service: OAuthService, scopes: readonly string[]): Promise<TokenResponse> =>
      read(
        service,
        oauth.clientCredentialsGrantRequest(
          serverOf(service),
          { client_id: service.clientId },
          proofOf(service),
          scopes.length > 0 ? { scope: scopes.join(service.scopeSeparator) } : {},
          options,
        ),
      ),
    async jwtBearer(url: string, assertion: string): Promise<TokenResponse> {
      const form = new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      })
      const response = await post(url, { 'content-type': 'application/x-www-form-urlencoded' }, form)
      return readTokenResponse(response.status, response.body, new URL(url).hostname)
    },
    /** Whether the service took the token back; one that does not know it has nothing left to take. */
    async revoke(
      service: OAuthService,
      token: string,
      hint: 'access_token' | 'refresh_token',
    ): Promise<{ isRevoked: boolean; status: number }> {
      const { status } = await oauth.revocationRequest(
        serverOf(service),
        { client_id: service.clientId },
        proofOf(service),
        token,
        { ...options, additionalParameters: { token_type_hint: hint } },
      )
      return { isRevoked: status < 300, status }
    },
  }
}

export type TokenEndpoint = ReturnType<typeof createTokenEndpoint>

// The library wants a name for every server. What a service without one calls itself is not compared.
export const namelessIssuer = 'https://nameless.invalid'

export function serverOf(service: OAuthService): oauth.AuthorizationServer {
  return {
    issuer: service.issuer ?? namelessIssuer,
    ...(service.tokenUrl === null ? {} : { token_endpoint: service.tokenUrl }),
    ...(service.revocationUrl === null ? {} : { revocation_endpoint: service.revocationUrl }),
  }
}

const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

/** As forms encode. The library encodes `-`, `_` and `.` too, and services that decode nothing then see another client. */
const basicOf =
  (secret: string): oauth.ClientAuth =>
  (_server, client, _body, headers) => {
    const credentials = `${formEncoded(client.client_id)}:${formEncoded(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }

function proofOf(service: OAuthService): oauth.ClientAuth {
  if (service.clientId === '' || service.tokenUrl === null)
    throw new AppError('invalid_parameter', 'The auth config has no client or no token URL', {
      hint: 'GET /api/v1/auth_configs/fields lists the fields of the toolkit.',
    })
  if (service.clientSecret === null) return oauth.None()
  return service.clientAuthentication === 'basic'
    ? basicOf(service.clientSecret)
    : oauth.ClientSecretPost(service.clientSecret)
}
