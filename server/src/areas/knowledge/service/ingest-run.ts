import { buffer } from 'node:stream/consumers'
import type { Compute } from '../../../kernel/compute/compute.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import { kilobytes } from '../../../kernel/kilobytes.ts'
import { PermanentFailure, type RunContext, type RunKind } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Parsers } from '../parsers/host/pool.ts'
import type { Source } from '../schema/source.ts'
import { insertChunks } from '../store/chunk.ts'
import { bumpContentVersion, findCollection, lockCollection } from '../store/collection.ts'
import { findSourceByNo, goLive, noteProgress, type Revision } from '../store/source.ts'
import { type ChunkState, initialState } from '../text/chunk-text.ts'
import { detectLanguage } from '../text/languages.ts'
import { partsOf } from '../text/parts.ts'
import { prepareJob } from '../text/prepare-jobs.ts'
import type { Web } from '../web/fetch-page.ts'
import { ownerScope } from './access.ts'
import type { ChunkEmbedder } from './embed-chunks.ts'
import { endedJob, revisionOf } from './end-source.ts'
import { hashOf, type IngestDeps, ingestRun, maxChunks } from './ingest.ts'
import { createSourceReader } from './read-source.ts'

export type IngestRunDeps = IngestDeps & {
  compute: Compute
  events: Pick<Events, 'publish'>
  parsers: Parsers
  web: Web
  embedder: Pick<ChunkEmbedder, 'embedRevision'>
}

type Indexed = { chunkCount: number; tokenCount: number; sizeBytes: number; language: string }

const chunksPerInsert = 64

/**
 * Indexes one revision of a source. Its rows are written beside those that are searched, and one update makes them the
 * searched ones: until then, and when it fails, searches find what they found before. A later revision ends it.
 */
