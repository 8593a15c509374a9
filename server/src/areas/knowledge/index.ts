import type { Compute } from '../../kernel/compute/compute.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Events } from '../../kernel/events/events.ts'
import { refuseUnpermitted } from '../../kernel/http/auth/authorize.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Page } from '../../kernel/page.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isSealable } from '../../kernel/sealed/command.ts'
import type { Audit } from '../audit/index.ts'
import type { ExternalUsers } from '../external-users/index.ts'
import type { Files } from '../files/index.ts'
import type { Llm } from '../llm/index.ts'
import type { Usage } from '../usage/index.ts'
import { knowledgeManifest } from './manifest.ts'
import { createDocumentParsers } from './parsers/host/document-parsers.ts'
import { collectionRoutes } from './routes/collections.ts'
import { evalRoutes } from './routes/evals.ts'
import { generationRoutes } from './routes/generations.ts'
import { searchRoutes } from './routes/search.ts'
import { sourceRoutes } from './routes/sources.ts'
import { CollectionQuery, type CollectionView } from './schema/collection.ts'
import { MultiSearchBody, type SearchResult } from './schema/search.ts'
import {
  type Ingested,
  IngestFileBody,
  IngestTextBody,
  IngestUrlBody,
  SourceQuery,
  type SourceView,
} from './schema/source.ts'
import { createChunkService } from './service/chunks.ts'
import { type CollectionService, createCollectionService } from './service/collections.ts'
import { crawlJob } from './service/crawl/crawl-run.ts'
import { createCrawlPreview } from './service/crawl/preview.ts'
import { createChunkEmbedder } from './service/embed-chunks.ts'
import { createComparison } from './service/evals/compare.ts'
import { createEvalService, evalJob } from './service/evals/evals.ts'
import { createEvaluator } from './service/evals/evaluate.ts'
import { createTestService } from './service/evals/retrieval-tests.ts'
import { createFollowJob } from './service/follow-job.ts'
import { createBuilder } from './service/generations/build.ts'
import { createEstimator } from './service/generations/estimate.ts'
import { createGenerationService } from './service/generations/generations.ts'
import { rebuildJob } from './service/generations/rebuild-run.ts'
import { createSwitch } from './service/generations/switch.ts'
import { createIndexes } from './service/indexes.ts'
import { createIngestService, type IngestDeps, type IngestService } from './service/ingest.ts'
import { ingestJob } from './service/ingest-run.ts'
import { createPageBilling } from './service/limits/page-billing.ts'
import { type KnowledgeLimits, noLimits } from './service/limits/quota.ts'
import { purgeJob } from './service/purge.ts'
import { refreshJob } from './service/refresh/refresh-run.ts'
import { createRefreshSchedule } from './service/refresh/schedule.ts'
import { createSearchService, type SearchService } from './service/search/search.ts'
import { createSourceTextService, type ReadSourceText } from './service/source-text.ts'
import { createSourceService, type SourceService } from './service/sources.ts'
import { knowledgeUserData } from './service/user-data.ts'
import { deleteDeadRows } from './store/chunk.ts'
import { listSearchable } from './store/collection.ts'
import { readingTable } from './store/reading.ts'
import { createWeb } from './web/fetch-page.ts'

export { createDocumentParsers }

/**
 * Collections of texts that can be searched. Sources are indexed by durable runs and become searchable as a whole; an
 * index of words and vectors lives in the memory of each node and is compared with the database before every search, so that what was
 * acknowledged on one node is found on all.
 */
