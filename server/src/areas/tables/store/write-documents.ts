import { prepared, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection, Index } from '../schema/collection.ts'
import type { Document } from '../schema/document.ts'
import { type Alias, fieldValue, visibleTo } from './filter-sql.ts'
import { columns, type Row, toDocument } from './read-documents.ts'

const listed = (parts: Statement[]): Statement => parts.reduce((left, right) => sql`${left}, ${right}`)

/** The key of a document in one index. */
const keySql = ({ parts }: Index, alias: Alias): Statement =>
  parts
    .map(({ field, isDescending }) =>
      isDescending
        ? sql`document_key_desc(${fieldValue(field, alias)})`
        : sql`document_key(${fieldValue(field, alias)})`,
    )
    .reduce((left, right) => sql`${left} || ${right}`)

const keysOf = (indexes: readonly Index[], alias: Alias): Statement =>
  sql`(values ${listed(indexes.map((index) => sql`(${index.number}::int, ${keySql(index, alias)})`))})`

/** New and changed documents as a table; the same columns as the table of documents has. */
const incoming = (documents: readonly Document[]): Statement => sql`
  select u.id, u.owner_id, u.data, u.size_bytes, u.version, u.created_at, u.updated_at
  from unnest(${documents.map(({ id }) => id)}::uuid[], ${documents.map(({ ownerId }) => ownerId)}::uuid[],
              ${documents.map(({ data }) => JSON.stringify(data))}::text[]::jsonb[],
              ${documents.map(({ sizeBytes }) => sizeBytes)}::int[], ${documents.map(({ version }) => version)}::int[],
              ${documents.map(({ createdAt }) => createdAt)}::timestamptz[],
              ${documents.map(({ updatedAt }) => updatedAt)}::timestamptz[])
    as u(id, owner_id, data, size_bytes, version, created_at, updated_at)`

// Writing so much as JSON takes less than a millisecond.
const smallBytes = 64 * 1024

/** Little is sent with what follows in the transaction; much by itself, so that others have their turn in between. */
async function send(tx: Tx, documents: readonly Document[], statement: Statement): Promise<void> {
  const bytes = documents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (bytes <= smallBytes) tx.pipeline(statement)
  else await tx.rows(statement)
}

export async function insertDocuments(
  tx: Tx,
  scope: Scope,
  collection: Collection,
  documents: readonly Document[],
): Promise<void> {
  const { id, indexes } = collection
  const insert = sql`
    insert into document (project_id, collection_id, id, owner_id, data, size_bytes, version, created_at, updated_at)
    select ${scope.projectId}::uuid, ${id}::uuid, n.id, n.owner_id, n.data, n.size_bytes, n.version, n.created_at, n.updated_at
    from n`
  if (indexes.length === 0) {
    await send(tx, documents, prepared(sql`with n as materialized (${incoming(documents)}) ${insert}`))
    return
  }
  // Not prepared: there are as many forms as there are declarations of indexes.
  await send(
    tx,
    documents,
    sql`
    with n as materialized (${incoming(documents)}), written as (${insert})
    insert into document_key (project_id, collection_id, index_number, key, document_id)
    select ${scope.projectId}::uuid, ${id}::uuid, k.index_number, k.key, n.id
    from n cross join lateral ${keysOf(indexes, 'n')} k(index_number, key)`,
  )
}

