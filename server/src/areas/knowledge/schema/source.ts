import { z } from 'zod'
import { creditsOf } from '../../../kernel/credits.ts'
import {
  choiceParam,
  listParam,
  pageParams,
  Timestamp,
  textParam,
  Uuid,
} from '../../../kernel/http/shapes.ts'
import type { Validators } from '../web/validators.ts'
import { ChunkOverlap, ChunkSize } from './collection.ts'
import { RefreshEvery, type RefreshInterval } from './refresh.ts'

export const sourceKinds = ['text', 'file', 'url'] as const
export const openStatuses = ['queued', 'fetching', 'parsing', 'chunking', 'embedding'] as const
export const sourceStatuses = [...openStatuses, 'ready', 'failed', 'cancelled'] as const
export type SourceStatus = (typeof sourceStatuses)[number]

export const waitReasons = ['ocr'] as const
export type WaitReason = (typeof waitReasons)[number]

export const maxTextBytes = 20 * 1024 * 1024

const maxMetadataBytes = 8 * 1024

export const Metadata = z
  .record(z.string().min(1).max(100), z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]))
  .refine((value) => JSON.stringify(value).length <= maxMetadataBytes, 'must not be larger than 8 KB')
  .describe('Values that searches can filter by.')
export type Metadata = z.output<typeof Metadata>

const ingestSettings = {
  chunkSize: ChunkSize.optional(),
  chunkOverlap: ChunkOverlap.optional(),
  metadata: Metadata.optional(),
}

export const IngestTextBody = z.strictObject({
  content: z.string().min(1),
  title: z.string().trim().min(1).max(200).optional(),
  ...ingestSettings,
})
export type IngestTextBody = z.output<typeof IngestTextBody>

export const IngestFileBody = z.strictObject({
  fileId: Uuid,
  title: z.string().trim().min(1).max(200).optional(),
  ...ingestSettings,
})
export type IngestFileBody = z.output<typeof IngestFileBody>

export const IngestUrlBody = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(800),
  mode: z
    .enum(['scrape', 'crawl'])
    .default('scrape')
    .describe('`crawl` follows the sitemap and links on the same host, below the folder of the URL.'),
  maxPages: z.int().min(1).max(100).default(100).describe('Of a crawl.'),
  refreshEvery: RefreshEvery.nullish().describe(
    'How often the page, or the site, is looked at again. Null ends it; without it a source that is there keeps what it has.',
  ),
  title: z.string().trim().min(1).max(200).optional(),
  ...ingestSettings,
})
export type IngestUrlBody = z.output<typeof IngestUrlBody>

export const Ingested = z
  .object({
    sourceKey: z.string(),
    jobId: z.uuid().nullable(),
    status: z.enum(sourceStatuses),
    changed: z.boolean().describe('False when the collection has this content already.'),
  })
  .meta({ id: 'KnowledgeIngested' })
export type Ingested = z.output<typeof Ingested>

const SourceError = z.object({ code: z.string(), message: z.string(), stage: z.string().nullable() })
export type SourceError = z.output<typeof SourceError>

const RefreshError = SourceError.omit({ stage: true })

const Origin = z.object({
  fileId: z.uuid().optional(),
  fileName: z.string().optional(),
  isOfEndUser: z.boolean().optional().describe('Whether the file was that of an end user.'),
  url: z.string().optional(),
  mode: z.literal('crawl').optional(),
  maxPages: z.number().optional(),
  pageCount: z.number().optional().describe('Pages that a crawl has found.'),
  isPartial: z
    .boolean()
    .optional()
    .describe('Whether the site stopped responding before the crawl was complete.'),
  removedCount: z
    .number()
    .optional()
    .describe('Pages that the last crawl deleted, because the site no longer has them.'),
  parent: z.string().optional().describe('The `sourceKey` of the crawl that found it.'),
})

export const SourceView = z
  .object({
    sourceKey: z.string(),
    kind: z.enum(sourceKinds),
    title: z.string(),
    origin: Origin,
    status: z.enum(sourceStatuses),
    stage: z.string().nullable().describe('Where it is, or where it failed.'),
    waitsFor: z
      .enum(waitReasons)
      .nullable()
      .describe('What its stage waits for: `ocr` when text recognition is busy with other documents.'),
    progress: z.number().describe('From 0 to 1.'),
    isSearchable: z
      .boolean()
      .describe('Whether a revision of it is searched, while another one is indexed too.'),
    chunkCount: z.number(),
    tokenCount: z.number(),
    sizeBytes: z.number(),
    pageCount: z.number().describe('Pages that were read the last time; 0 for text that needs no parser.'),
    creditsUsed: z.number().describe('What reading it has cost; embeddings are not included.'),
    language: z.string().nullable(),
    contentHash: z.string().nullable(),
    metadata: Metadata,
    lastError: SourceError.nullable(),
    refreshEvery: RefreshEvery.nullable(),
    nextRefreshAt: Timestamp.nullable(),
    lastCheckedAt: Timestamp.nullable().describe('When its page was last requested from its site.'),
    refreshError: RefreshError.nullable().describe(
      'Why the last refresh failed; what was searchable still is.',
    ),
    missingSince: Timestamp.nullable().describe(
      'Since when the site of a crawl no longer has this page. The next crawl deletes it, unless it is there again.',
    ),
    jobId: z.uuid().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    indexedAt: Timestamp.nullable(),
  })
  .meta({ id: 'KnowledgeSource' })
