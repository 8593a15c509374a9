import { allOf, likePattern, type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import { countRows, selectPage } from '../../../kernel/db/rows/select-page.ts'
import { mapPage, type Page } from '../../../kernel/page.ts'
import type { Collection } from '../schema/collection.ts'
import type { Filters } from '../schema/search.ts'
import {
  openStatuses,
  type Source,
  type SourceError,
  type SourceQuery,
  type SourceStatus,
  type WaitReason,
} from '../schema/source.ts'
import type { Validators } from '../web/validators.ts'

/** Sources are reached through their collection, which the caller was found to own. */
export type OwnCollection = Pick<Collection, 'projectId' | 'id'>

type Row = Omit<Source, 'sizeBytes' | 'usedMicro'> & { sizeBytes: string; usedMicro: string }

const columns = sql`collection_id as "collectionId", no, key, kind, title, origin, metadata, language, status, waits_for as "waitsFor", progress, error,
  content_hash as "contentHash", size_bytes::text as "sizeBytes", chunk_size as "chunkSize", chunk_overlap as "chunkOverlap",
  has_own_chunking as "hasOwnChunking",
  chunk_count as "chunkCount", token_count as "tokenCount", live_revision as "liveRevision",
  page_count as "pageCount", used_micro::text as "usedMicro", last_revision as "lastRevision", run_id as "runId", refresh_every as "refreshEvery", schedule_id as "scheduleId", etag, last_modified as "lastModified",
  checked_at as "checkedAt", refresh_error as "refreshError", missing_since as "missingSince", text_blob as "textBlob", next_blob as "nextBlob",
  created_at as "createdAt", updated_at as "updatedAt", indexed_at as "indexedAt"`

const toSource = (row: Row): Source => ({
  ...row,
  sizeBytes: Number(row.sizeBytes),
  usedMicro: Number(row.usedMicro),
})

const within = ({ projectId, id }: OwnCollection): Statement =>
  sql`project_id = ${projectId} and collection_id = ${id}`

export async function findSource(
  q: Queryable,
  collection: OwnCollection,
  key: string,
): Promise<Source | null> {
  const [row] = await q.rows<Row>(sql`
    select ${columns} from knowledge_source where ${within(collection)} and key = ${key}`)
  return row ? toSource(row) : null
}

// Comparing names takes processor time; callers mostly mean one of the newest.
const mostKeys = 1_000

export async function listSourceKeys(q: Queryable, collection: OwnCollection): Promise<string[]> {
  const rows = await q.rows<{ key: string }>(sql`
    select key from knowledge_source where ${within(collection)} order by no desc limit ${mostKeys}`)
  return rows.map(({ key }) => key)
}

export async function findSourceByNo(
  q: Queryable,
  collection: OwnCollection,
  no: number,
): Promise<Source | null> {
  const [row] = await q.rows<Row>(sql`
    select ${columns} from knowledge_source where ${within(collection)} and no = ${no}`)
  return row ? toSource(row) : null
}

export async function findSourceByRun(
  q: Queryable,
  collection: OwnCollection,
  runId: string,
): Promise<Source | null> {
  const [row] = await q.rows<Row>(sql`
    select ${columns} from knowledge_source where ${within(collection)} and run_id = ${runId}`)
  return row ? toSource(row) : null
}

export async function listSources(
  q: Queryable,
  collection: OwnCollection,
  query: SourceQuery,
): Promise<Page<Source>> {
  const conditions = [within(collection)]
  if (query.q !== undefined) {
    const pattern = likePattern(query.q)
    conditions.push(sql`(title ilike ${pattern} or key ilike ${pattern})`)
  }
  if (query.status?.length) conditions.push(sql`status = any(${query.status}::text[])`)
  if (query.kind) conditions.push(sql`kind = ${query.kind}`)
  const where = allOf(conditions)
  return mapPage(
    await selectPage<Row>(
      q,
      { columns, from: sql`knowledge_source where ${where}`, order: sql`no desc` },
      query,
    ),
    toSource,
  )
}

export async function countSources(tx: Tx, collection: OwnCollection): Promise<number> {
  return countRows(tx, sql`knowledge_source where ${within(collection)}`)
}

export type SourceToIngest = Pick<
  Source,
  | 'key'
  | 'kind'
  | 'title'
  | 'origin'
  | 'metadata'
  | 'contentHash'
  | 'chunkSize'
  | 'chunkOverlap'
  | 'hasOwnChunking'
  | 'nextBlob'
> & { runId: string }

/** A new source, or the next revision of one. */
export async function upsertSource(
  tx: Tx,
  { projectId, id }: OwnCollection,
  source: SourceToIngest,
  at: Date,
): Promise<Source> {
  const [row] = await tx.rows<Row>(sql`
    with numbered as (
      update knowledge_collection set next_source_no = next_source_no + 1
      where project_id = ${projectId} and id = ${id}
      returning next_source_no - 1 as no
    )
    insert into knowledge_source as s (project_id, collection_id, no, key, kind, title, origin, metadata, status, content_hash,
                                  chunk_size, chunk_overlap, has_own_chunking, last_revision, run_id, next_blob, created_at, updated_at)
    select ${projectId}, ${id}, numbered.no, ${source.key}, ${source.kind}, ${source.title}, ${JSON.stringify(source.origin)}::jsonb,
           ${JSON.stringify(source.metadata)}::jsonb, 'queued', ${source.contentHash}, ${source.chunkSize},
           ${source.chunkOverlap}, ${source.hasOwnChunking}, 1, ${source.runId}, ${source.nextBlob}, ${at}, ${at}
    from numbered
    on conflict (project_id, collection_id, key) do update
    set title = excluded.title, origin = excluded.origin, metadata = excluded.metadata, status = 'queued', progress = 0,
        error = null, content_hash = excluded.content_hash, chunk_size = excluded.chunk_size,
        chunk_overlap = excluded.chunk_overlap, has_own_chunking = excluded.has_own_chunking, last_revision = s.last_revision + 1, run_id = excluded.run_id,
        next_blob = excluded.next_blob, updated_at = excluded.updated_at
    returning ${columns}`)
  return toSource(row!)
}

/** The run that works on a revision: what it writes must not reach a later one. */
export type Revision = OwnCollection & { no: number; revision: number }

const isRevision = ({ projectId, id, no, revision }: Revision): Statement =>
  sql`project_id = ${projectId} and collection_id = ${id} and no = ${no} and last_revision = ${revision}`

export async function noteProgress(
  q: Queryable,
  revision: Revision,
  { status, progress, waitsFor }: { status: SourceStatus; progress: number; waitsFor: WaitReason | null },
): Promise<void> {
  await q.rows(sql`
    update knowledge_source set status = ${status}, progress = ${progress}, waits_for = ${waitsFor}
    where ${isRevision(revision)} and status = any(${openStatuses}::text[])`)
}

export type ReadContent = {
  blob: string
  contentHash: string
  title: string | null
  /** Of a page. */
  validators: Validators | null
  at: Date
}

export async function noteText(
  q: Queryable,
  revision: Revision,
  { blob, contentHash, title, validators, at }: ReadContent,
): Promise<boolean> {
  const rows = await q.rows(sql`
    update knowledge_source
    set next_blob = ${blob}, content_hash = ${contentHash}, checked_at = ${at}, refresh_error = null, missing_since = null,
        etag = ${validators?.etag ?? null}, last_modified = ${validators?.lastModified ?? null},
        title = case when title = origin->>'url' then coalesce(${title}, title) else title end
    where ${isRevision(revision)} and status = any(${openStatuses}::text[]) returning 1`)
  return rows.length > 0
}

/** What was read of a source, and what that cost. */
export async function noteCost(
  tx: Tx,
  revision: Revision,
  { pages, usedMicro }: { pages: number; usedMicro: number },
): Promise<void> {
  await tx.rows(sql`
    update knowledge_source set page_count = ${pages}, used_micro = used_micro + ${usedMicro}
    where ${isRevision(revision)}`)
}

export type LiveSource = {
  chunkCount: number
  tokenCount: number
  sizeBytes: number
  language: string
  contentVersion: number
}

/** Makes a revision the one that is searched. */
export async function goLive(tx: Tx, revision: Revision, live: LiveSource, at: Date): Promise<void> {
  await tx.rows(sql`
    update knowledge_source
    set status = 'ready', progress = 1, error = null, live_revision = ${revision.revision}, chunk_count = ${live.chunkCount},
        token_count = ${live.tokenCount}, size_bytes = ${live.sizeBytes}, language = ${live.language},
        changed_version = ${live.contentVersion}, has_dead_rows = has_dead_rows or live_revision is not null,
        text_blob = next_blob, next_blob = null, indexed_at = ${at}, updated_at = ${at}
    where ${isRevision(revision)}`)
}

export async function endSource(
  tx: Tx,
  revision: Revision,
  { status, error, at }: { status: 'failed' | 'cancelled'; error: SourceError | null; at: Date },
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update knowledge_source
    set status = ${status}, error = ${error === null ? null : JSON.stringify(error)}::jsonb, has_dead_rows = true,
        indexed_at = coalesce(indexed_at, ${at}), updated_at = ${at}
    where ${isRevision(revision)} and status = any(${openStatuses}::text[]) returning 1`)
  return rows.length > 0
}

/** A crawl has no chunks: its pages do. */
export async function endCrawl(
  tx: Tx,
  revision: Revision,
  result: { pageCount: number; isPartial: boolean; removedCount: number },
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update knowledge_source
    set status = 'ready', progress = 1, error = null, origin = origin || ${JSON.stringify(result)}::jsonb, indexed_at = ${at},
        updated_at = ${at}
    where ${isRevision(revision)} and status = any(${openStatuses}::text[])`)
}

