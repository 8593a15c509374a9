import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { ChunkKey } from '../schema/chunk.ts'
import type { OwnCollection, Revision } from './source.ts'

export type TextToEmbed = { ordinal: number; path: string[]; text: string }

const within = ({ projectId, id, no, revision }: Revision) =>
  sql`k.project_id = ${projectId} and k.collection_id = ${id} and k.source_no = ${no} and k.revision = ${revision}`

/** Chunks of a revision that have no vector yet, in order. */
export async function listWithoutVector(
  q: Queryable,
  revision: Revision,
  limit: number,
): Promise<TextToEmbed[]> {
  return q.rows<TextToEmbed>(sql`
    select k.ordinal, k.path, k.text from knowledge_chunk k
    where ${within(revision)} and not exists (
      select 1 from knowledge_chunk_vector v
      where v.project_id = k.project_id and v.collection_id = k.collection_id and v.source_no = k.source_no
        and v.revision = k.revision and v.ordinal = k.ordinal)
    order by k.ordinal limit ${limit}`)
}

/** Vectors that the collection has by the hash of what was embedded. */
export async function findByHash(
  q: Queryable,
  { projectId, id }: OwnCollection,
  hashes: readonly Buffer[],
): Promise<Map<string, Buffer>> {
  const rows = await q.rows<{ hash: Buffer; vector: Buffer }>(sql`
    select distinct on (hash) hash, vector from knowledge_chunk_vector
    where project_id = ${projectId} and collection_id = ${id} and hash = any(${[...hashes]}::bytea[])`)
  return new Map(rows.map(({ hash, vector }) => [hash.toString('hex'), vector]))
}

export type StoredVector = { ordinal: number; hash: Buffer; vector: Buffer }

/** Adds vectors of chunks that are still there. */
export async function insertVectors(
  tx: Tx,
  { projectId, id, no, revision }: Revision,
  vectors: readonly StoredVector[],
): Promise<void> {
  await tx.rows(sql`
    insert into knowledge_chunk_vector (project_id, collection_id, source_no, revision, ordinal, hash, vector)
    select k.project_id, k.collection_id, k.source_no, k.revision, k.ordinal, each.hash, each.vector
    from unnest(${vectors.map(({ ordinal }) => ordinal)}::int[], ${vectors.map(({ hash }) => hash)}::bytea[],
                ${vectors.map(({ vector }) => vector)}::bytea[]) as each (ordinal, hash, vector)
    join knowledge_chunk k on ${within({ projectId, id, no, revision })} and k.ordinal = each.ordinal
    on conflict (project_id, collection_id, source_no, revision, ordinal) do update
    set hash = excluded.hash, vector = excluded.vector`)
}

export async function deleteVector(
  tx: Tx,
  { projectId, id }: OwnCollection,
  { sourceNo, revision, ordinal }: ChunkKey,
): Promise<void> {
  await tx.rows(sql`
    delete from knowledge_chunk_vector
    where project_id = ${projectId} and collection_id = ${id} and source_no = ${sourceNo} and revision = ${revision}
      and ordinal = ${ordinal}`)
}
