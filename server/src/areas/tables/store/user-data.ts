import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Document } from '../schema/document.ts'
import { columns, type Row, toDocument } from './read-documents.ts'

/** A user's documents of all collections, behind a place in their order. */
export async function listUserDocuments(
  q: Queryable,
  scope: Scope,
  userId: string,
  after: { collectionId: string; id: string },
  limit: number,
): Promise<Document[]> {
  const rows = await q.rows<Row>(sql`
    select ${columns} from document d
    where d.project_id = ${scope.projectId} and d.owner_id = ${userId}
      and (d.collection_id, d.id) > (${after.collectionId}::uuid, ${after.id}::uuid)
    order by d.collection_id, d.id limit ${limit}`)
  return rows.map(toDocument)
}

/** The content of every version of these documents; that they existed and were deleted stays known. */
export async function forgetVersions(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.rows(sql`
    delete from document_version v
    where v.project_id = ${scope.projectId} and v.collection_id = ${collectionId}
      and v.document_id = any(${[...ids]}::uuid[]) and v.change <> 'deleted'`)
}

/** Versions of documents that the user owned and that were deleted earlier. */
export async function forgetUserVersions(tx: Tx, scope: Scope, userId: string): Promise<void> {
  await tx.rows(sql`
    delete from document_version v
    where v.project_id = ${scope.projectId} and v.owner_id = ${userId} and v.change <> 'deleted'`)
}

export async function moveDocuments(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update document set owner_id = ${intoId} where project_id = ${scope.projectId} and owner_id = ${fromId}`)
  await tx.rows(sql`
    update document_version set owner_id = ${intoId}
    where project_id = ${scope.projectId} and owner_id = ${fromId}`)
}

/** False when both have a document with the same value where each may have it once. */
export async function moveUnique(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<boolean> {
  const [row] = await tx.rows<{ taken: number; given: number }>(sql`
    with taken as (
      delete from document_unique where project_id = ${scope.projectId} and owner_id = ${fromId} returning *
    ), given as (
      insert into document_unique (project_id, collection_id, field_number, value_hash, document_id, owner_id)
      select project_id, collection_id, field_number, value_hash, document_id, ${intoId}::uuid from taken
      order by collection_id, field_number, value_hash
      on conflict do nothing returning 1
    )
    select (select count(*)::int from taken) as taken, (select count(*)::int from given) as given`)
  return row!.taken === row!.given
}

export async function hasDocumentsOfOthers(
  q: Queryable,
  scope: Scope,
  collectionId: string,
  userId: string,
): Promise<boolean> {
  const rows = await q.rows(sql`
    select 1 from document
    where project_id = ${scope.projectId} and collection_id = ${collectionId} and owner_id <> ${userId} limit 1`)
  return rows.length > 0
}
