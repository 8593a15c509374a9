import { fileURLToPath } from 'node:url'
import type { ProcessRole, UnservedPath } from './kernel/area.ts'
import type { Clock } from './kernel/clock.ts'
import type { Compute } from './kernel/compute/compute.ts'
import type { Db } from './kernel/db/db.ts'
import type { Listener } from './kernel/db/listen.ts'
import { endStreamsOnNotice } from './kernel/http/auth/access-ended.ts'
import { createClientFinder, type TrustedProxies } from './kernel/http/auth/client.ts'
import { readCredentials } from './kernel/http/auth/credentials.ts'
import type { Identity } from './kernel/http/auth/identity.ts'
import { createOriginGuard } from './kernel/http/auth/origin-guard.ts'
import type { Endpoint } from './kernel/http/endpoint.ts'
import { createIdempotency } from './kernel/http/idempotency.ts'
import { mount } from './kernel/http/mount.ts'
import type { NodeCalls } from './kernel/http/nodes/calls.ts'
import { createForwarding } from './kernel/http/nodes/forward.ts'
import type { Hops } from './kernel/http/nodes/hop.ts'
import { serveNodesAlone } from './kernel/http/nodes/worker.ts'
import { writeOpenApi } from './kernel/http/openapi.ts'
import { type CapabilityDeps, capabilityRoutes } from './kernel/http/operations/capabilities.ts'
import { createMetrics } from './kernel/http/operations/metrics.ts'
import { operationsArea, operationsRoutes, type ReadinessCheck } from './kernel/http/operations/operations.ts'
import { mountPages, notFoundPath, readPages } from './kernel/http/pages/pages.ts'
import { embedPath, mountSinglePageApp, readSinglePageApp } from './kernel/http/pages/single-page-app.ts'
import { createServer } from './kernel/http/server.ts'
import { createOpenStreams } from './kernel/http/streams/open-streams.ts'
import type { NewId } from './kernel/ids.ts'
import { findNodeUrl } from './kernel/leases/store.ts'
import type { MemoryBudget } from './kernel/limits/memory-budget.ts'
import { createRateLimit } from './kernel/limits/rate-limit.ts'
import type { Log } from './kernel/log.ts'
import type { Runs } from './kernel/runs/runs.ts'
import type { Sealer } from './kernel/secrets/seal.ts'
import { product } from './product.ts'

/** What the caller that starts the product decides about its server. */
export type WebSettings = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  sealer: Sealer
  listener: Listener
  poolStats(): { total: number; idle: number; waiting: number }
  restarts?: number
  readiness: readonly ReadinessCheck[]
  publicUrl: URL
  /** Where other nodes reach this one; null where it is alone. */
  nodeUrl?: URL | null
  listenHost: string
  allowedOrigins: readonly string[]
  trustedProxies: TrustedProxies
  rateLimitPerMinute: number
  role: ProcessRole
}

export type WebDeps = WebSettings & {
  /** Those of the areas. Endpoints about the whole server are added to them. */
  endpoints: Endpoint[]
  identity: Identity
  unservedPaths: readonly UnservedPath[]
  memoryBudget: MemoryBudget
  runs: Pick<Runs, 'strandedRuns' | 'queueFault' | 'schedulerFault'>
  compute: Compute
  capabilities: CapabilityDeps['sources']
  hops: Hops
  nodeCalls: NodeCalls
}

/**
 * The layer between the areas and the callers: the server with all endpoints, their description, and the
 * dashboard.
 */