/** The pages that a crawl has found. */
export async function listPages(tx: Queryable, collection: OwnCollection, parent: string): Promise<Source[]> {
  const rows = await tx.rows<Row>(sql`
    select ${columns} from knowledge_source where ${within(collection)} and kind = 'url' and origin->>'parent' = ${parent}`)
  return rows.map(toSource)
}

/** Says that the chunks of a live source have changed. */
export async function noteChange(
  tx: Tx,
  { projectId, id }: OwnCollection,
  no: number,
  contentVersion: number,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update knowledge_source s
    set changed_version = ${contentVersion}, updated_at = ${at}, (chunk_count, token_count) = (
      select count(*)::int, coalesce(sum(token_count), 0)::int from knowledge_chunk k
      where k.project_id = s.project_id and k.collection_id = s.collection_id and k.source_no = s.no
        and k.revision = s.live_revision)
    where project_id = ${projectId} and collection_id = ${id} and no = ${no}`)
}

export async function deleteSource(tx: Tx, collection: OwnCollection, no: number): Promise<void> {
  await tx.rows(sql`delete from knowledge_source where ${within(collection)} and no = ${no}`)
}

/** Numbers of the sources that match. */
export async function listMatching(
  q: Queryable,
  collection: OwnCollection,
  filters: Filters,
): Promise<Set<number>> {
  const conditions = [within(collection), sql`live_revision is not null`]
  if (filters.sourceKeys) conditions.push(sql`key = any(${filters.sourceKeys}::text[])`)
  if (filters.kinds) conditions.push(sql`kind = any(${filters.kinds}::text[])`)
  if (filters.metadata) conditions.push(sql`metadata @> ${JSON.stringify(filters.metadata)}::jsonb`)
  if (filters.createdAfter) conditions.push(sql`created_at >= ${filters.createdAfter}`)
  if (filters.createdBefore) conditions.push(sql`created_at < ${filters.createdBefore}`)
  const rows = await q.rows<{ no: number }>(sql`select no from knowledge_source where ${allOf(conditions)}`)
  return new Set(rows.map(({ no }) => no))
}
