import type { Clock } from '../../kernel/clock.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Sealer } from '../../kernel/secrets/seal.ts'
import type { Audit } from '../audit/index.ts'
import type { ExternalUsers } from '../external-users/index.ts'
import type { AccountSource, Credentials, ToolkitEntry, Toolkits } from '../toolkits/index.ts'
import { createRevokeKind } from './jobs/revoke.ts'
import { connectionsManifest } from './manifest.ts'
import { accountCareRoutes } from './routes/account-care.ts'
import { accountRoutes } from './routes/accounts.ts'
import { authConfigRoutes } from './routes/auth-configs.ts'
import { connectDemoRoute } from './routes/connect-demo.ts'
import { demoRoutes } from './routes/demo.ts'
import { hostedRoutes } from './routes/hosted.ts'
import { createAccounts } from './service/accounts/accounts.ts'
import { type CapturedConnections, createCapturedConnections } from './service/accounts/captured.ts'
import { type AccountLimits, createLinks } from './service/accounts/links.ts'
import { type ConnectionDependants, createRemoval } from './service/accounts/removal.ts'
import { type AccountCopy, createAccountSource } from './service/accounts/select.ts'
import { createSweep } from './service/accounts/sweep.ts'
import { createAccountUserData } from './service/accounts/user-data.ts'
import { createAuthConfigs } from './service/configs/auth-configs.ts'
import { createConfigCredentials } from './service/configs/config-credentials.ts'
import { createConfigTest } from './service/configs/test-config.ts'
import { createConnecting } from './service/connect.ts'
import { createContext } from './service/context.ts'
import { createConnectDemo } from './service/demo/connect-demo.ts'
import { createDemoService } from './service/demo/demo-service.ts'
import { createDemoToolkit } from './service/demo/demo-toolkit.ts'
import { createHosted } from './service/hosted/hosted.ts'
import { createGrants } from './service/oauth/grants.ts'
import { redirectUriOf } from './service/oauth/redirect-uri.ts'
import { createRefreshing } from './service/oauth/refresh.ts'
import { createRevoking } from './service/oauth/revoke.ts'
import { createTokenEndpoint } from './service/oauth/token-endpoint.ts'
import { createTokenStore } from './service/oauth/tokens.ts'
import { createProbe } from './service/probe.ts'
import { createSecretBox } from './service/secrets.ts'

export type { CapturedLogin } from './service/accounts/captured.ts'
export type { AccountLimits } from './service/accounts/links.ts'
export type { ConnectionDependants } from './service/accounts/removal.ts'
export type { AccountCopy } from './service/accounts/select.ts'

/**
 * The accounts that end users have at outside services, and how a project is known there. Secrets are sealed for their
 * row and never shown again; tokens are renewed once for all who need them; what is deleted is given back at the
 * service. Credentials are passed to the caller that executes tools, together with the only hosts they may go to.
 */
export type Connections = AccountSource & {
  /** What is needed of an account for a call that comes when it is deleted. Null where it does not work. */
  copyIn(tx: Tx, scope: Scope, accountId: string): Promise<AccountCopy | null>
  credentialsOf(toolkit: ToolkitEntry, copy: AccountCopy): Credentials
  /** An area above says what runs on an account, and releases it when it is deleted. */
  registerDependants(dependants: ConnectionDependants): void
  /** Where services send users after their consent, also before there is the auth config. */
  redirectUriOf(authConfigId: string, hasIssuer: boolean): string
  /** An account of someone who has signed in with a browser. */
  connectCaptured: CapturedConnections
  /** An auth config with a client that an area above has registered at the service, perhaps together with the toolkit. */
  addOAuthConfig(tx: Tx, scope: Scope, config: NewOAuthConfig): Promise<void>
}

export type NewOAuthConfig = {
  id: string
  toolkitSlug: string
  scopes: string[]
  credentials: { client_id: string; client_secret?: string }
}

export type ConnectionsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  audit: Audit
  events: Events
  externalUsers: ExternalUsers
  toolkits: Toolkits
  runs: Runs
  outbound: Outbound
  sealer: Sealer
  publicUrl: URL
  accountLimits?: AccountLimits | undefined
}

export function createConnections(dependencies: ConnectionsDeps) {
  const { clock, outbound, toolkits, runs, publicUrl } = dependencies
  const demo = createDemoService(dependencies)
  const demoToolkit = createDemoToolkit(demo, publicUrl)
  const deps = {
    ...dependencies,
    secrets: createSecretBox(dependencies.sealer),
    context: createContext(dependencies),
    endpoint: createTokenEndpoint({ outbound, local: demoToolkit.local }),
    probe: createProbe({ outbound, toolkits, local: demoToolkit.localProbe }),
  }
  const grants = createGrants(deps)
  const tokenStore = createTokenStore(deps)
  const links = createLinks(deps)
  const revoking = createRevoking({ ...deps, grants })
  const removal = createRemoval({ ...deps, revoking })
  const refreshing = createRefreshing({ ...deps, grants, tokenStore, schemeOf: deps.context.schemeOf })
  const connecting = createConnecting({ ...deps, grants, tokenStore })
  const hosted = createHosted({ ...deps, grants, tokenStore, connecting })
  const accounts = createAccounts({ ...deps, links, connecting, refreshing, removal, revoking })
  const { managedClient, isLocal } = demoToolkit
  const connectDemo = createConnectDemo({ ...deps, links, hosted, demo, isLocal })
  const credentials = createConfigCredentials({ ...deps, grants, managedClient })
  const configs = createAuthConfigs({ ...deps, credentials, removal })
  const source = createAccountSource({ ...deps, links, refreshing })

  toolkits.registerProvider(demoToolkit.provider)
  toolkits.registerConnected(source.connectedToolkits)
  toolkits.registerDependants(configs.dependants)
  runs.register(createRevokeKind(deps))

  const area: Connections = {
    ...source,
    registerDependants: removal.registerDependants,
    connectCaptured: createCapturedConnections({ ...deps, accounts }),
    redirectUriOf: (id, hasIssuer) => redirectUriOf(publicUrl, id, hasIssuer),
    async addOAuthConfig(tx, scope, { id, toolkitSlug: slug, scopes, credentials }) {
      const authConfig = { type: 'use_custom_auth', authScheme: 'OAUTH2', scopes, credentials } as const
      await configs.createIn(tx, scope, id, { toolkit: { slug }, authConfig })
    },
  }
  return {
    ...area,
    userData: [createAccountUserData({ clock, context: deps.context, removal })],
    /** Renews tokens that will be needed, and forgets what is over. Safe to run on every node at any time. */
    sweep: createSweep({ ...deps, refreshing, removal }),
    routes: [
      ...authConfigRoutes({
        configs,
        test: createConfigTest({ ...deps, grants, isLocal }),
      }),
      ...accountRoutes({ accounts, links }),
      connectDemoRoute({ accounts, connectDemo }),
      ...accountCareRoutes({ accounts, links }),
      ...hostedRoutes({ hosted, isHttps: publicUrl.protocol === 'https:' }),
      ...demoRoutes(demo),
    ],
  }
}

export const connectionsArea = {
  manifest: connectionsManifest,
  key: 'connections',
  create: createConnections,
} as const
