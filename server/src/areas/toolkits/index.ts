import type { Clock } from '../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Audit } from '../audit/index.ts'
import type { Files } from '../files/index.ts'
import { toolIdOf } from './catalogue/platform-ids.ts'
import { driftRun } from './jobs/check-drift.ts'
import { toolkitsManifest } from './manifest.ts'
import { createDigestApart } from './openapi/digest-apart.ts'
import { createDocumentThread } from './openapi/document-thread.ts'
import { createOperationExecutor } from './openapi/execute.ts'
import { createPieces, type PiecesDeps } from './pieces/pieces.ts'
import type { Credentials } from './providers/auth-scheme.ts'
import type { ToolProvider } from './providers/provider.ts'
import { importRoutes } from './routes/imports.ts'
import { installedRoutes } from './routes/installed.ts'
import { offeredRoutes } from './routes/offered.ts'
import { toolkitRoutes } from './routes/toolkits.ts'
import { createDriftCheck } from './service/check-drift.ts'
import { createDriftSchedule } from './service/drift-schedule.ts'
import { createFromAbove, type FromAbove } from './service/from-above.ts'
import { createImports } from './service/imports.ts'
import { createToolkitLists } from './service/list-toolkits.ts'
import { createOpenedDocuments } from './service/opened-documents.ts'
import { createRegistry, type ProjectToolkit, type Registry } from './service/registry.ts'
import { createRenewedDigest } from './service/renewed-digest.ts'
import { fillAddress, type SignedRequest, sign, type UnsignedRequest } from './service/sign.ts'
import { createToolAccess, type ToolAccess } from './service/tool-access.ts'
import { createToolkitService } from './service/toolkits.ts'
import { createWithTools } from './service/with-tools.ts'
import { createShippedCatalogue } from './shipped/shipped-catalogue.ts'

export type { AccountSource } from './providers/account-source.ts'
export type {
  AuthField,
  AuthScheme,
  AuthSchemeName,
  Credentials,
} from './providers/auth-scheme.ts'

export type * from './providers/provider.ts'
export type { OwnTools, ToolSearch } from './search/tool-search.ts'
export type { ToolkitDependants, ToolSource } from './service/from-above.ts'
export type { ProjectToolkit, ToolkitState } from './service/registry.ts'
export type { SignedRequest, UnsignedRequest } from './service/sign.ts'

export type ToolkitsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  files: Files
  outbound: Outbound
  events: Events
  runs: Runs
  hasPieces: boolean
} & Omit<PiecesDeps, 'isTaken'>

/**
 * What there is to do things with: the toolkits that come with the product, and those that a project made or read from
 * an API description. It knows how a service lets its callers in and puts credentials on a request, but it holds none:
 * accounts stand in an area above, and so do custom tools and everything that is executed.
 */
export type Toolkits = Pick<
  FromAbove,
  'registerToolSource' | 'registerDependants' | 'registerConnected' | 'registerToolFinder'
> &
  ToolAccess & {
    /** The first to name a slug keeps it. */
    registerProvider(provider: ToolProvider, as?: { isFallback?: boolean }): void
    /** Also when it is switched off; null when there is none. */
    find(q: Queryable, scope: Scope, slugOrId: string): Promise<ProjectToolkit | null>
    findNamedBy: Registry['findNamedBy']
    /** Throws `toolkit_not_found`. */
    get(q: Queryable, scope: Scope, slugOrId: string): Promise<ProjectToolkit>
    all(q: Queryable, scope: Scope): Promise<ProjectToolkit[]>
    decided: Registry['decided']
    /** Makes a bare toolkit of the project's own where there is none of that slug. */
    ensure(tx: Tx, scope: Scope, slug: string): Promise<ProjectToolkit>
    /** What the product ships, for whoever looks for tools over all of it. */
    providers: readonly ToolProvider[]
    providerOf(toolkitSlug: string): Promise<ToolProvider | null>
    toolIdOf(toolSlug: string): string
    sign(request: UnsignedRequest, credentials: Credentials): SignedRequest
    fillAddress(address: string, values: Readonly<Record<string, unknown>>): string
  }

export function createToolkits(deps: ToolkitsDeps) {
  const { db, outbound } = deps
  const registry = createRegistry()
  const above = createFromAbove()
  const lists = createToolkitLists({ db, registry, above })
  const parts = { ...deps, registry, above, lists, drift: createDriftSchedule(deps.runs.schedules) }
  const toolkits = createToolkitService(parts)
  const digest = createDigestApart()
  const renewedDigest = createRenewedDigest({ db, registry, digest })
  const imports = createImports({ ...parts, toolkits, digest, renewedDigest })
  const checkDrift = createDriftCheck({ ...parts, renewedDigest })
  deps.runs.register(driftRun(checkDrift))
  const thread = createDocumentThread()
  const documents = createOpenedDocuments({ thread })
  const access = createToolAccess({ db, registry, documents, execute: createOperationExecutor({ outbound }) })
  const withTools = createWithTools({ db, lists, access, above })
  const pieces = createPieces({ ...deps, isTaken: registry.hasPlatform })
  if (deps.hasPieces) registry.register(pieces.provider)
  const area: Toolkits = {
    ...access,
    registerProvider: registry.register,
    registerToolSource: above.registerToolSource,
    registerDependants: above.registerDependants,
    registerConnected: above.registerConnected,
    registerToolFinder: above.registerToolFinder,
    find: registry.find,
    findNamedBy: registry.findNamedBy,
    get: registry.get,
    all: registry.all,
    decided: registry.decided,
    ensure: toolkits.ensure,
    providers: registry.providers,
    providerOf: registry.providerOf,
    toolIdOf,
    sign,
    fillAddress,
  }
  return {
    ...area,
    async stop(): Promise<void> {
      for (const provider of registry.providers) await provider.close?.()
      await thread.close()
    },
    pieces,
    userData: [pieces.owned],
    capabilities: { tools: pieces.drivers },
    /** Looks at the origin of a description now; what it finds is noted and told. */
    checkDrift,
    routes: [
      ...toolkitRoutes(toolkits, lists),
      ...importRoutes(imports, toolkits, withTools),
      ...installedRoutes(pieces.installed),
      ...offeredRoutes(pieces.offered),
    ],
  }
}

type ToolkitsParts = Omit<ToolkitsDeps, 'registry'> & { npmRegistry: URL | null; hasToolCatalogue?: boolean }

function createWithCatalogue({ npmRegistry, hasToolCatalogue = true, ...deps }: ToolkitsParts) {
  const toolkits = createToolkits({ ...deps, registry: deps.hasPieces ? npmRegistry : null })
  const shipped = createShippedCatalogue({ outbound: deps.outbound, isLeftOut: !hasToolCatalogue })
  const search = shipped.createSearch(toolkits.providers)
  toolkits.registerToolFinder((query, limit) => search.search(query, { limit }))
  // What other providers have goes before what the catalogue has.
  if (hasToolCatalogue) toolkits.registerProvider(shipped.provider, { isFallback: true })
  return { ...toolkits, search }
}

export const toolkitsArea = {
  manifest: toolkitsManifest,
  key: 'toolkits',
  create: createWithCatalogue,
} as const
