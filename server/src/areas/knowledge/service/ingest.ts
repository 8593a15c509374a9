import { createHash } from 'node:crypto'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { storable } from '../../../kernel/text/decode-text.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { Files } from '../../files/index.ts'
import type { Collection } from '../schema/collection.ts'
import {
  type Ingested,
  type IngestFileBody,
  type IngestTextBody,
  type IngestUrlBody,
  isOpen,
  keyOf,
  maxTextBytes,
  type Source,
} from '../schema/source.ts'
import { countSources, findSource, type SourceToIngest, upsertSource } from '../store/source.ts'
import { normalizedAddress } from '../web/addresses.ts'
import { getCollection, getSource, holdCollection } from './access.ts'
import { maxChunks, overlapOf } from './limits/chunk-settings.ts'
import { type KnowledgeLimits, refuseAboveQuota } from './limits/quota.ts'
import type { RefreshSchedule } from './refresh/schedule.ts'

export const ingestRun = 'knowledge.ingest'
export const crawlRun = 'knowledge.crawl'
export const maxSources = 10_000

export type IngestDeps = {
  db: Db
  clock: Clock
  newId: NewId
  blobs: Blobs
  garbage: BlobGarbage
  runs: Pick<Runs, 'enqueue' | 'cancel'>
  externalUsers: Pick<ExternalUsers, 'hold' | 'count'>
  files: Pick<Files, 'get' | 'open' | 'addReference' | 'removeReference'>
  outbound: Pick<Outbound, 'check' | 'request'>
  limits: KnowledgeLimits
  refresh: Pick<RefreshSchedule, 'set'>
}

type NewSource = Omit<
  SourceToIngest,
  'runId' | 'chunkSize' | 'chunkOverlap' | 'hasOwnChunking' | 'metadata'
> & {
  /** Of its text, where that is known. */
  sizeBytes?: number
  body: Pick<IngestTextBody, 'chunkSize' | 'chunkOverlap' | 'metadata'>
}

/** How a file refers to the source that is made of it. */
export const referrerOf = (collectionId: string, key: string) => ({
  kind: 'knowledge_source',
  id: `${collectionId}/${key}`,
})

export const textBlobKey = (projectId: string, id: string) => `knowledge/${projectId}/${id}`

