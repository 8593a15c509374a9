import { createAudit } from './areas/audit/index.ts'
import { type AccountLimits, createConnections } from './areas/connections/index.ts'
import { createExternalUsers } from './areas/external-users/index.ts'
import { createFiles, type StorageLimits } from './areas/files/index.ts'
import { createLlm, type LlmOptions } from './areas/llm/index.ts'
import { createOpenApiTools } from './areas/openapi-tools/index.ts'
import { manifests } from './areas/order.ts'
import { createPieces } from './areas/pieces/index.ts'
import { createProjects } from './areas/projects/index.ts'
import { createRunsArea } from './areas/runs/index.ts'
import { createSandboxes } from './areas/sandboxes/index.ts'
import { createTables } from './areas/tables/index.ts'
import { createToolSearch } from './areas/tool-search/index.ts'
import { createToolkits } from './areas/toolkits/index.ts'
import { createTools } from './areas/tools/index.ts'
import { createUsage } from './areas/usage/index.ts'
import { createUsers } from './areas/users/index.ts'
import { createWebhooks } from './areas/webhooks/index.ts'
import type { Blobs } from './kernel/blobs/blobs.ts'
import { createBlobGarbage, garbageChannel } from './kernel/blobs/garbage.ts'
import { createCompute } from './kernel/compute/compute.ts'
import { AppError, declareErrors } from './kernel/errors.ts'
import { createEventTypes } from './kernel/events/event-types.ts'
import { createEvents } from './kernel/events/events.ts'
import { createFailedAuthentications } from './kernel/http/auth/failed-authentications.ts'
import type { Identity } from './kernel/http/auth/identity.ts'
import type { Endpoint } from './kernel/http/endpoint.ts'
import { createRouteTable } from './kernel/http/route-table.ts'
import { createLostWork } from './kernel/leases/lost-work.ts'
import { createNodeLease } from './kernel/leases/node-lease.ts'
import { createMemoryBudget } from './kernel/limits/memory-budget.ts'
import type { Outbound } from './kernel/net/outbound.ts'
import { createRuns } from './kernel/runs/runs.ts'
import type { Sandboxes as SandboxEngine } from './kernel/sandbox/sandboxes.ts'
import { createSweep, dayMs } from './sweep.ts'
import { createWeb, isHttps, type WebSettings } from './web.ts'

/** Everything outside the product's own rules: made by whoever starts it, replaced one by one in tests. */
export type AppDeps = WebSettings & {
  blobs: Blobs
  outbound: Outbound
  /** A key of its own for each purpose, the same on every node. */
  deriveKey(purpose: string): Buffer
  creditsPerUsd: number
  storageLimits: StorageLimits
  sandboxEngine: SandboxEngine
  dataDir: string
  allowUnsealed: boolean
  /** Whether integrations that others wrote are part of the product. */
  hasPieces: boolean
  /** Where toolkits are installed from; null where none may be. */
  npmRegistry: URL | null
  /** What the operator set up for models; nothing is needed for the offline one. */
  llm?: LlmOptions
  /** How much large requests and answers may hold at once; a share of the heap unless told otherwise. */
  maxBufferedBytes?: number
  /** False lists no API operations of the shipped catalogue: tests count what they made themselves. */
  hasToolCatalogue?: boolean
  /** How many connected accounts there may be, where it is not as usual. */
  accountLimits?: AccountLimits
}

