import { prepared, type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { ChunkKey } from '../schema/chunk.ts'
import type { Source } from '../schema/source.ts'
import type { PreparedChunk } from '../text/prepare-jobs.ts'
import type { OwnCollection, Revision } from './source.ts'

export type ChunkRow = ChunkKey & {
  sourceKey: string
  kind: Source['kind']
  title: string
  language: string | null
  metadata: Record<string, unknown>
  text: string
  path: string[]
  startOffset: number
  endOffset: number
  page: number | null
  url: string | null
  /** Null for what is no file, and for files that were ingested before this was noted. */
  isOfEndUser: boolean | null
  tokenCount: number
  isOff: boolean
  isEdited: boolean
}

const columns = sql`k.source_no as "sourceNo", k.revision, k.ordinal, s.key as "sourceKey", s.kind, s.title, s.language, s.metadata, k.text, k.path,
  k.start_at as "startOffset", k.end_at as "endOffset", k.page, s.origin->>'url' as url,
  (s.origin->>'isOfEndUser')::boolean as "isOfEndUser", k.token_count as "tokenCount", k.is_off as "isOff",
  k.is_edited as "isEdited"`

/** Chunks of the revisions that are searched. */
export const live = ({ projectId, id }: OwnCollection) => sql`knowledge_chunk k
  join knowledge_source s on s.project_id = k.project_id and s.collection_id = k.collection_id and s.no = k.source_no
    and s.live_revision = k.revision
  where k.project_id = ${projectId} and k.collection_id = ${id}`

/** Chunks of a generation that is not searched. */
const built = ({ projectId, id }: OwnCollection, generation: number) => sql`knowledge_chunk k
  join knowledge_source s on s.project_id = k.project_id and s.collection_id = k.collection_id and s.no = k.source_no
  join knowledge_generation_source b on b.project_id = k.project_id and b.collection_id = k.collection_id
    and b.source_no = k.source_no and b.revision = k.revision and b.generation = ${generation}
  where k.project_id = ${projectId} and k.collection_id = ${id}`

/** Adds chunks of a revision that is not searched yet. */
export async function insertChunks(
  tx: Tx,
  { projectId, id, no, revision }: Revision,
  first: number,
  chunks: readonly (PreparedChunk & { page: number | null })[],
): Promise<void> {
  const ordinals = chunks.map((_, i) => first + i)
  await tx.rows(sql`
    insert into knowledge_chunk (project_id, collection_id, source_no, revision, ordinal, text, path, start_at, end_at, page, token_count)
    select ${projectId}, ${id}, ${no}, ${revision}, ordinal, text, array(select json_array_elements_text(path)), start_at, end_at, page, token_count
    from unnest(${ordinals}::int[], ${chunks.map(({ text }) => text)}::text[],
                ${chunks.map(({ path }) => JSON.stringify(path))}::json[], ${chunks.map(({ start }) => start)}::int[],
                ${chunks.map(({ end }) => end)}::int[], ${chunks.map(({ page }) => page)}::int[],
                ${chunks.map(({ tokenCount }) => tokenCount)}::int[])
      as chunk (ordinal, text, path, start_at, end_at, page, token_count)
    on conflict do nothing`)
  await tx.rows(sql`
    insert into knowledge_chunk_terms (project_id, collection_id, source_no, revision, ordinal, length, terms)
    select ${projectId}, ${id}, ${no}, ${revision}, ordinal, length, terms
    from unnest(${ordinals}::int[], ${chunks.map(({ length }) => length)}::int[], ${chunks.map(({ terms }) => terms)}::text[])
      as chunk (ordinal, length, terms)
    on conflict do nothing`)
}

export async function deleteChunks(q: Queryable, { projectId, id, no, revision }: Revision): Promise<void> {
  await q.rows(sql`
    delete from knowledge_chunk
    where project_id = ${projectId} and collection_id = ${id} and source_no = ${no} and revision = ${revision}`)
}

export async function listChunks(
  q: Queryable,
  collection: OwnCollection,
  {
    sourceNo,
    after,
    limit,
  }: { sourceNo: number | null; after: { sourceNo: number; ordinal: number }; limit: number },
): Promise<ChunkRow[]> {
  return q.rows<ChunkRow>(sql`
    select ${columns} from ${live(collection)}
      and (${sourceNo}::int is null or k.source_no = ${sourceNo}::int)
      and (k.source_no, k.ordinal) > (${after.sourceNo}, ${after.ordinal})
    order by k.source_no, k.ordinal limit ${limit}`)
}

const isOneOf = (keys: readonly ChunkKey[]) => sql`(k.source_no, k.revision, k.ordinal) in (
  select * from unnest(${keys.map(({ sourceNo }) => sourceNo)}::int[], ${keys.map(({ revision }) => revision)}::int[],
                       ${keys.map(({ ordinal }) => ordinal)}::int[]))`

/** Chunks by their keys, as far as they are still searched. */
export async function findChunks(
  q: Queryable,
  collection: OwnCollection,
  keys: readonly ChunkKey[],
): Promise<ChunkRow[]> {
  if (keys.length === 0) return []
  return q.rows<ChunkRow>(sql`select ${columns} from ${live(collection)} and ${isOneOf(keys)}`)
}

/** Those that are searched within a distance of one of the keys, in their order. */
export async function findNeighbours(
  q: Queryable,
  collection: OwnCollection,
  keys: readonly ChunkKey[],
  distance: number,
): Promise<ChunkRow[]> {
  const around = keys.flatMap(({ ordinal, ...key }) =>
    Array.from({ length: 2 * distance + 1 }, (_, i) => ({ ...key, ordinal: ordinal - distance + i })),
  )
  return q.rows<ChunkRow>(sql`
    select ${columns} from ${live(collection)} and not k.is_off and ${isOneOf(around)}
    order by k.source_no, k.ordinal`)
}

export type FoundChunk = ChunkRow & { vector: Buffer | null }

export type RequestedChunks = {
  keys: readonly ChunkKey[]
  hasVectors: boolean
  /** Of a generation that is not searched. */
  shadow?: number | undefined
}

/** Chunks by their keys as far as they are still searched, with their vectors where those are requested. */
export async function findChunksWithVectors(
  q: Queryable,
  collection: OwnCollection,
  { keys, hasVectors, shadow }: RequestedChunks,
): Promise<FoundChunk[]> {
  if (keys.length === 0) return []
  const vector = hasVectors
    ? sql`(select v.vector from knowledge_chunk_vector v
           where v.project_id = k.project_id and v.collection_id = k.collection_id and v.source_no = k.source_no
             and v.revision = k.revision and v.ordinal = k.ordinal)`
    : sql`null::bytea`
  const from = shadow === undefined ? live(collection) : built(collection, shadow)
  return q.rows<FoundChunk>(
    prepared(sql`select ${columns}, ${vector} as vector from ${from} and ${isOneOf(keys)}`),
  )
}

export type ChunkChange = {
  text: string
  tokenCount: number
  length: number
  terms: string
  isOff: boolean
  isEdited: boolean
}

export async function updateChunk(
  tx: Tx,
  { projectId, id }: OwnCollection,
  { sourceNo, revision, ordinal }: ChunkKey,
  change: ChunkChange,
): Promise<void> {
  await tx.rows(sql`
    update knowledge_chunk set text = ${change.text}, token_count = ${change.tokenCount}, is_off = ${change.isOff}, is_edited = ${change.isEdited}
    where project_id = ${projectId} and collection_id = ${id} and source_no = ${sourceNo} and revision = ${revision}
      and ordinal = ${ordinal}`)
  await tx.rows(sql`
    update knowledge_chunk_terms set length = ${change.length}, terms = ${change.terms}
    where project_id = ${projectId} and collection_id = ${id} and source_no = ${sourceNo} and revision = ${revision}
      and ordinal = ${ordinal}`)
}

export async function deleteChunk(
  tx: Tx,
  { projectId, id }: OwnCollection,
  { sourceNo, revision, ordinal }: ChunkKey,
): Promise<void> {
  await tx.rows(sql`
    delete from knowledge_chunk
    where project_id = ${projectId} and collection_id = ${id} and source_no = ${sourceNo} and revision = ${revision}
      and ordinal = ${ordinal}`)
}

/** Rows of revisions that are neither searched nor worked on, of sources that have ended before a time. */
export async function deleteDeadRows(q: Queryable, before: Date, batch: number): Promise<number> {
  const rows = await q.rows(sql`
    with source as (
      select project_id, collection_id, no, live_revision from knowledge_source
      where has_dead_rows and indexed_at < ${before} and status in ('ready', 'failed', 'cancelled')
      order by indexed_at limit ${batch} for update skip locked
    ), deleted as (
      delete from knowledge_chunk k using source s
      where k.project_id = s.project_id and k.collection_id = s.collection_id and k.source_no = s.no
        and k.revision is distinct from s.live_revision and not exists (
          select from knowledge_generation_source g
          where g.project_id = k.project_id and g.collection_id = k.collection_id and g.source_no = k.source_no
            and g.revision = k.revision)
    )
    update knowledge_source t set has_dead_rows = false from source s
    where t.project_id = s.project_id and t.collection_id = s.collection_id and t.no = s.no returning 1`)
  return rows.length
}

/** Some chunks of a deleted collection; how many there were. */
export async function purgeChunks(
  q: Queryable,
  { projectId, id }: OwnCollection,
  batch: number,
): Promise<number> {
  const rows = await q.rows(sql`
    delete from knowledge_chunk where ctid in (
      select ctid from knowledge_chunk where project_id = ${projectId} and collection_id = ${id} limit ${batch})
    returning 1`)
  return rows.length
}
