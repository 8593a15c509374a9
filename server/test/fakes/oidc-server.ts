import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const oidcClient = { id: 'stoa-client', secret: 'stoa-client-secret-of-the-test' }

/** What of the library the tests use; it comes without types. */
type OidcProvider = {
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  on(event: string, handler: (context: { oidc: { params?: Record<string, string> } }) => void): void
  interactionDetails(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{
    prompt: { name: string }
    params: { client_id: string; scope: string }
    session?: { accountId: string }
  }>
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
    options?: object,
  ): Promise<void>
  Grant: new (of: {
    accountId: string
    clientId: string
  }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
  Client: { find(id: string): Promise<{ clientSecret: string } | undefined> }
}

/** A real OpenID provider on loopback: PKCE is required, refresh tokens rotate, and one shown twice ends the grant. */
export async function startOidcServer(redirectUri: string) {
  const grants: { type: string; isGranted: boolean }[] = []
  const revoked: string[] = []
  const state = { denies: false, isDown: false }
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const secrets = [oidcClient.secret, 'the-new-secret-of-the-client']
  const configuration = {
    clients: [0, 1].map((i) => ({
      client_id: i === 0 ? oidcClient.id : 'second-client',
      client_secret: secrets[i],
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    cookies: { keys: ['only-for-tests'] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'offline_access', 'api'],
    claims: { openid: ['sub'], email: ['email'] },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
    },
    clockTolerance: 0,
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 3600,
      Interaction: 600,
      ClientCredentials: 600,
    },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: async (_: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: `${id}@oidc.example` }),
    }),
  }
  const provider = new Provider(issuer, configuration) as unknown as OidcProvider
  provider.on(
    'grant.success',
    ({ oidc }) => void grants.push({ type: oidc.params?.grant_type ?? '', isGranted: true }),
  )
  provider.on(
    'grant.error',
    ({ oidc }) => void grants.push({ type: oidc.params?.grant_type ?? '', isGranted: false }),
  )
  provider.on('grant.revoked', () => void revoked.push('grant'))
  const serveRequest = provider.callback()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (state.isDown && request.method === 'POST') return void response.writeHead(503).end('away')
    if (request.url?.startsWith('/token/revocation')) revoked.push('request')
    if (!request.url?.startsWith('/interaction/')) return serveRequest(request, response)
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (state.denies) {
      const result = { error: 'access_denied', error_description: 'The person said no' }
      return provider.interactionFinished(request, response, result)
    }
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: 'ada' } })
    const grant = new provider.Grant({ accountId: session!.accountId, clientId: params.client_id })
    grant.addOIDCScope(params.scope)
    const consent = { consent: { grantId: await grant.save() } }
    return provider.interactionFinished(request, response, consent, { mergeWithLastSubmission: true })
  }

  return {
    issuer,
    grants,
    revoked,
    state,
    refreshes: () => grants.filter(({ type, isGranted }) => type === 'refresh_token' && isGranted).length,
    /** The secret that the service takes from now on. */
    async setSecret(secret: string): Promise<void> {
      const client = await provider.Client.find(oidcClient.id)
      client!.clientSecret = secret
    },
    /** A user with a browser: signs in and consents; returns where the service redirects them in the end. */
    async consent(url: string): Promise<URL> {
      const jar = new Map<string, string>()
      for (let target = url; ; ) {
        const response = await fetch(target, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = line.split(';', 1)[0]!.split(/=(.*)/s)
          jar.set(name, value)
        }
        const location = response.headers.get('location')
        if (location === null)
          throw new Error(`the service did not continue: ${response.status} ${await response.text()}`)
        const next = new URL(location, target)
        if (next.href.startsWith(redirectUri)) return next
        target = next.href
      }
    },
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>
