import type { Clock } from '../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../kernel/db/db.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Audit } from '../audit/index.ts'
import { toolIdOf } from './catalogue/platform-ids.ts'
import type { Credentials } from './providers/auth-scheme.ts'
import type { ToolEntry, ToolProvider } from './providers/provider.ts'
import { toolkitRoutes } from './routes/toolkits.ts'
import { createFromAbove, type FromAbove } from './service/from-above.ts'
import { createToolkitLists } from './service/list-toolkits.ts'
import { createRegistry, type ProjectToolkit } from './service/registry.ts'
import { fillAddress, type SignedRequest, sign, type UnsignedRequest } from './service/sign.ts'
import { createToolkitService } from './service/toolkits.ts'

export type { AccountSource } from './providers/account-source.ts'
export type {
  AuthField,
  AuthScheme,
  AuthSchemeName,
  CredentialPlacement,
  Credentials,
  OAuth2Settings,
} from './providers/auth-scheme.ts'
export type * from './providers/provider.ts'
export type { ToolCounts, ToolFinder, ToolkitDependants, ToolSource } from './service/from-above.ts'
export type { ProjectToolkit } from './service/registry.ts'
export type { SignedRequest, UnsignedRequest } from './service/sign.ts'

export type ToolkitsDeps = { db: Db; clock: Clock; newId: NewId; audit: Audit }

/**
 * What there is to do things with: the toolkits that come with the product, and those that a project made or read from
 * an API description. It knows how a service lets its callers in and puts credentials on a request, but it holds none:
 * accounts stand in an area above, and so do custom tools and everything that is executed.
 */
export type Toolkits = Pick<
  FromAbove,
  'registerToolSource' | 'registerDependants' | 'registerConnected' | 'registerToolFinder'
> & {
  /** The first to name a slug keeps it. */
  registerProvider(provider: ToolProvider): void
  /** Also when it is switched off; null when there is none. */
  find(q: Queryable, scope: Scope, slugOrId: string): Promise<ProjectToolkit | null>
  /** Throws `toolkit_not_found`. */
  get(q: Queryable, scope: Scope, slugOrId: string): Promise<ProjectToolkit>
  all(q: Queryable, scope: Scope): Promise<ProjectToolkit[]>
  /** Makes a bare toolkit of the project's own where there is none of that slug. */
  ensure(tx: Tx, scope: Scope, slug: string): Promise<ProjectToolkit>
  /** What the product ships, for whoever looks for tools over all of it. */
  providers: readonly ToolProvider[]
  providerOf(toolkitSlug: string): Promise<ToolProvider | null>
  listPlatformTools(toolkitSlug: string): Promise<readonly ToolEntry[]>
  toolIdOf(toolSlug: string): string
  sign(request: UnsignedRequest, credentials: Credentials): SignedRequest
  fillAddress(address: string, values: Readonly<Record<string, unknown>>): string
}

export function createToolkits({ db, clock, newId, audit }: ToolkitsDeps) {
  const registry = createRegistry()
  const above = createFromAbove()
  const lists = createToolkitLists({ db, registry, above })
  const toolkits = createToolkitService({ db, clock, newId, audit, registry, above, lists })
  const area: Toolkits = {
    registerProvider: registry.register,
    registerToolSource: above.registerToolSource,
    registerDependants: above.registerDependants,
    registerConnected: above.registerConnected,
    registerToolFinder: above.registerToolFinder,
    find: registry.find,
    get: registry.get,
    all: registry.all,
    ensure: toolkits.ensure,
    providers: registry.providers,
    providerOf: registry.providerOf,
    listPlatformTools: async (slug) => (await registry.providerOf(slug))?.listTools(slug) ?? [],
    toolIdOf,
    sign,
    fillAddress,
  }
  return {
    ...area,
    async close(): Promise<void> {
      for (const provider of registry.providers) await provider.close?.()
    },
    routes: toolkitRoutes(toolkits, lists),
  }
}
