import type { BrowserOptions } from './areas/browsers/index.ts'
import type { AccountLimits } from './areas/connections/index.ts'
import type { StorageLimits } from './areas/files/index.ts'
import type { KnowledgeOptions } from './areas/knowledge/index.ts'
import type { LlmOptions } from './areas/llm/index.ts'
import type { StdioProgram } from './areas/mcp/index.ts'
import type { SkillOptions } from './areas/skills/index.ts'
import { describeAccess } from './endpoint-access.ts'
import type { AreaManifest } from './kernel/area.ts'
import type { Blobs } from './kernel/blobs/blobs.ts'
import { createBlobGarbage, garbageChannel } from './kernel/blobs/garbage.ts'
import { createCompute } from './kernel/compute/compute.ts'
import { createProjectErasure, erasureChannel } from './kernel/erasure/project-erasure.ts'
import { declareErrors } from './kernel/errors.ts'
import { createEventTypes } from './kernel/events/event-types.ts'
import { createEvents } from './kernel/events/events.ts'
import type { Endpoint } from './kernel/http/endpoint.ts'
import { createNodeCalls } from './kernel/http/nodes/calls.ts'
import { createHops } from './kernel/http/nodes/hop.ts'
import { createLostWork } from './kernel/leases/lost-work.ts'
import { createNodeLease } from './kernel/leases/node-lease.ts'
import { findNodeUrl } from './kernel/leases/store.ts'
import { createMemoryBudget } from './kernel/limits/memory-budget.ts'
import type { Outbound } from './kernel/net/outbound.ts'
import { createRuns, type RunsDeps } from './kernel/runs/runs.ts'
import type { Sandboxes as SandboxEngine } from './kernel/sandbox/sandboxes.ts'
import { product } from './product.ts'
import type { WebSettings } from './web.ts'

/** Everything outside the product's own rules: made by the caller that starts it, replaced one by one in tests. */
export type AppDeps = WebSettings & {
  blobs: Blobs
  outbound: Outbound
  /** A separate key for each purpose, the same on every node. */
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
  llmOptions?: LlmOptions
  /** How pages are fetched for knowledge, where it is not the default. */
  knowledgeOptions?: KnowledgeOptions
  /** Where skills can be installed from. */
  skillOptions?: SkillOptions
  /** Programs that may be run as MCP servers. */
  stdioServers?: readonly StdioProgram[]
  /** How much memory large requests and responses may hold together; a share of the heap by default. */
  maxBufferedBytes?: number
  /** False lists no API operations of the shipped catalogue: tests count what they made themselves. */
  hasToolCatalogue?: boolean
  /** For how many hours the event logs of agent runs are stored after their end, where it is not the default. */
  runLogHours?: number
  /** How much memory the indexes of knowledge may take on a node, where it is not the default. */
  knowledgeMemoryMb?: number | null
  /** The languages that text in images is read in, where it is not English. */
  ocrLanguages?: readonly string[]
  /** How much text a project and an end user may have in knowledge; without limit unless given. */
  knowledgeLimits?: StorageLimits
  /** After how many days without a visit anonymous visitors are erased, where it is not the default. */
  visitorDays?: number
  /** How many executions events may start for one project in a minute, where it is not the default. */
  eventStartsPerMinute?: number
  /** Which browser sessions run in, and what they may reach. */
  browserOptions?: BrowserOptions
  /** How many connected accounts there may be, where it is not the default. */
  accountLimits?: AccountLimits
}

/** What the parts of the kernel are given of the areas. */
export type FromAreas = {
  manifests: readonly AreaManifest[]
  /** Filled when every area is made. */
  endpoints: readonly Endpoint[]
  retentionDays: NonNullable<RunsDeps['retentionDays']>
}

/** What every area may be given: what the app is given, and the parts of the kernel that all areas of a node share. */
export function createKernelParts(deps: AppDeps, { manifests, endpoints, retentionDays }: FromAreas) {
  const { db, clock, newId, log, listener, blobs } = deps
  for (const { name, errors } of manifests) declareErrors(name, errors)
  const garbage = createBlobGarbage({ db, blobs, clock })
  listener.on(garbageChannel, () => {
    garbage.collect().catch((error) => log.warn({ err: error }, 'blobs could not be removed yet'))
  })
  const blobFolders = manifests.flatMap((manifest) => manifest.blobFolders ?? [])
  const erasure = createProjectErasure({ db, blobs, clock, log, blobFolders })
  listener.on(erasureChannel, () => {
    erasure.sweep().catch((error) => log.warn({ err: error }, 'a deleted project could not be erased yet'))
  })
  const lease = createNodeLease({ db, newId, log, nodeUrl: deps.nodeUrl ?? null })
  const hops = createHops({ clock, key: deps.deriveKey('node-hop') })
  const urlOf = (nodeId: string) => findNodeUrl(db, nodeId)
  return {
    ...deps,
    ...describeAccess(endpoints),
    hops,
    nodeCalls: createNodeCalls({ hops, nodeId: lease.nodeId, urlOf }),
    productVersion: product.version,
    garbage,
    erasure,
    memoryBudget: createMemoryBudget(deps.maxBufferedBytes),
    compute: createCompute(),
    lease,
    lostWork: createLostWork({ log }),
    runs: createRuns({ db, clock, newId, log, listener, retentionDays }),
    events: createEvents({ db, clock, newId, log, listener }),
    eventTypes: createEventTypes(Object.assign({}, ...manifests.map(({ events }) => events))),
  }
}

export type KernelParts = ReturnType<typeof createKernelParts>