/** Accepts sources. What takes longer than a request, reading and indexing them, is done by a run. */
export function createIngestService(deps: IngestDeps) {
  const { db, clock, newId, blobs, garbage, runs, externalUsers, files, outbound, limits, refresh } = deps

  /** The next revision of a source, in the transaction that enqueues the run for it. */
  async function start(
    tx: Tx,
    scope: Scope,
    collection: Collection,
    { body, sizeBytes, ...source }: NewSource,
  ): Promise<{ ingested: Ingested; isUsed: boolean; stored: Source }> {
    const existing = await findSource(tx, collection, source.key)
    const settings = settingsOf(collection, body, existing)
    const metadata = body.metadata ?? existing?.metadata ?? {}
    if (existing && isSame(existing, { ...source, ...settings, metadata }))
      return { ingested: ingestedOf(existing, false), isUsed: false, stored: existing }
    if (!existing) await refuseFull(tx, collection)
    const addedBytes = sizeBytes === undefined ? 1 : sizeBytes - (existing?.sizeBytes ?? 0)
    await refuseAboveQuota(tx, collection, limits, addedBytes)
    const runId = newId()
    if (existing?.runId && isOpen(existing.status)) await runs.cancel(tx, scope, existing.runId)
    if (existing?.nextBlob) await garbage.discard(tx, existing.nextBlob)
    const stored = await upsertSource(
      tx,
      collection,
      { ...source, ...settings, metadata, runId },
      clock.now(),
    )
    if (source.nextBlob !== null) await garbage.keep(tx, source.nextBlob)
    await runs.enqueue(tx, scope, jobOf(collection, stored, runId))
    return { ingested: ingestedOf(stored, true), isUsed: true, stored }
  }

  return {
    async text(
      scope: Scope,
      collectionId: string,
      { content, title, ...body }: IngestTextBody,
    ): Promise<Ingested> {
      const text = storable(content)
      const bytes = Buffer.from(text)
      if (text.trim() === '') throw new AppError('empty_text', 'The content has no text')
      if (bytes.length > maxTextBytes)
        throw new AppError('payload_too_large', 'The content of a source can be at most 20 MiB', {
          hint: 'Split it into several sources.',
        })
      const collection = await getCollection(db, scope, collectionId)
      const contentHash = hashOf(bytes)
      const blob = textBlobKey(collection.projectId, newId())
      await garbage.expect(blob)
      const discard = () => db.tx((tx) => garbage.discard(tx, blob))
      try {
        await blobs.put(blob, bytes)
        const { ingested, isUsed } = await db.tx(async (tx) => {
          await externalUsers.hold(tx, scope)
          return start(tx, scope, await holdCollection(tx, scope, collectionId), {
            key: keyOf('text', title ?? contentHash.slice(0, 32)),
            kind: 'text',
            title: title ?? firstLine(text),
            origin: {},
            contentHash,
            nextBlob: blob,
            sizeBytes: bytes.length,
            body,
          })
        })
        if (!isUsed) await discard()
        return ingested
      } catch (error) {
        await discard()
        throw error
      }
    },
    async file(
      scope: Scope,
      collectionId: string,
      { fileId, title, ...body }: IngestFileBody,
    ): Promise<Ingested> {
      return db.tx(async (tx) => {
        await externalUsers.hold(tx, scope)
        const collection = await holdCollection(tx, scope, collectionId)
        const file = await files.get(tx, scope, fileId)
        const key = keyOf('file', fileId)
        const { ingested } = await start(tx, scope, collection, {
          key,
          kind: 'file',
          title: title ?? file.name,
          // The owner of the file decides: the collection can be the team's, or become so.
          origin: { fileId, fileName: file.name, isOfEndUser: file.eUID !== scope.projectId },
          contentHash: file.sha256,
          nextBlob: null,
          body,
        })
        await files.addReference(tx, scope, fileId, referrerOf(collection.id, key))
        return ingested
      })
    },
    /** A page, or a crawl, each page of which becomes a source. What is there is known when it is fetched. */
    async url(
      scope: Scope,
      collectionId: string,
      { url, mode, maxPages, title, refreshEvery, ...body }: IngestUrlBody,
    ): Promise<Ingested> {
      // The body has been checked: it is an address of the web.
      const address = normalizedAddress(url)!
      await outbound.check(address)
      return db.tx(async (tx) => {
        await externalUsers.hold(tx, scope)
        const collection = await holdCollection(tx, scope, collectionId)
        const isCrawl = mode === 'crawl'
        const { ingested, stored } = await start(tx, scope, collection, {
          key: keyOf(isCrawl ? 'crawl' : 'url', address),
          kind: 'url',
          title: title ?? address.slice(0, 200),
          origin: { url: address, ...(isCrawl ? { mode, maxPages } : {}) },
          contentHash: null,
          nextBlob: null,
          body,
        })
        await refresh.set(tx, scope, collection, stored, refreshEvery)
        return ingested
      })
    },
    /** A page that a crawl or a refresh has read already. */
    startPage: start,
    /** The same crawl, in the transaction of who found that it is due. */
    async crawlAgain(tx: Tx, scope: Scope, collection: Collection, source: Source): Promise<void> {
      const { url, mode, maxPages } = source.origin
      await start(tx, scope, collection, {
        key: source.key,
        kind: source.kind,
        title: source.title,
        origin: { url, mode, maxPages },
        contentHash: null,
        nextBlob: null,
        body: {},
      })
    },
    /** Indexes a source once more: after a failure, or with the chunk settings that the collection has now. */
    async reindex(scope: Scope, collectionId: string, sourceKey: string): Promise<Ingested> {
      return db.tx(async (tx) => {
        await externalUsers.hold(tx, scope)
        const collection = await holdCollection(tx, scope, collectionId)
        const source = await getSource(tx, scope, collection, sourceKey)
        if (isOpen(source.status)) return ingestedOf(source, false)
        const runId = newId()
        const stored = await upsertSource(
          tx,
          collection,
          {
            ...source,
            chunkSize: collection.chunkSize,
            chunkOverlap: collection.chunkOverlap,
            hasOwnChunking: false,
            // The text is there unless it was never read.
            nextBlob: source.nextBlob ?? source.textBlob,
            runId,
          },
          clock.now(),
        )
        await runs.enqueue(tx, scope, jobOf(collection, stored, runId))
        return ingestedOf(stored, true)
      })
    },
  }

  /** What a source says itself applies until it says otherwise; else what the collection has. */
  function settingsOf(collection: Collection, body: NewSource['body'], existing: Source | null) {
    const known = existing?.hasOwnChunking ? existing : collection
    const hasOwnChunking =
      body.chunkSize !== undefined || body.chunkOverlap !== undefined || known === existing
    const chunkSize = body.chunkSize ?? known.chunkSize
    const isOwn = body.chunkSize !== undefined && body.chunkOverlap === undefined
    const overlap = isOwn ? undefined : (body.chunkOverlap ?? known.chunkOverlap)
    return { chunkSize, chunkOverlap: overlapOf(chunkSize, overlap), hasOwnChunking }
  }

  async function refuseFull(tx: Tx, collection: Collection): Promise<void> {
    if (collection.chunkCount >= maxChunks || (await countSources(tx, collection)) >= maxSources)
      throw new AppError(
        'knowledge_collection_full',
        `A collection can have ${maxSources} sources and ${maxChunks} chunks`,
        { hint: 'Create another collection; a search can cover several.' },
      )
  }
}

export type IngestService = ReturnType<typeof createIngestService>

const isSame = (
  existing: Source,
  next: Pick<Source, 'contentHash' | 'chunkSize' | 'chunkOverlap' | 'title' | 'metadata'>,
): boolean =>
  existing.status !== 'failed' &&
  existing.status !== 'cancelled' &&
  existing.contentHash === next.contentHash &&
  // Of what is not fetched yet nothing is known, but that it is on its way.
  (next.contentHash !== null || isOpen(existing.status)) &&
  existing.chunkSize === next.chunkSize &&
  existing.chunkOverlap === next.chunkOverlap &&
  existing.title === next.title &&
  JSON.stringify(Object.entries(existing.metadata).sort()) ===
    JSON.stringify(Object.entries(next.metadata).sort())

export const ingestedOf = ({ key, runId, status }: Source, changed: boolean): Ingested => ({
  sourceKey: key,
  jobId: runId,
  status,
  changed,
})

/** One crawl at a time for a host. */
function jobOf({ id }: Collection, { no, lastRevision, origin }: Source, runId: string) {
  const input = { collectionId: id, no, revision: lastRevision }
  if (origin.mode !== 'crawl') return { id: runId, kind: ingestRun, input }
  const concurrencyKey = new URL(origin.url!).host
  return { id: runId, kind: crawlRun, input: { ...input, concurrencyKey } }
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const firstLine = (text: string): string =>
  text
    .trim()
    .split('\n', 1)[0]!
    .replace(/^#+\s*/, '')
    .trim()
    .slice(0, 120)
    .toWellFormed() || 'Text'
