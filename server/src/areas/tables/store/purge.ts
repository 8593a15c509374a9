import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** Whether a collection was deleted and waits for its documents to go. */
export async function isMarkedDeleted(q: Queryable, scope: Scope, collectionId: string): Promise<boolean> {
  const rows = await q.rows(sql`
    select 1 from collection
    where project_id = ${scope.projectId} and id = ${collectionId} and deleted_at is not null`)
  return rows.length > 0
}

/** Takes some documents of a deleted collection away; what each owner's took, in bytes by document. */
export async function purgeDocuments(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  limit: number,
): Promise<{ id: string; ownerId: string; sizeBytes: number }[]> {
  const rows = await tx.rows<{ id: string; owner_id: string; size_bytes: number }>(sql`
    delete from document where ctid = any(array(
      select ctid from document where project_id = ${scope.projectId} and collection_id = ${collectionId} limit ${limit}))
    returning id, owner_id, size_bytes`)
  return rows.map((row) => ({ id: row.id, ownerId: row.owner_id, sizeBytes: row.size_bytes }))
}

/** Deletes unique values and versions; returns whether there may be more. */
export async function purgeTraces(
  q: Queryable,
  scope: Scope,
  collectionId: string,
  limit: number,
): Promise<boolean> {
  const unique = await q.rows(sql`
    delete from document_unique where ctid = any(array(
      select ctid from document_unique
      where project_id = ${scope.projectId} and collection_id = ${collectionId} limit ${limit}))
    returning 1`)
  const versions = await q.rows(sql`
    delete from document_version where ctid = any(array(
      select ctid from document_version
      where project_id = ${scope.projectId} and collection_id = ${collectionId} limit ${limit}))
    returning 1`)
  return unique.length === limit || versions.length === limit
}
