import { type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import { countRows } from '../../../kernel/db/rows/select-page.ts'
import type { OwnGeneration } from './generation.ts'
import type { OwnCollection, Revision } from './source.ts'

/** A source as it is searched, and what a generation must do to have the same. */
export type SourceToBuild = {
  no: number
  key: string
  liveRevision: number
  version: string
  chunkSize: number
  chunkOverlap: number
  hasOwnChunking: boolean
  language: string | null
  textBlob: string | null
  sizeBytes: number
  chunkCount: number
  tokenCount: number
}

const isStale = (generation: number): Statement => sql`s.live_revision is not null and not exists (
  select from knowledge_generation_source b
  where b.project_id = s.project_id and b.collection_id = s.collection_id and b.source_no = s.no
    and b.generation = ${generation} and b.is_complete and b.source_version = s.changed_version)`

const within = ({ projectId, id }: OwnCollection): Statement =>
  sql`s.project_id = ${projectId} and s.collection_id = ${id}`

const columns = sql`s.no, s.key, s.live_revision as "liveRevision", s.changed_version::text as version, s.chunk_size as "chunkSize",
  s.chunk_overlap as "chunkOverlap", s.has_own_chunking as "hasOwnChunking", s.language, s.text_blob as "textBlob",
  s.size_bytes::float8 as "sizeBytes", s.chunk_count as "chunkCount", s.token_count as "tokenCount"`

/** Sources that the generation does not have as they are searched now, in order. */
export async function listToBuild(
  q: Queryable,
  { generation, ...collection }: OwnGeneration,
  limit: number,
): Promise<SourceToBuild[]> {
  return q.rows<SourceToBuild>(sql`
    select ${columns} from knowledge_source s where ${within(collection)} and ${isStale(generation)}
    order by s.no limit ${limit}`)
}

export async function countToBuild(
  q: Queryable,
  { generation, ...collection }: OwnGeneration,
): Promise<number> {
  return countRows(q, sql`knowledge_source s where ${within(collection)} and ${isStale(generation)}`)
}

/** Sources that are searched, the largest first. */
export async function listLive(
  q: Queryable,
  collection: OwnCollection,
  limit: number,
): Promise<SourceToBuild[]> {
  return q.rows<SourceToBuild>(sql`
    select ${columns} from knowledge_source s where ${within(collection)} and s.live_revision is not null
    order by s.size_bytes desc, s.no limit ${limit}`)
}

export type LiveTotals = { sources: number; chunks: number; tokens: number; bytes: number }

export async function totalsOfLive(q: Queryable, collection: OwnCollection): Promise<LiveTotals> {
  const [row] = await q.rows<LiveTotals>(sql`
    select count(*)::int as sources, coalesce(sum(chunk_count), 0)::float8 as chunks, coalesce(sum(token_count), 0)::float8 as tokens,
           coalesce(sum(size_bytes), 0)::float8 as bytes
    from knowledge_source s where ${within(collection)} and s.live_revision is not null`)
  return row!
}

/** Tokens of chunks that are searched and have no vector. */
export async function countWithoutVectors(
  q: Queryable,
  { projectId, id }: OwnCollection,
): Promise<{ chunks: number; tokens: number }> {
  const [row] = await q.rows<{ chunks: number; tokens: number }>(sql`
    select count(*)::float8 as chunks, coalesce(sum(k.token_count), 0)::float8 as tokens
    from knowledge_source s
    join knowledge_chunk k on k.project_id = s.project_id and k.collection_id = s.collection_id and k.source_no = s.no
      and k.revision = s.live_revision
    where s.project_id = ${projectId} and s.collection_id = ${id} and not exists (
      select from knowledge_chunk_vector v
      where v.project_id = k.project_id and v.collection_id = k.collection_id and v.source_no = k.source_no
        and v.revision = k.revision and v.ordinal = k.ordinal)`)
  return row!
}

export type BegunSource = { revision: number; isChunked: boolean }

/**
 * The revision that is built for a source. What an earlier attempt has begun for the same content is continued; what was built
 * for an earlier content is left to the sweep. Null when the source has been deleted.
 */
export async function beginSource(
  tx: Tx,
  { projectId, id, generation }: OwnGeneration,
  source: SourceToBuild,
  { chunkSize, chunkOverlap }: { chunkSize: number; chunkOverlap: number },
): Promise<BegunSource | null> {
  const [known] = await tx.rows<BegunSource & { isSame: boolean }>(sql`
    select b.revision, b.is_chunked as "isChunked", b.source_version = ${source.version}::bigint as "isSame" from knowledge_generation_source b
    where b.project_id = ${projectId} and b.collection_id = ${id} and b.generation = ${generation} and b.source_no = ${source.no}
    for update`)
  if (known?.isSame) return known
  const [next] = await tx.rows<{ revision: number }>(sql`
    update knowledge_source set last_built_revision = last_built_revision + 1, has_dead_rows = has_dead_rows or ${known !== undefined}
    where project_id = ${projectId} and collection_id = ${id} and no = ${source.no}
    returning last_built_revision as revision`)
  if (!next) return null
  await tx.rows(sql`
    insert into knowledge_generation_source (project_id, collection_id, generation, source_no, revision, source_version, chunk_size,
                                             chunk_overlap)
    values (${projectId}, ${id}, ${generation}, ${source.no}, ${next.revision}, ${source.version}::bigint, ${chunkSize}, ${chunkOverlap})
    on conflict (project_id, collection_id, generation, source_no) do update
    set revision = excluded.revision, source_version = excluded.source_version, chunk_size = excluded.chunk_size,
        chunk_overlap = excluded.chunk_overlap, is_chunked = false, is_complete = false, chunk_count = 0, token_count = 0, lost_edits = 0`)
  return { revision: next.revision, isChunked: false }
}

/** Its chunks are there; only their vectors are missing. */
export async function noteChunked(
  q: Queryable,
  { projectId, id, generation }: OwnGeneration,
  { no, revision }: Revision,
  { language, lostEdits }: { language: string | null; lostEdits: number },
): Promise<void> {
  await q.rows(sql`
    update knowledge_generation_source b
    set is_chunked = true, language = ${language}, lost_edits = ${lostEdits}, (chunk_count, token_count) = (
      select count(*)::int, coalesce(sum(token_count), 0)::int from knowledge_chunk k
      where k.project_id = b.project_id and k.collection_id = b.collection_id and k.source_no = b.source_no
        and k.revision = b.revision)
    where b.project_id = ${projectId} and b.collection_id = ${id} and b.generation = ${generation} and b.source_no = ${no}
      and b.revision = ${revision}`)
}

export async function completeSource(
  q: Queryable,
  { projectId, id, generation }: OwnGeneration,
  { no, revision }: Revision,
): Promise<void> {
  await q.rows(sql`
    update knowledge_generation_source set is_complete = true
    where project_id = ${projectId} and collection_id = ${id} and generation = ${generation} and source_no = ${no}
      and revision = ${revision} and is_chunked`)
}

/** Copies chunks with their edits; their vectors are those of another model. */
export async function copyChunks(tx: Tx, to: Revision, from: number): Promise<void> {
  const { projectId, id, no, revision } = to
  await tx.rows(sql`
    insert into knowledge_chunk (project_id, collection_id, source_no, revision, ordinal, text, path, start_at, end_at, page,
                                 token_count, is_off, is_edited)
    select project_id, collection_id, source_no, ${revision}, ordinal, text, path, start_at, end_at, page, token_count, is_off, is_edited
    from knowledge_chunk
    where project_id = ${projectId} and collection_id = ${id} and source_no = ${no} and revision = ${from}
    on conflict do nothing`)
  await tx.rows(sql`
    insert into knowledge_chunk_terms (project_id, collection_id, source_no, revision, ordinal, length, terms)
    select project_id, collection_id, source_no, ${revision}, ordinal, length, terms from knowledge_chunk_terms
    where project_id = ${projectId} and collection_id = ${id} and source_no = ${no} and revision = ${from}
    on conflict do nothing`)
}

export type EditedChunk = {
  startOffset: number
  endOffset: number
  text: string
  isOff: boolean
  isEdited: boolean
}

export async function listEdited(q: Queryable, revision: Revision): Promise<EditedChunk[]> {
  const { projectId, id, no } = revision
  return q.rows<EditedChunk>(sql`
    select start_at as "startOffset", end_at as "endOffset", text, is_off as "isOff", is_edited as "isEdited" from knowledge_chunk
    where project_id = ${projectId} and collection_id = ${id} and source_no = ${no} and revision = ${revision.revision}
      and (is_off or is_edited) limit 10000`)
}

export type PlacedChunk = { ordinal: number; path: string[] }

/** The chunk of a revision that has exactly these limits. */
export async function findByPlace(
  q: Queryable,
  { projectId, id, no, revision }: Revision,
  { startOffset, endOffset }: Pick<EditedChunk, 'startOffset' | 'endOffset'>,
): Promise<PlacedChunk | null> {
  const [row] = await q.rows<PlacedChunk>(sql`
    select ordinal, path from knowledge_chunk
    where project_id = ${projectId} and collection_id = ${id} and source_no = ${no} and revision = ${revision}
      and start_at = ${startOffset} and end_at = ${endOffset}`)
  return row ?? null
}

/** How many chunks the generation has so far. */
export async function countBuiltChunks(
  q: Queryable,
  { projectId, id, generation }: OwnGeneration,
): Promise<number> {
  const [row] = await q.rows<{ total: number }>(sql`
    select coalesce(sum(chunk_count), 0)::int as total from knowledge_generation_source
    where project_id = ${projectId} and collection_id = ${id} and generation = ${generation}`)
  return row!.total
}

/** Forgets what a generation has built: the sweep deletes the rows. */
export async function dropSources(tx: Tx, { projectId, id, generation }: OwnGeneration): Promise<void> {
  await tx.rows(sql`
    with dropped as (
      delete from knowledge_generation_source
      where project_id = ${projectId} and collection_id = ${id} and generation = ${generation} returning source_no
    )
    update knowledge_source s set has_dead_rows = true from dropped
    where s.project_id = ${projectId} and s.collection_id = ${id} and s.no = dropped.source_no`)
}