export type SourceView = z.output<typeof SourceView>

export const SourceQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the title or key.'),
  status: listParam(sourceStatuses).optional(),
  kind: choiceParam(sourceKinds).optional(),
  ...pageParams,
})
export type SourceQuery = z.output<typeof SourceQuery>

export const SourceKey = z.string().min(3).max(1_000)
export const SourceParams = z.object({ id: Uuid, sourceKey: SourceKey })
export const PatchSourceBody = z.strictObject({
  refreshEvery: RefreshEvery.nullable().describe(
    'How often the page, or the site, is looked at again; null ends it.',
  ),
})
export type PatchSourceBody = z.output<typeof PatchSourceBody>
export const DeleteSourceBody = z.strictObject({ sourceKey: SourceKey })
export const DeletedSource = z.object({ sourceKey: z.string(), deleted: z.literal(true) })

export const JobParams = z.object({ id: Uuid, jobId: Uuid })
export const JobView = z
  .object({
    jobId: z.uuid(),
    sourceKey: z.string(),
    status: z.enum(sourceStatuses),
    stage: z.string().nullable(),
    progress: z.number(),
    error: SourceError.nullable(),
    createdAt: Timestamp,
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'KnowledgeJob' })
export type JobView = z.output<typeof JobView>

export const JobEvent = z.object({
  stage: z.enum(openStatuses).optional(),
  progress: z.number().optional().describe('Of the stage, from 0 to 1.'),
  waitsFor: z.enum(waitReasons).nullish().describe('What the stage waits for.'),
  url: z.string().optional().describe('Of a page.'),
  outcome: z.enum(['added', 'unchanged', 'skipped', 'failed']).optional().describe('Of a page.'),
  status: z.enum(sourceStatuses).optional().describe('Of `end`.'),
  chunkCount: z.number().nullish(),
  error: z.object({ code: z.string(), message: z.string(), stage: z.string().nullish() }).nullish(),
  at: Timestamp.nullable(),
})

/** A source as it is stored. */
export type Source = Validators & {
  collectionId: string
  no: number
  key: string
  kind: (typeof sourceKinds)[number]
  title: string
  origin: z.output<typeof Origin>
  metadata: Metadata
  language: string | null
  status: SourceStatus
  waitsFor: WaitReason | null
  progress: number
  error: SourceError | null
  contentHash: string | null
  sizeBytes: number
  chunkSize: number
  chunkOverlap: number
  /** Whether they are its own, and not those of the collection. */
  hasOwnChunking: boolean
  chunkCount: number
  tokenCount: number
  pageCount: number
  usedMicro: number
  liveRevision: number | null
  lastRevision: number
  runId: string | null
  refreshEvery: RefreshInterval | null
  scheduleId: string | null
  checkedAt: string | null
  refreshError: z.output<typeof RefreshError> | null
  missingSince: string | null
  textBlob: string | null
  nextBlob: string | null
  createdAt: string
  updatedAt: string
  indexedAt: string | null
}

export const isOpen = (status: SourceStatus): boolean => (openStatuses as readonly string[]).includes(status)

/** Of a source that is being indexed or has failed. */
export const stageOf = ({ status, error }: Source): string | null =>
  isOpen(status) ? status : (error?.stage ?? null)

export const sourceViewOf = (source: Source, nextRefreshAt: string | null): SourceView => ({
  sourceKey: source.key,
  kind: source.kind,
  title: source.title,
  origin: source.origin,
  status: source.status,
  stage: stageOf(source),
  waitsFor: isOpen(source.status) ? source.waitsFor : null,
  progress: source.progress,
  isSearchable: source.liveRevision !== null,
  chunkCount: source.chunkCount,
  tokenCount: source.tokenCount,
  sizeBytes: source.sizeBytes,
  pageCount: source.pageCount,
  creditsUsed: creditsOf(source.usedMicro),
  language: source.language,
  contentHash: source.contentHash,
  metadata: source.metadata,
  lastError: source.error,
  refreshEvery: source.refreshEvery,
  nextRefreshAt,
  lastCheckedAt: source.checkedAt,
  refreshError: source.refreshError,
  missingSince: source.missingSince,
  jobId: source.runId,
  createdAt: source.createdAt,
  updatedAt: source.updatedAt,
  indexedAt: source.indexedAt,
})

/** Keys come from URLs and bodies, encoded or not: both name the same source. */
export function normalizedKey(key: string): string {
  const at = key.indexOf(':')
  if (at < 1) return key
  const [kind, value] = [key.slice(0, at), key.slice(at + 1)]
  try {
    return keyOf(kind, decodeURIComponent(value))
  } catch {
    return keyOf(kind, value)
  }
}

export const keyOf = (kind: string, value: string): string =>
  `${kind}:${encodeURIComponent(value).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)}`
