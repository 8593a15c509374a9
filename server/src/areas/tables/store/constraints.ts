import { prepared, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection } from '../schema/collection.ts'
import { visibleTo } from './filter-sql.ts'

/** `ownerId` is the owner within whom the value is unique; the nil id where it is unique in the collection. */
export type UniqueEntry = { fieldNumber: number; hash: Buffer; documentId: string; ownerId: string }

const arrays = (entries: readonly UniqueEntry[]) =>
  sql`unnest(${entries.map(({ fieldNumber }) => fieldNumber)}::int[], ${entries.map(({ hash }) => `\\x${hash.toString('hex')}`)}::text[]::bytea[],
      ${entries.map(({ documentId }) => documentId)}::uuid[], ${entries.map(({ ownerId }) => ownerId)}::uuid[])`

/**
 * Claims unique values and returns those that are taken. A caller that claims the same value waits for the
 * other to commit or give up, so that of two at the same moment exactly one gets it. In one order, so that they cannot
 * wait for each other.
 */
export async function claimUnique(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  entries: readonly UniqueEntry[],
): Promise<UniqueEntry[]> {
  if (entries.length === 0) return []
  const rows = await tx.rows<{ field_number: number; document_id: string }>(sql`
    insert into document_unique (project_id, collection_id, field_number, value_hash, document_id, owner_id)
    select ${scope.projectId}::uuid, ${collectionId}::uuid, u.field_number, u.value_hash, u.document_id, u.owner_id
    from ${arrays(entries)} with ordinality u(field_number, value_hash, document_id, owner_id, place)
    order by u.field_number, u.value_hash, u.owner_id, u.place
    on conflict do nothing returning field_number, document_id`)
  const claimed = new Set(rows.map((row) => `${row.field_number} ${row.document_id}`))
  return entries.filter(({ fieldNumber, documentId }) => !claimed.has(`${fieldNumber} ${documentId}`))
}

/** The same in one go: a value that is taken fails the transaction. */
export const claimingUnique = (
  scope: Scope,
  collectionId: string,
  entries: readonly UniqueEntry[],
): Statement =>
  prepared(sql`
    insert into document_unique (project_id, collection_id, field_number, value_hash, document_id, owner_id)
    select ${scope.projectId}::uuid, ${collectionId}::uuid, u.field_number, u.value_hash, u.document_id, u.owner_id
    from ${arrays(entries)} u(field_number, value_hash, document_id, owner_id)
    order by u.field_number, u.value_hash, u.owner_id`)

export async function releaseUnique(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  entries: readonly UniqueEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await tx.rows(sql`
    delete from document_unique x
    using ${arrays(entries)} u(field_number, value_hash, document_id, owner_id)
    where x.project_id = ${scope.projectId} and x.collection_id = ${collectionId} and x.field_number = u.field_number
      and x.value_hash = u.value_hash and x.document_id = u.document_id`)
}

export async function deleteUniqueOf(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  fieldNumber: number,
): Promise<void> {
  await tx.rows(sql`
    delete from document_unique
    where project_id = ${scope.projectId} and collection_id = ${collectionId} and field_number = ${fieldNumber}`)
}

export async function findByUnique(
  q: Queryable,
  scope: Scope,
  collectionId: string,
  { fieldNumber, hash, ownerId }: Omit<UniqueEntry, 'documentId'>,
): Promise<string | null> {
  const [row] = await q.rows<{ document_id: string }>(sql`
    select document_id from document_unique
    where project_id = ${scope.projectId} and collection_id = ${collectionId} and field_number = ${fieldNumber}
      and value_hash = ${hash} and owner_id = ${ownerId}`)
  return row?.document_id ?? null
}

export type Link = { documentId: string; fieldNumber: number; targetCollectionId: string; targetId: string }

/** Of the documents that relations want to point at, those that are there and stay until this transaction ends. */
export async function holdTargets(
  tx: Tx,
  scope: Scope,
  target: Collection,
  ids: readonly string[],
): Promise<Set<string>> {
  const visible = visibleTo(scope, target, 'd') ?? sqlText('true')
  const rows = await tx.rows<{ id: string }>(sql`
    select d.id from document d
    where d.project_id = ${scope.projectId} and d.collection_id = ${target.id}
      and d.id = any(${[...ids]}::uuid[]) and ${visible}
    order by d.id for key share`)
  return new Set(rows.map(({ id }) => id))
}

export async function insertLinks(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  links: readonly Link[],
): Promise<void> {
  if (links.length === 0) return
  await tx.rows(sql`
    insert into document_link (project_id, collection_id, document_id, field_number, target_collection_id, target_id)
    select ${scope.projectId}::uuid, ${collectionId}::uuid, u.* from unnest(
      ${links.map(({ documentId }) => documentId)}::uuid[], ${links.map(({ fieldNumber }) => fieldNumber)}::int[],
      ${links.map(({ targetCollectionId }) => targetCollectionId)}::uuid[],
      ${links.map(({ targetId }) => targetId)}::uuid[]) u
    on conflict (project_id, collection_id, document_id, field_number)
    do update set target_collection_id = excluded.target_collection_id, target_id = excluded.target_id`)
}

export async function deleteLinks(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  documentId: string,
  fieldNumbers: readonly number[],
): Promise<void> {
  if (fieldNumbers.length === 0) return
  await tx.rows(sql`
    delete from document_link
    where project_id = ${scope.projectId} and collection_id = ${collectionId} and document_id = ${documentId}
      and field_number = any(${[...fieldNumbers]}::int[])`)
}

export async function deleteLinksOf(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  fieldNumber: number,
): Promise<void> {
  await tx.rows(sql`
    delete from document_link
    where project_id = ${scope.projectId} and collection_id = ${collectionId} and field_number = ${fieldNumber}`)
}

export type Referrer = { collectionId: string; documentId: string; fieldNumber: number; targetId: string }

/** Who points at these documents; the caller holds them, so no one new comes. */
export async function listReferringDocuments(
  tx: Tx,
  scope: Scope,
  targetCollectionId: string,
  ids: readonly string[],
): Promise<Referrer[]> {
  const rows = await tx.rows<{
    collection_id: string
    document_id: string
    field_number: number
    target_id: string
  }>(sql`
    select collection_id, document_id, field_number, target_id from document_link
    where project_id = ${scope.projectId} and target_collection_id = ${targetCollectionId}
      and target_id = any(${[...ids]}::uuid[])
    order by collection_id, document_id, field_number limit 10001`)
  return rows.map((row) => ({
    collectionId: row.collection_id,
    documentId: row.document_id,
    fieldNumber: row.field_number,
    targetId: row.target_id,
  }))
}

/** Those who look for the same values in order to make or change one document do so one after the other. */
export async function lockUpserts(
  tx: Tx,
  scope: Scope,
  collectionId: string,
  keys: readonly string[],
): Promise<void> {
  const names = [...new Set(keys)].map((key) => `upsert ${scope.projectId} ${collectionId} ${key}`).sort()
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) with ordinality u(name, place)
    order by hashtextextended(name, 0)`)
}