/** The caller has locked them, so no one changes them in between. */
export async function updateDocuments(
  tx: Tx,
  scope: Scope,
  collection: Collection,
  documents: readonly Document[],
): Promise<void> {
  const { id, indexes } = collection
  const update = sql`
    update document d set data = n.data, size_bytes = n.size_bytes, version = n.version, updated_at = n.updated_at,
      owner_id = n.owner_id
    from n where d.project_id = ${scope.projectId} and d.collection_id = ${id} and d.id = n.id`
  if (indexes.length === 0) {
    await send(tx, documents, prepared(sql`with n as materialized (${incoming(documents)}) ${update}`))
    return
  }
  const pairs = listed(
    indexes.map((index) => sql`(${index.number}::int, ${keySql(index, 'o')}, ${keySql(index, 'n')})`),
  )
  await send(
    tx,
    documents,
    sql`
    with n as materialized (${incoming(documents)}),
    moved as materialized (
      select n.id, x.index_number, x.old_key, x.new_key
      from n join document o on o.project_id = ${scope.projectId} and o.collection_id = ${id} and o.id = n.id
      cross join lateral (values ${pairs}) x(index_number, old_key, new_key)
      where x.old_key <> x.new_key),
    written as (${update}),
    gone as (
      delete from document_key k using moved m
      where k.project_id = ${scope.projectId} and k.collection_id = ${id} and k.index_number = m.index_number
        and k.key = m.old_key and k.document_id = m.id)
    insert into document_key (project_id, collection_id, index_number, key, document_id)
    select ${scope.projectId}::uuid, ${id}::uuid, m.index_number, m.new_key, m.id from moved m
    on conflict do nothing`,
  )
}

export async function deleteDocuments(
  tx: Tx,
  scope: Scope,
  { id, indexes }: Collection,
  ids: readonly string[],
): Promise<void> {
  const target = sql`o.project_id = ${scope.projectId} and o.collection_id = ${id} and o.id = any(${[...ids]}::uuid[])`
  if (indexes.length > 0) {
    await tx.rows(sql`
      delete from document_key k
      using document o cross join lateral ${keysOf(indexes, 'o')} x(index_number, key)
      where ${target} and k.project_id = ${scope.projectId} and k.collection_id = ${id}
        and k.index_number = x.index_number and k.key = x.key and k.document_id = o.id`)
  }
  await tx.rows(sql`delete from document o where ${target}`)
}

/** Locked until the end of the transaction; null when it is not there or not the caller's to see. */
export async function lockDocument(
  tx: Tx,
  scope: Scope,
  collection: Collection,
  documentId: string,
): Promise<Document | null> {
  const [found] = await lockDocuments(tx, scope, collection, [documentId])
  return found ?? null
}

/** In the order of their ids, so that two who want the same documents cannot wait for each other. */
export async function lockDocuments(
  tx: Tx,
  scope: Scope,
  collection: Collection,
  ids: readonly string[],
): Promise<Document[]> {
  const visible = visibleTo(scope, collection, 'd') ?? sqlText('true')
  const rows = await tx.rows<Row>(
    prepared(sql`
      select ${columns} from document d
      where d.project_id = ${scope.projectId} and d.collection_id = ${collection.id}
        and d.id = any(${[...ids]}::uuid[]) and ${visible}
      order by d.id for update of d`),
  )
  return rows.map(toDocument)
}

/** Fills an index for documents behind `afterId`; the id of the last one, or null at the end. */
export async function fillIndex(
  tx: Tx,
  scope: Scope,
  { id }: Pick<Collection, 'id'>,
  index: Index,
  afterId: string,
  limit: number,
): Promise<string | null> {
  // Locked against changes, which would otherwise leave the key of a version that is no more.
  const rows = await tx.rows<{ id: string }>(sql`
    with o as materialized (
      select d.* from document d
      where d.project_id = ${scope.projectId} and d.collection_id = ${id} and d.id > ${afterId}
      order by d.id limit ${limit} for share),
    filled as (
      insert into document_key (project_id, collection_id, index_number, key, document_id)
      select ${scope.projectId}::uuid, ${id}::uuid, k.index_number, k.key, o.id
      from o cross join lateral ${keysOf([index], 'o')} k(index_number, key)
      on conflict do nothing)
    select id from o order by id desc limit 1`)
  return rows[0]?.id ?? null
}

/** Says whether anything is left. */
export async function deleteKeys(
  q: Queryable,
  scope: Scope,
  collectionId: string,
  indexNumber: number | null,
  limit: number,
): Promise<boolean> {
  const which = indexNumber === null ? sqlText('true') : sql`index_number = ${indexNumber}`
  const rows = await q.rows(sql`
    delete from document_key where ctid = any(array(
      select ctid from document_key
      where project_id = ${scope.projectId} and collection_id = ${collectionId} and ${which} limit ${limit}))
    returning 1`)
  return rows.length === limit
}
