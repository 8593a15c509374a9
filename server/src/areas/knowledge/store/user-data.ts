import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { OwnCollection } from './source.ts'

export async function listCollectionsOf(
  q: Queryable,
  { projectId }: Scope,
  userId: string,
): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    select id from knowledge_collection
    where project_id = ${projectId} and external_user_id = ${userId} and deleted_at is null order by id`)
  return rows.map(({ id }) => id)
}

/** Gives collections to another user; those whose name it has get the end of their id added to it. */
export async function moveCollections(
  tx: Tx,
  { projectId }: Scope,
  fromId: string,
  intoId: string,
): Promise<void> {
  await tx.rows(sql`
    update knowledge_collection c set external_user_id = ${intoId}, name = case when exists (
        select from knowledge_collection o
        where o.project_id = c.project_id and o.external_user_id = ${intoId} and o.deleted_at is null
          and lower(o.name) = lower(c.name))
      then left(c.name, 110) || ' ' || right(c.id::text, 8) else c.name end
    where project_id = ${projectId} and external_user_id = ${fromId}`)
}

/** Where the texts of a collection are stored, and how large those are that count. */
export async function listTexts(
  q: Queryable,
  { projectId, id }: OwnCollection,
): Promise<{ key: string; title: string; blobs: string[]; sizeBytes: number }[]> {
  const rows = await q.rows<{ key: string; title: string; blobs: string[]; bytes: string }>(sql`
    select key, title, array_remove(array[text_blob, next_blob], null) as blobs, size_bytes::text as bytes
    from knowledge_source where project_id = ${projectId} and collection_id = ${id} order by no`)
  return rows.map(({ bytes, ...row }) => ({ ...row, sizeBytes: Number(bytes) }))
}
