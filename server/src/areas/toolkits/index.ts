import type { Clock } from '../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Audit } from '../audit/index.ts'
import { toolIdOf } from './catalogue/platform-ids.ts'
import { driftRun } from './jobs/check-drift.ts'
import { toolkitsManifest } from './manifest.ts'
import type { Credentials } from './ports/auth-scheme.ts'
import type { ProjectToolkit } from './ports/project-toolkit.ts'
import type { ToolProvider } from './ports/provider.ts'
import { exampleImport } from './routes/examples.ts'
import { refreshRoutes } from './routes/refresh.ts'
import { toolkitRoutes } from './routes/toolkits.ts'
import { type ToolkitShapes, toolkitShapes } from './schema/shapes.ts'
import { createDriftCheck } from './service/check-drift.ts'
import { createDriftSchedule } from './service/drift-schedule.ts'
import { createExtensionPoints, type ExtensionPoints } from './service/extension-points.ts'
import { createToolkitLists } from './service/list-toolkits.ts'
import { createRefresh } from './service/refresh.ts'
import { createRegistry, type Registry } from './service/registry.ts'
import { fillAddress, fillHost, type SignedRequest, sign, type UnsignedRequest } from './service/sign.ts'
import { createSourceRecords, type SourceRecords } from './service/source-records.ts'
import { createToolAccess, type ToolAccess } from './service/tool-access.ts'
import { createToolkitService } from './service/toolkits.ts'
import { createWithTools } from './service/with-tools.ts'

export type { AccountSource, RequestedAccount } from './ports/account-source.ts'
export type * from './ports/auth-scheme.ts'
export type * from './ports/project-toolkit.ts'
export type * from './ports/provider.ts'
export type * from './ports/tool-source.ts'
export type { CategorySlug } from './schema/categories.ts'
export type * from './schema/refresh.ts'
export type { ToolkitShapes } from './schema/shapes.ts'
export type { ToolkitChanges } from './schema/toolkit.ts'
export type { CustomTools, ToolkitDependants } from './service/extension-points.ts'
export type { SignedRequest, UnsignedRequest } from './service/sign.ts'
export type { NewToolkitRow, SourceRecords, ToolkitRow } from './service/source-records.ts'

export type ToolkitsDeps = { db: Db; clock: Clock; newId: NewId; audit: Audit; events: Events; runs: Runs }

/**
 * The catalogue: the toolkits that come with the product, and those of a project. It knows how a service lets its callers
 * in and puts credentials on a request, but it holds none. Where tools come from it knows by two ports: providers have
 * the same tools for every project, sources serve what a project owns. Accounts, custom tools and everything that is
 * executed are in areas above.
 */
export type Toolkits = Pick<
  ExtensionPoints,
  | 'registerToolSource'
  | 'registerCustomTools'
  | 'registerDependants'
  | 'registerConnected'
  | 'registerToolFinder'
> &
  ToolAccess & {
    registerProvider: Registry['register']
    /** Also when it is switched off; null when there is none. */
    find(q: Queryable, scope: Scope, slugOrId: string): Promise<ProjectToolkit | null>
    findNamedBy: Registry['findNamedBy']
    /** Throws `toolkit_not_found`. */
    get(q: Queryable, scope: Scope, slugOrId: string): Promise<ProjectToolkit>
    all(q: Queryable, scope: Scope): Promise<ProjectToolkit[]>
    decided: Registry['decided']
    /** Makes a bare toolkit of the project's own where there is none of that slug. */
    ensure(tx: Tx, scope: Scope, slug: string): Promise<ProjectToolkit>
    /** What the product ships, for searches over all of it. */
    providers: readonly ToolProvider[]
    providerOf(toolkitSlug: string): Promise<ToolProvider | null>
    toolIdOf(toolSlug: string): string
    sign(request: UnsignedRequest, credentials: Credentials): SignedRequest
    fillAddress: typeof fillAddress
    fillHost: typeof fillHost
    /** For sources: the rows of the toolkits that they serve. */
    records: SourceRecords
    /** For the endpoints of areas that make toolkits. */
    shapes: ToolkitShapes
    exampleImport: typeof exampleImport
  }

export function createToolkits(deps: ToolkitsDeps) {
  const { db } = deps
  const registry = createRegistry()
  const extensions = createExtensionPoints()
  const lists = createToolkitLists({ db, registry, extensions })
  const parts = { ...deps, registry, extensions, lists, drift: createDriftSchedule(deps.runs.schedules) }
  const toolkits = createToolkitService(parts)
  const checkDrift = createDriftCheck(parts)
  deps.runs.register(driftRun(checkDrift))
  const access = createToolAccess({ db, registry, extensions })
  const withTools = createWithTools({ db, lists, access, extensions })
  const { registerToolSource, registerCustomTools, registerDependants } = extensions
  const { registerConnected, registerToolFinder } = extensions
  const { find, findNamedBy, get, all, decided, providers, providerOf } = registry
  const area: Toolkits = {
    ...access,
    registerToolSource,
    registerCustomTools,
    registerDependants,
    registerConnected,
    registerToolFinder,
    find,
    findNamedBy,
    get,
    all,
    decided,
    providers,
    providerOf,
    registerProvider: registry.register,
    ensure: toolkits.ensure,
    toolIdOf,
    sign,
    fillAddress,
    fillHost,
    records: createSourceRecords({ ...parts, toolkits }),
    shapes: toolkitShapes,
    exampleImport,
  }
  return {
    ...area,
    async stop(): Promise<void> {
      for (const each of [...providers, ...extensions.sources]) await each.close?.()
    },
    /** Compares the origin of a toolkit with what is in force now; what it finds is noted and published. */
    checkDrift,
    routes: [
      ...toolkitRoutes(toolkits, lists),
      ...refreshRoutes(createRefresh({ ...parts, toolkits }), toolkits, withTools),
    ],
  }
}

export const toolkitsArea = { manifest: toolkitsManifest, key: 'toolkits', create: createToolkits } as const
