import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refuseUnpermitted } from '../../../kernel/http/auth/authorize.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Connections } from '../../connections/index.ts'
import { type DiscoveredSignIn, discoverSignIn } from '../external/oauth/discover.ts'
import { isStdio } from '../external/remote-server.ts'
import type { ImportMcpBody } from '../schema/import.ts'

export type SignInDeps = {
  newId: NewId
  outbound: Outbound
  connections: Pick<Connections, 'redirectUriOf' | 'addOAuthConfig'>
}

/** An import with what was discovered about signing in. */
export type PreparedSignIn = {
  body: ImportMcpBody
  /** Registers a client; what it returns stores the auth config, in the transaction that creates the toolkit. */
  register(): Promise<(tx: Tx) => Promise<void>>
}

const discovering = 'DCR_OAUTH'
const nothing = async () => async () => undefined

/** Accounts at another MCP server, connected as its authorization server says. */
export function createSignIn({ newId, outbound, connections }: SignInDeps) {
  async function register(scope: Scope, toolkitSlug: string, found: DiscoveredSignIn) {
    if (!found.register) return async () => undefined
    const id = newId()
    const credentials = await found.register(connections.redirectUriOf(id, found.sendsIssuer))
    const config = { id, toolkitSlug, credentials, scopes: found.scopes }
    return (tx: Tx) => connections.addOAuthConfig(tx, scope, config)
  }

  return {
    async prepare(scope: Scope, body: ImportMcpBody): Promise<PreparedSignIn> {
      const { authSchemes, authConfigDetails, ...rest } = body
      if (!authSchemes?.includes(discovering)) return { body, register: nothing }
      if (authSchemes.length > 1 || authConfigDetails !== undefined || isStdio(body.url)) throw alone()
      refuseUnpermitted(scope.permissions, 'auth-configs:write')
      const found = await discoverSignIn(outbound, body.url)
      return {
        body: { ...rest, authConfigDetails: [detailsOf(found)] },
        register: () => register(scope, body.slug, found),
      }
    },
  }
}

export type SignIn = ReturnType<typeof createSignIn>

const noFields = { required: [], optional: [] }

const detailsOf = (found: DiscoveredSignIn): NonNullable<ImportMcpBody['authConfigDetails']>[number] => ({
  name: '',
  mode: 'OAUTH2',
  fields: { authConfigCreation: noFields, connectedAccountInitiation: noFields },
  oauth2: {
    authorizationUrl: found.authorizationUrl,
    tokenUrl: found.tokenUrl,
    ...(found.revocationUrl === null ? {} : { revocationUrl: found.revocationUrl }),
    ...(found.sendsIssuer ? { issuer: found.issuer } : { expectedIssuer: found.issuer }),
    scopes: found.scopes.map((name) => ({ name, description: '' })),
    scopeSeparator: ' ',
    hasPkce: true,
    clientAuthentication: found.clientAuthentication,
    resource: found.resource,
  },
})

const alone = () =>
  new AppError('invalid_parameter', `authSchemes ${discovering} must be alone, for a server over HTTP`, {
    details: [
      {
        in: 'body',
        path: '/authSchemes',
        rule: 'custom',
        message: 'must be alone, without authConfigDetails',
      },
    ],
  })