export type Knowledge = {
  /** Takes what `POST /api/v1/knowledge/search` takes; collections that are not there are left out. */
  search(scope: Scope, query: object): Promise<SearchResult[]>
  /** Those of the collections that the caller has. */
  findExisting(scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>>
  listCollections(scope: Scope, query: { q?: string | undefined; limit: number }): Promise<CollectionView[]>
  listSources(scope: Scope, collectionId: string, query: { limit: number }): Promise<Page<SourceView>>
  /** The whole text of a source, if it is not too long to be read in one piece. */
  readText(scope: Scope, collectionId: string, sourceKey: string): Promise<string>
  /** Takes what the endpoint of its kind takes. */
  ingest(scope: Scope, collectionId: string, source: SourceToIngest): Promise<Ingested>
}

type SourceToIngest = { kind: 'text' | 'file' | 'url'; [field: string]: unknown }

/** How pages of others are fetched. */
export type KnowledgeOptions = {
  /** Between two requests of a crawl; the site may ask for longer. */
  crawlDelayMs?: number
  /** For a page, from the lookup to its last byte. */
  fetchTimeoutMs?: number
}

export type KnowledgeDeps = Omit<IngestDeps, 'runs' | 'files' | 'externalUsers' | 'limits' | 'refresh'> & {
  log: Log
  /** The directory for the programs of the parsers. */
  dataDir: string
  /** Parse documents also where the platform cannot close a process; for development on other systems only. */
  allowUnsealed: boolean
  audit: Audit
  compute: Compute
  knowledgeOptions?: KnowledgeOptions
  llm: Pick<Llm, 'embeddings' | 'complete'>
  knowledgeMemoryMb?: number | null | undefined
  knowledgeLimits?: KnowledgeLimits
  ocrLanguages?: readonly string[]
  usage: Pick<Usage, 'hold' | 'settle' | 'release' | 'charge' | 'priceOf' | 'registerWork'>
  events: Pick<Events, 'publish'>
  runs: Pick<Runs, 'enqueue' | 'cancel' | 'register' | 'find' | 'follow' | 'lastEventNumber' | 'schedules'>
  externalUsers: Pick<ExternalUsers, 'hold' | 'count' | 'isActive'>
  files: Pick<Files, 'get' | 'open' | 'addReference' | 'removeReference' | 'forgetReferrers'>
}

// A search that began before a revision was replaced may still read it.
const deadRowsMs = 60 * 60_000
const sweepBatch = 20
const maxWholeText = 4 * 1024 * 1024

export function createKnowledge(deps: KnowledgeDeps) {
  const embedder = createChunkEmbedder(deps)
  const indexes = createIndexes({ db: deps.db, memoryMb: deps.knowledgeMemoryMb ?? undefined })
  const search = createSearchService({ ...deps, indexes })
  const mayParse = isSealable() || deps.allowUnsealed
  const { parsers, capability: ocr } = createDocumentParsers({ ...deps, mayParse })
  const limits = deps.knowledgeLimits ?? noLimits
  const refresh = createRefreshSchedule({ newId: deps.newId, schedules: deps.runs.schedules })
  const ingest = createIngestService({ ...deps, limits, refresh })
  const billing = createPageBilling(deps)
  deps.usage.registerWork(readingTable.workSource)
  const { crawlDelayMs = 1_000, fetchTimeoutMs } = deps.knowledgeOptions ?? {}
  const web = createWeb({
    outbound: deps.outbound,
    ...(fetchTimeoutMs === undefined ? {} : { timeoutMs: fetchTimeoutMs }),
  })
  const reading = { ...deps, limits, parsers, web, billing, refresh }
  deps.runs.register(ingestJob({ ...reading, embedder }))
  deps.runs.register(crawlJob({ ...reading, ingest, crawlDelayMs }))
  deps.runs.register(
    refreshJob({
      ...reading,
      ingest,
      schedules: deps.runs.schedules,
      owners: deps.externalUsers,
    }),
  )
  deps.runs.register(purgeJob(deps))
  const switchTo = createSwitch(deps)
  const builder = createBuilder({ ...deps, embedder })
  const evaluate = createEvaluator({ ...deps, search })
  const compare = createComparison({ ...deps, evaluate })
  deps.runs.register(evalJob({ ...deps, evaluate }))
  deps.runs.register(rebuildJob({ ...deps, builder, switchTo, compare, indexes }))
  const generations = createGenerationService({ ...deps, estimate: createEstimator(deps), switchTo })
  const collections = createCollectionService({ ...deps, generations })
  const sources = createSourceService({ ...deps, refresh })
  const readText = createSourceTextService(deps)
  const area = forAreas(deps, { search, collections, sources, ingest, readText })
  return {
    ...area,
    userData: [knowledgeUserData(deps)],
    /** Deletes generations whose time is over, and chunks of revisions that are no longer searched. */
    async sweep(): Promise<void> {
      await generations.expire()
      const before = new Date(deps.clock.now().getTime() - deadRowsMs)
      while ((await deleteDeadRows(deps.db, before, sweepBatch)) === sweepBatch);
    },
    stop: () => parsers.close(),
    capabilities: {
      knowledge: async () => [
        {
          name: 'document-parsers',
          isLive: mayParse,
          isolation: 'process',
          isSealed: isSealable(),
          ...(mayParse
            ? {}
            : { lacks: 'a system on which a process can be sealed; STOA_ALLOW_UNSEALED=1 does without' }),
        },
        ocr,
      ],
    },
    routes: [
      ...collectionRoutes(collections),
      ...generationRoutes(generations),
      ...evalRoutes({ tests: createTestService(deps), evals: createEvalService(deps) }),
      ...sourceRoutes({
        ingest,
        sources,
        followJob: createFollowJob(deps),
        readText,
        previewCrawl: createCrawlPreview({ ...reading, crawlDelayMs }),
      }),
      ...searchRoutes({ search, chunks: createChunkService({ ...deps, embedder }) }),
    ],
  }
}

type Services = {
  search: SearchService
  collections: CollectionService
  sources: SourceService
  ingest: IngestService
  readText: ReadSourceText
}

/** What areas above may call. */
function forAreas(
  deps: Pick<KnowledgeDeps, 'db'>,
  { search, collections, sources, ingest, readText }: Services,
): Knowledge {
  return {
    async search(scope, query) {
      refuseUnpermitted(scope.permissions, 'knowledge:read')
      return search.searchExisting(scope, MultiSearchBody.parse(query))
    },
    async findExisting(scope, ids) {
      const known = ids.length === 0 ? [] : await listSearchable(deps.db, scope, ids.filter(isUuid))
      return new Set(known.map(({ id }) => id))
    },
    async listCollections(scope, { q, limit }) {
      const query = CollectionQuery.parse({ limit: String(limit), ...(q === undefined ? {} : { q }) })
      return (await collections.list(scope, query)).items
    },
    listSources: (scope, id, { limit }) =>
      sources.list(scope, id, SourceQuery.parse({ limit: String(limit) })),
    async readText(scope, id, key) {
      const { text, nextOffset } = await readText(scope, id, key, { offset: 0, limit: maxWholeText })
      if (nextOffset === null) return text
      throw new AppError('payload_too_large', `The source has more than ${maxWholeText} characters`, {
        hint: 'Read it in parts: GET …/sources/{sourceKey}/text.',
      })
    },
    async ingest(scope, id, { kind, ...body }) {
      if (kind === 'text') return ingest.text(scope, id, IngestTextBody.parse(body))
      if (kind === 'file') return ingest.file(scope, id, IngestFileBody.parse(body))
      return ingest.url(scope, id, IngestUrlBody.parse(body))
    },
  }
}

export const knowledgeArea = {
  manifest: knowledgeManifest,
  key: 'knowledge',
  create: createKnowledge,
} as const