/** The composition root: the kernel's parts, then every area in its order, then the server with all their endpoints. */
export function createApp(deps: AppDeps) {
  const { db, clock, newId, log } = deps
  for (const { name, errors } of manifests) declareErrors(name, errors)
  const eventTypes = createEventTypes(Object.assign({}, ...manifests.map(({ events }) => events)))
  const endpoints: Endpoint[] = []
  const memoryBudget = createMemoryBudget(deps.maxBufferedBytes)
  const compute = createCompute()

  const lease = createNodeLease({ db, newId, log })
  const lostWork = createLostWork({ log })
  const runs = createRuns({
    db,
    clock,
    newId,
    log,
    listener: deps.listener,
    retentionDays: () => projects.retentionDays(db),
  })
  const events = createEvents({ db, clock, newId, log, listener: deps.listener })
  const audit = createAudit({ db, newId, clock })
  const access = describeAccess(endpoints)
  const projects = createProjects({ db, clock, newId, audit, events, ...access })
  const runsArea = createRunsArea({ db, runs, audit })
  const users = createUsers({
    db,
    clock,
    newId,
    audit,
    isHttps: isHttps(deps.publicUrl),
    csrfKey: deps.deriveKey('csrf'),
  })
  const usage = createUsage({
    ...{ db, clock, newId, log, events, audit, projects, runs },
    creditsPerUsd: deps.creditsPerUsd,
  })
  const garbage = createBlobGarbage({ db, blobs: deps.blobs, clock })
  const externalUsers = createExternalUsers({
    db,
    clock,
    newId,
    audit,
    events,
    projects,
    usage,
    garbage,
    blobs: deps.blobs,
    outbound: deps.outbound,
    receiptKey: deps.deriveKey('deletion-receipt'),
    knownPermissions: access.knownPermissions,
  })
  externalUsers.registerUserData({
    countedAs: null,
    erase: runs.eraseUser,
    move: runs.moveUser,
    export: runs.exportUser,
  })
  const webhooks = createWebhooks({
    db,
    clock,
    newId,
    log,
    audit,
    events,
    eventTypes,
    externalUsers,
    outbound: deps.outbound,
    sealer: deps.sealer,
    runs,
  })
  const files = createFiles({
    db,
    clock,
    newId,
    audit,
    externalUsers,
    garbage,
    blobs: deps.blobs,
    limits: deps.storageLimits,
    linkKey: deps.deriveKey('file-link'),
    publicUrl: deps.publicUrl,
  })
  const tables = createTables({
    db,
    clock,
    newId,
    audit,
    externalUsers,
    files,
    runs,
    garbage,
    blobs: deps.blobs,
  })
  const sandboxes = createSandboxes({
    ...{ db, clock, newId, log, audit, events, usage, externalUsers, files, runs, garbage, lease, lostWork },
    listener: deps.listener,
    blobs: deps.blobs,
    outbound: deps.outbound,
    sealer: deps.sealer,
    engine: deps.sandboxEngine,
  })
  const llm = createLlm({
    ...{ db, clock, newId, log, audit, usage, externalUsers, files, runs, lease, lostWork },
    outbound: deps.outbound,
    sealer: deps.sealer,
    memoryBudget,
    creditsPerUsd: deps.creditsPerUsd,
    options: deps.llm,
  })
  const toolkits = createToolkits({ db, clock, newId, audit, events, runs })
  const openApiTools = createOpenApiTools({
    ...{ db, clock, newId, files, toolkits },
    outbound: deps.outbound,
    hasCatalogue: deps.hasToolCatalogue !== false,
  })
  const pieces = createPieces({
    ...{ db, clock, newId, log, audit, externalUsers, toolkits, garbage },
    blobs: deps.blobs,
    outbound: deps.outbound,
    listener: deps.listener,
    publicUrl: deps.publicUrl,
    dataDir: deps.dataDir,
    allowUnsealed: deps.allowUnsealed,
    hasPieces: deps.hasPieces,
    registry: deps.hasPieces ? deps.npmRegistry : null,
  })
  const toolSearch = createToolSearch({ toolkits, prepared: openApiTools.shipped })
  const connections = createConnections({
    ...{ db, clock, newId, log, audit, events, externalUsers, toolkits, runs },
    outbound: deps.outbound,
    sealer: deps.sealer,
    publicUrl: deps.publicUrl,
    accountLimits: deps.accountLimits,
  })
  const tools = createTools({
    ...{ db, clock, newId, audit, events, usage, externalUsers, files, tables, toolkits, compute },
    accounts: connections,
    outbound: deps.outbound,
    engine: deps.sandboxEngine,
    search: toolSearch,
    log: deps.log,
    lease,
    lostWork,
  })
  const areas = [
    audit,
    projects,
    runsArea,
    users,
    usage,
    externalUsers,
    webhooks,
    files,
    tables,
    sandboxes,
    llm,
    toolkits,
    openApiTools,
    pieces,
    connections,
    tools,
  ]

  const countFailures = createFailedAuthentications({ clock })
  const identity: Identity = {
    authenticate: (credentials, username) =>
      countFailures(credentials, async () => {
        const { token } = credentials
        if (token !== null && externalUsers.isTokenForm(token)) return externalUsers.authenticateToken(token)
        if (token !== null)
          return projects.authenticate(token, credentials.ip, externalUsers.lookAheadFor(username))
        const principal = await users.authenticateSession(credentials)
        if (principal) return principal
        throw new AppError('missing_api_key', 'An API key is required', {
          hint: 'Send it in the x-api-key header or as Authorization: Bearer.',
        })
      }),
    actAs: externalUsers.actAs,
  }

  endpoints.push(...areas.flatMap((area) => area.routes))
  deps.listener.on(garbageChannel, () => {
    garbage.collect().catch((error) => log.warn({ err: error }, 'blobs could not be removed yet'))
  })
  const web = createWeb({
    ...deps,
    endpoints,
    identity,
    memoryBudget,
    runs,
    compute,
    capabilities: {
      sandbox: sandboxes.drivers,
      tools: pieces.drivers,
      llm: llm.drivers,
      embeddings: llm.embeddingDrivers,
    },
  })

  return {
    http: web.http,
    endpoints: endpoints as readonly Endpoint[],
    openStreams: web.openStreams,
    beginStarting: web.beginStarting,
    compute,
    lease,
    lostWork,
    runs,
    events,
    projects,
    users,
    usage,
    externalUsers,
    files,
    sandboxes,
    llm,
    toolkits,
    pieces,
    connections,
    tools,
    sweep: createSweep({
      clock,
      expiring: [
        ...[web.sweep, users.sweep, usage.sweep, externalUsers.sweep, files.sweep, tables.sweep],
        ...[lostWork.sweep, garbage.collect, runs.sweep, () => deps.blobs.sweep(unfinishedUploadMs)],
      ],
      retained: [webhooks, events, sandboxes, llm, connections, tools].map(({ sweep }) => sweep),
      listProjects: () => projects.listAll(db),
    }),
  }
}

export type App = ReturnType<typeof createApp>

// Far longer than any upload may take.
const unfinishedUploadMs = dayMs

/** The endpoints are known only when every area is made; these look at the list when they are asked. */
function describeAccess(endpoints: readonly Endpoint[]) {
  return {
    knownPermissions: () => [...new Set(endpoints.flatMap(({ permission }) => permission ?? []))].sort(),
    accessRule(method: string, path: string) {
      const found = endpoints.find(
        (each) => each.method === method && createRouteTable([each]).methodsOf(path).length > 0,
      )
      return found
        ? {
            access: found.access,
            permission: found.permission ?? null,
            isAdminOnly: found.adminOnly === true,
            isOperatorOnly: found.operatorOnly === true,
          }
        : null
    },
  }
}