export function createWeb(deps: WebDeps) {
  const { db, clock, newId, log, listener, endpoints, identity, publicUrl } = deps
  const openStreams = createOpenStreams()
  endStreamsOnNotice(listener, openStreams, (error) =>
    log.warn({ err: error }, 'open streams were not looked at again'),
  )
  const metrics = createMetrics({
    poolStats: deps.poolStats,
    restarts: deps.restarts ?? 0,
    openStreams: openStreams.count,
    strandedRuns: deps.runs.strandedRuns,
  })
  const idempotency = createIdempotency({ db, clock, seal: responseSeal(deps) })

  // Built on first use: most processes never need it, and it is half of the startup time.
  let description: Promise<Buffer> | null = null
  const openApi = () => {
    description ??= writeOpenApi(endpoints, apiInfo)
    return description
  }

  const { version } = product
  endpoints.push(
    ...capabilityRoutes({
      version,
      baseUrl: publicUrl.origin,
      sources: { ...planned, ...deps.capabilities },
    }),
  )
  endpoints.push(
    ...operationsRoutes({
      version,
      metrics,
      readiness: [...deps.readiness, ...workChecks(deps)],
      openApi,
      isAdminKey: async (headers, ip) => {
        const found = await identity.authenticate(readCredentials(headers, 'GET', ip)).catch(() => null)
        return found?.role === 'admin'
      },
    }),
  )

  const isApi = deps.role !== 'worker'
  const dashboard = isApi ? readDashboard() : null
  const pages = isApi ? readPages(pathOf('../pages'), dashboard ?? undefined) : new Map()
  let isStarting = false
  const { hops, nodeCalls } = deps
  const forwarding = createForwarding({ hops, urlOf: (nodeId) => findNodeUrl(db, nodeId) })
  const http = createServer({
    endpoints,
    pagePaths: [
      ...pages.keys(),
      ...(dashboard
        ? [...dashboard.paths, ...dashboard.assets.keys(), ...(dashboard.embed ? [embedPath] : [])]
        : []),
    ],
    notFoundPage: pages.get(notFoundPath)?.body ?? null,
    unservedPaths: deps.unservedPaths,
    guard: createOriginGuard(deps),
    isProjectOrigin: identity.isProjectOrigin,
    findClient: createClientFinder(deps.trustedProxies, isHttps(publicUrl)),
    hops,
    isStarting: () => isStarting,
    newId,
    log,
    metrics,
    compute: deps.compute,
  })
  http.addHook('preClose', async () => {
    forwarding.close()
    nodeCalls.close()
  })
  if (!isApi) serveNodesAlone(http, endpoints, operationsArea)
  mount(http, endpoints, {
    forwarding,
    identity,
    idempotency,
    openStreams,
    compute: deps.compute,
    clock,
    log,
    metrics,
    memoryBudget: deps.memoryBudget,
    rateLimit: createRateLimit({ perMinute: deps.rateLimitPerMinute, clock }),
  })
  nodeCalls.mount(http)
  mountPages(http, pages)
  if (dashboard) mountSinglePageApp(http, dashboard)

  return {
    http,
    openStreams,
    sweep: idempotency.sweep,
    /** Until the returned function is called every request gets a 503. */
    beginStarting(): () => void {
      isStarting = true
      return () => {
        isStarting = false
      }
    },
  }
}

/** Capabilities of areas that are not there yet, so that clients can look for them already. */
const planned: CapabilityDeps['sources'] = { browser: async () => [] }

/** Whether queued and scheduled work is done here. Requests are served without it. */
function workChecks({ runs, role }: Pick<WebDeps, 'runs' | 'role'>): ReadinessCheck[] {
  const checks = { queue: runs.queueFault, scheduler: runs.schedulerFault }
  return Object.entries(checks).map(([name, fault]) => ({
    name,
    isNeeded: false,
    check: async () => (role === 'api' ? 'runs on other nodes' : fault()),
  }))
}

export const isHttps = ({ protocol }: URL): boolean => protocol === 'https:'

let builtDashboard: ReturnType<typeof readSinglePageApp> | undefined

/** Once for all nodes of a process: to read hundreds of files is a fifth of the time that creating one takes. */
function readDashboard(): ReturnType<typeof readSinglePageApp> {
  if (builtDashboard === undefined) builtDashboard = readSinglePageApp(pathOf('../../dashboard/dist'))
  return builtDashboard
}

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const responseSeal = ({ sealer }: Pick<WebDeps, 'sealer'>) => {
  const sealContext = (projectId: string, rowId: string) => ({
    projectId,
    purpose: 'idempotent-answer',
    rowId,
  })
  return {
    seal: (projectId: string, id: string, text: string) => sealer.seal(sealContext(projectId, id), text),
    open: (projectId: string, id: string, sealed: string) =>
      sealer.openText(sealContext(projectId, id), sealed),
  }
}

export const apiInfo = {
  title: 'Stoa API',
  version: '1.0',
  description:
    'Agents, workflows, tools and integrations in one API. Every request is scoped to the project of the API key; `x-username` acts as one of its end users.',
}
