import { buffer } from 'node:stream/consumers'
import type { Compute } from '../../../kernel/compute/compute.ts'
import type { Events } from '../../../kernel/events/events.ts'
import { kilobytes } from '../../../kernel/kilobytes.ts'
import { PermanentFailure, type RunContext, type RunKind } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Parsers } from '../parsers/host/pool.ts'
import type { Source } from '../schema/source.ts'
import { bumpContentVersion, findCollection, lockCollection } from '../store/collection.ts'
import { findSourceByNo, goLive, type Revision } from '../store/source.ts'
import { detectLanguage } from '../text/languages.ts'
import type { Web } from '../web/fetch-page.ts'
import { ownerScope } from './access.ts'
import type { ChunkEmbedder } from './embed-chunks.ts'
import { endedJob, revisionOf } from './end-source.ts'
import { hashOf, type IngestDeps, ingestRun } from './ingest.ts'
import { maxChunks } from './limits/chunk-settings.ts'
import type { PageBilling } from './limits/page-billing.ts'
import { refuseAboveQuota } from './limits/quota.ts'
import { permanently } from './permanent.ts'
import { createReport } from './progress.ts'
import { createSourceReader, type Reading } from './read-source.ts'
import { createChunkWriter } from './write-chunks.ts'

export type IngestRunDeps = IngestDeps & {
  compute: Compute
  events: Pick<Events, 'publish'>
  parsers: Parsers
  web: Web
  billing: PageBilling
  embedder: Pick<ChunkEmbedder, 'embedRevision'>
}

/** One attempt at a stage of a revision. */
type Work = Reading & { revision: Revision }

type Indexed = {
  chunkCount: number
  tokenCount: number
  sizeBytes: number
  language: string
  /** What it was made for: another one may be searched when it is ready. */
  generation: number
  embeddingModel: string
}

/**
 * Indexes one revision of a source. Its rows are written beside those that are searched, and one update makes them the
 * searched ones: until then, and when it fails, searches find what they found before. A later revision ends it.
 */
