import type {
  AuthScheme,
  ToolDefinition,
  ToolEntry,
  ToolkitEntry,
  ToolProvider,
} from '../../../toolkits/index.ts'
import type { ManagedClient } from '../configs/config-credentials.ts'
import type { LocalService } from '../oauth/token-endpoint.ts'
import type { LocalProbe } from '../probe.ts'
import { type DemoService, demoClientId, demoScopes } from './demo-service.ts'

export const demoSlug = 'demo'
const toolSlug = 'demo_whoami'

/** The demonstration service as a toolkit: one tool that says whose account it is. */
export function createDemoToolkit(service: DemoService, publicUrl: URL) {
  const at = (path: string) => new URL(`/demo/${path}`, publicUrl).href
  const scheme = (): AuthScheme => ({
    name: 'OAUTH2',
    configFields: [],
    connectionFields: [],
    placements: [{ in: 'header', name: 'authorization', prefix: 'Bearer ', field: 'access_token' }],
    oauth2: {
      authorizationUrl: at('authorize'),
      tokenUrl: at('token'),
      revocationUrl: at('revoke'),
      issuer: publicUrl.origin,
      scopes: demoScopes.map((name) => ({
        name,
        description: `Read the ${name} of the demonstration account.`,
      })),
      scopeSeparator: ' ',
      hasPkce: true,
      clientAuthentication: 'body',
    },
    allowedHosts: [publicUrl.hostname],
  })
  const toolkit = (): ToolkitEntry => ({
    slug: demoSlug,
    name: 'Demonstration',
    description:
      'A demonstration service inside this server: connect an account, renew its token and take it back, with nothing to set up.',
    provider: 'PLATFORM',
    logo: null,
    categories: ['developer-tools-&-devops'],
    authSchemes: [scheme()],
    noAuth: false,
    baseUrl: new URL('/demo', publicUrl).href,
    currentUserPath: '/userinfo',
    version: '1.0.0',
    toolCount: 1,
    triggerCount: 0,
    popularityScore: 0,
    describedAt: null,
  })
  const inputParameters = { type: 'object', properties: {}, additionalProperties: false }
  const entry: ToolEntry = {
    slug: toolSlug,
    toolkitSlug: demoSlug,
    name: 'Get the current profile',
    description: 'Returns the owner of the connected account of the demonstration service.',
    type: 'action',
    noAuth: false,
    scopes: [...demoScopes],
    tags: ['demonstration'],
    isImportant: false,
    isDeprecated: false,
    popularityScore: 0,
    version: '1.0.0',
    hints: { isReadOnly: true, isDestructive: false, isIdempotent: true },
    schemaChars: JSON.stringify(inputParameters).length,
  }
  const definition: ToolDefinition = {
    ...entry,
    instructions: '',
    inputParameters,
    outputParameters: {
      type: 'object',
      properties: { username: { type: 'string' }, email: { type: 'string' }, name: { type: 'string' } },
      required: ['username', 'email', 'name'],
    },
  }
  const tokenIn = (values: Readonly<Record<string, unknown>> | undefined) =>
    String(values?.access_token ?? '')

  const provider: ToolProvider = {
    name: 'demo',
    listToolkits: async () => [toolkit()],
    findToolkit: async (slug) => (slug === demoSlug ? toolkit() : null),
    listTools: async (slug) => (slug === demoSlug ? [entry] : []),
    findTool: async (slug) => (slug === toolSlug ? definition : null),
    async execute({ credentials }) {
      const user = await service.whoami(tokenIn(credentials?.values))
      return user
        ? { successful: true, data: user, upstreamStatus: 200 }
        : {
            successful: false,
            errorCode: 'auth_expired',
            error: 'The demo service rejected the token.',
            upstreamStatus: 401,
          }
    },
  }

  const managedClient: ManagedClient = (scope, { slug, provider: name }) =>
    slug === demoSlug && name === 'PLATFORM' ? { client_id: demoClientId(scope.projectId) } : null

  // Called in the process itself: the outbound guard rightly blocks calls to this machine.
  const local: LocalService = (url, _headers, form) => {
    if (url === at('token')) return service.token(form)
    return url === at('revoke') ? service.revoke(form) : null
  }
  const localProbe: LocalProbe = (slug, values) =>
    slug !== demoSlug
      ? null
      : service.whoami(tokenIn(values)).then((user) =>
          user
            ? {
                outcome: 'works',
                identity: { email: user.email, username: user.username, accountId: null },
              }
            : {
                outcome: 'refused',
                status: 401,
                message: 'The demo service rejected the token',
              },
        )

  return { provider, managedClient, local, localProbe, isLocal: (url: string) => url.startsWith(`${at('')}`) }
}
