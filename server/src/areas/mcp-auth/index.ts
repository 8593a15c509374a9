import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import type { Sealer } from '../../kernel/secrets/seal.ts'
import type { Audit } from '../audit/index.ts'
import type { ExternalUsers } from '../external-users/index.ts'
import type { Mcp } from '../mcp/index.ts'
import { mcpAuthManifest } from './manifest.ts'
import { clientRoutes } from './routes/clients.ts'
import { metadataRoutes, oauthRoutes } from './routes/oauth.ts'
import { createAuthorization } from './service/authorization.ts'
import { clientUserData, createAuthorizedClients } from './service/authorized-clients.ts'
import { createClients } from './service/clients.ts'
import { createTokens } from './service/tokens.ts'
import { deleteExpiredGrants } from './store/grant.ts'

export type McpAuthDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  outbound: Outbound
  sealer: Sealer
  externalUsers: Pick<ExternalUsers, 'hold'>
  mcp: Pick<Mcp, 'findServer' | 'origins'>
}

/**
 * Sign-in for MCP clients without an API key: an OAuth 2.1 authorization server for the MCP servers of the projects. Its
 * tokens are for one server and one end user.
 */
export function createMcpAuth(deps: McpAuthDeps) {
  const { db, clock } = deps
  const { origins } = deps.mcp
  const clients = createClients(deps)
  const tokens = createTokens({ db, clock, origins })
  const authorization = createAuthorization({ ...deps, clients, origins })
  return {
    isTokenForm: tokens.isTokenForm,
    authenticateToken: tokens.authenticate,
    userData: [clientUserData],
    sweep: () => deleteExpiredGrants(db, clock.now()),
    routes: [
      ...metadataRoutes(origins),
      ...oauthRoutes({ clock, clients, tokens }),
      ...clientRoutes({ authorization, authorized: createAuthorizedClients({ ...deps, tokens }) }),
    ],
  }
}

export const mcpAuthArea = { manifest: mcpAuthManifest, key: 'mcpAuth', create: createMcpAuth } as const