export function ingestJob(deps: IngestRunDeps): RunKind {
  const { db, clock, blobs, garbage, events, externalUsers, embedder, limits } = deps
  const reader = createSourceReader(deps)
  const writer = createChunkWriter(deps)

  /** The source, unless it is deleted or a later revision has taken over. */
  async function current(revision: Revision): Promise<Source | null> {
    const source = await findSourceByNo(db, revision, revision.no)
    return source?.lastRevision === revision.revision ? source : null
  }

  /** Every stage is noted before it begins, so that a source shows where it is. */
  async function read({ revision, ...reading }: Work, source: Source): Promise<void> {
    const { scope, report, signal } = reading
    await report('fetching', 0)
    const content =
      source.kind === 'url' ? await reader.page(source, signal) : await reader.file(scope, source)
    await report('parsing', 0)
    await reader.parse(revision, content, hashOf(content.bytes), reading)
  }

  async function textOf({ nextBlob }: Source): Promise<string> {
    const blob = nextBlob === null ? null : await blobs.get(nextBlob)
    if (!blob)
      throw new PermanentFailure('text_missing', 'The text of the source is missing; ingest it again.')
    const text = (await buffer(blob.stream)).toString()
    if (text.trim() === '') throw new PermanentFailure('empty_text', 'The source has no text.', 'chunking')
    return text
  }

  async function index({ scope, revision, report, signal }: Work): Promise<Indexed | null> {
    // The collection before the source: a switch in between is found when the revision is published.
    const collection = await findCollection(db, scope, revision.id)
    if (!collection) throw deleted()
    const source = await current(revision)
    if (!source) return null
    const text = await textOf(source)
    const language = collection.language === 'auto' ? detectLanguage(text) : collection.language
    const sizeBytes = Buffer.byteLength(text)
    await db.tx((tx) => refuseAboveQuota(tx, collection, limits, sizeBytes - source.sizeBytes))
    const { chunkSize, chunkOverlap } = source
    await report('chunking', 0)
    const { chunkCount, tokenCount } = await writer.write(
      revision,
      { text, chunkSize, chunkOverlap, language },
      {
        signal,
        room: maxChunks - collection.chunkCount,
        onProgress: (progress) => report('chunking', progress),
      },
    )
    const { generation, embeddingModel } = collection
    return {
      chunkCount,
      tokenCount,
      sizeBytes,
      language,
      generation,
      embeddingModel,
    }
  }

  async function embed(
    { scope, revision, report, signal }: Work,
    { chunkCount, generation, embeddingModel }: Indexed,
  ): Promise<void> {
    const collection = await findCollection(db, scope, revision.id)
    if (!collection) throw deleted()
    // It is indexed once more.
    if (collection.generation !== generation) return
    const onBatch = (done: number) => report('embedding', Math.min(1, done / chunkCount))
    await onBatch(0)
    await embedder.embedRevision(scope, revision, embeddingModel, { signal, onBatch })
  }

  return {
    kind: ingestRun,
    perProject: 4,
    async handle({ run, scope, signal, step, emit }: RunContext) {
      const revision = revisionOf(run)
      const report = createReport(db, revision, emit)
      const workUntil = (stopped: AbortSignal): Work => ({
        scope,
        runId: run.id,
        revision,
        report,
        signal: AbortSignal.any([signal, stopped]),
      })
      const isText = await step(
        'parse',
        ({ signal: stopped }) =>
          permanently(async (): Promise<boolean> => {
            const source = await current(revision)
            if (source?.nextBlob === null) await read(workUntil(stopped), source)
            return source !== null
          }),
        { timeoutMs: 40 * 60_000, retries: 2, backoffMs: 2_000 },
      )
      if (!isText) return { isSuperseded: true }
      for (let round = 1; ; round++) {
        const name = (stage: string) => (round === 1 ? stage : `${stage}:${round}`)
        const indexed = await step(
          name('index'),
          ({ signal: stopped }) => permanently(() => index(workUntil(stopped))),
          { timeoutMs: 30 * 60_000, retries: 3, backoffMs: 2_000 },
        )
        if (indexed === null) return { isSuperseded: true }
        await step(
          name('embedding'),
          ({ signal: stopped }) => permanently(() => embed(workUntil(stopped), indexed)),
          { timeoutMs: 60 * 60_000, retries: 5, backoffMs: 2_000 },
        )
        const isPublished = await step(
          name('publish'),
          () => permanently(() => db.tx((tx) => publish(tx, scope, revision, indexed)), 'embedding'),
          { timeoutMs: 60_000, retries: 5 },
        )
        if (isPublished !== false) return indexed
      }
    },
    onEnd: endedJob(deps),
  }

  /** False when another generation is searched now than the one that this revision was made for. */
  async function publish(
    tx: Parameters<typeof lockCollection>[0],
    scope: Scope,
    revision: Revision,
    indexed: Indexed,
  ): Promise<boolean> {
    const collection = await lockCollection(tx, scope, revision.id)
    const source = collection && (await findSourceByNo(tx, revision, revision.no))
    if (!source || source.lastRevision !== revision.revision || source.status === 'ready') return true
    if (collection.generation !== indexed.generation) return false
    // Others may have been published since it was begun.
    await refuseAboveQuota(tx, collection, limits, indexed.sizeBytes - source.sizeBytes)
    const contentVersion = await bumpContentVersion(tx, collection)
    await goLive(tx, revision, { ...indexed, contentVersion }, clock.now())
    if (source.textBlob !== null && source.textBlob !== source.nextBlob)
      await garbage.discard(tx, source.textBlob)
    await externalUsers.count(tx, ownerScope(scope, collection), {
      knowledgeStorageKb: kilobytes(indexed.sizeBytes) - kilobytes(source.sizeBytes),
    })
    await events.publish(tx, scope, {
      type: 'knowledge.source.ready',
      data: { collectionId: revision.id, sourceKey: source.key, chunkCount: indexed.chunkCount },
    })
    return true
  }
}

const deleted = () => new PermanentFailure('collection_deleted', 'The collection was deleted.')