export function ingestJob(deps: IngestRunDeps): RunKind {
  const { db, clock, blobs, garbage, compute, events, externalUsers, embedder } = deps
  const reader = createSourceReader(deps)

  /** The source, unless it is deleted or a later revision has taken over. */
  async function current(revision: Revision): Promise<Source | null> {
    const source = await findSourceByNo(db, revision, revision.no)
    return source?.lastRevision === revision.revision ? source : null
  }

  /** Every stage is noted before it begins, so that a source shows where it is. */
  async function read(scope: Scope, revision: Revision, source: Source, signal: AbortSignal): Promise<void> {
    await noteProgress(db, revision, { status: 'fetching', progress: 0 })
    const content =
      source.kind === 'url' ? await reader.page(source, signal) : await reader.file(scope, source)
    await noteProgress(db, revision, { status: 'parsing', progress: 0 })
    await reader.parse(revision, content, hashOf(content.bytes), signal)
  }

  async function textOf({ nextBlob }: Source): Promise<string> {
    const blob = nextBlob === null ? null : await blobs.get(nextBlob)
    if (!blob)
      throw new PermanentFailure('text_missing', 'The text of the source is missing; ingest it again.')
    const text = (await buffer(blob.stream)).toString()
    if (text.trim() === '') throw new PermanentFailure('empty_text', 'The source has no text.', 'chunking')
    return text
  }

  async function index(
    scope: Scope,
    revision: Revision,
    source: Source,
    signal: AbortSignal,
  ): Promise<Indexed> {
    const collection = await findCollection(db, scope, revision.id)
    if (!collection) throw deleted()
    const text = await textOf(source)
    const language = collection.language === 'auto' ? detectLanguage(text) : collection.language
    const { chunkSize, chunkOverlap } = source
    const pageAt = pagesOf(text)
    let [state, count, tokenCount]: [ChunkState, number, number] = [initialState, 0, 0]
    for (const part of partsOf(text)) {
      signal.throwIfAborted()
      const input = { ...part, chunkSize, chunkOverlap, language, state }
      const prepared = await compute.run(prepareJob, input, { projectId: revision.projectId, signal })
      if (collection.chunkCount + count + prepared.chunks.length > maxChunks)
        throw new PermanentFailure('too_large', `A collection can have ${maxChunks} chunks.`, 'chunking')
      for (let i = 0; i < prepared.chunks.length; i += chunksPerInsert) {
        const batch = prepared.chunks
          .slice(i, i + chunksPerInsert)
          .map((chunk) => ({ ...chunk, page: pageAt(chunk.start) }))
        await db.tx((tx) => insertChunks(tx, revision, count + i, batch))
      }
      state = prepared.state
      count += prepared.chunks.length
      tokenCount += prepared.chunks.reduce((sum, chunk) => sum + chunk.tokenCount, 0)
      const progress = (part.offset + part.text.length) / text.length
      await noteProgress(db, revision, { status: 'chunking', progress })
    }
    return { chunkCount: count, tokenCount, sizeBytes: Buffer.byteLength(text), language }
  }

  async function embed(
    scope: Scope,
    revision: Revision,
    chunkCount: number,
    signal: AbortSignal,
  ): Promise<void> {
    const collection = await findCollection(db, scope, revision.id)
    if (!collection) throw deleted()
    const onBatch = (done: number) =>
      noteProgress(db, revision, { status: 'embedding', progress: Math.min(1, done / chunkCount) })
    await onBatch(0)
    await embedder.embedRevision(scope, revision, collection.embeddingModel, { signal, onBatch })
  }

  return {
    kind: ingestRun,
    perProject: 4,
    async handle({ run, scope, signal, step }: RunContext) {
      const revision = revisionOf(run)
      const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
        try {
          return await work()
        } catch (error) {
          // What a caller may not see or has deleted will not come back.
          if (error instanceof AppError && error.status < 500 && error.status !== 429 && error.status !== 408)
            throw new PermanentFailure(error.code, error.message)
          throw error
        }
      }
      const isText = await step(
        'parse',
        ({ signal: stopped }) =>
          guarded(async (): Promise<boolean> => {
            const source = await current(revision)
            if (source?.nextBlob === null)
              await read(scope, revision, source, AbortSignal.any([signal, stopped]))
            return source !== null
          }),
        { timeoutMs: 15 * 60_000, retries: 2, backoffMs: 2_000 },
      )
      if (!isText) return { isSuperseded: true }
      const indexed = await step(
        'index',
        ({ signal: stopped }) =>
          guarded(async (): Promise<Indexed | null> => {
            const source = await current(revision)
            return source && index(scope, revision, source, AbortSignal.any([signal, stopped]))
          }),
        { timeoutMs: 30 * 60_000, retries: 3, backoffMs: 2_000 },
      )
      if (indexed === null) return { isSuperseded: true }
      await step(
        'embedding',
        ({ signal: stopped }) =>
          guarded(() => embed(scope, revision, indexed.chunkCount, AbortSignal.any([signal, stopped]))),
        { timeoutMs: 60 * 60_000, retries: 5, backoffMs: 2_000 },
      )
      await step('publish', async () => null, {
        timeoutMs: 60_000,
        retries: 5,
        commit: (tx) => publish(tx, scope, revision, indexed),
      })
      return indexed
    },
    onEnd: endedJob(deps),
  }

  async function publish(
    tx: Parameters<typeof lockCollection>[0],
    scope: Scope,
    revision: Revision,
    indexed: Indexed,
  ): Promise<void> {
    const collection = await lockCollection(tx, scope, revision.id)
    const source = collection && (await findSourceByNo(tx, revision, revision.no))
    if (!source || source.lastRevision !== revision.revision || source.liveRevision === revision.revision)
      return
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
  }
}

const deleted = () => new PermanentFailure('collection_deleted', 'The collection was deleted.')

/** On which page a place of the text is: form feeds end pages. Null where there are none. */
function pagesOf(text: string): (at: number) => number | null {
  if (!text.includes('\f')) return () => null
  let [page, next] = [1, text.indexOf('\f')]
  // Chunks come in the order of the text, and overlaps go back within a page.
  return (at) => {
    for (; next !== -1 && next < at; next = text.indexOf('\f', next + 1)) page++
    return page
  }
}
