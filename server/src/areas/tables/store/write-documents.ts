import { prepared, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { demand } from '../../../kernel/db/plan/demand.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection, Index } from '../schema/collection.ts'
import type { Document } from '../schema/document.ts'
import { type Alias, fieldValue, visibleTo } from './filter-sql.ts'
import { columns, isOneOf, type Row, toDocument } from './read-documents.ts'

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

/** New and changed documents as a table: the columns that documents have, and the version before it. */
const incoming = (
  documents: readonly Document[],
  before: readonly number[] = documents.map(({ version }) => version - 1),
): Statement =>
  documents.length === 1 ? incomingOne(documents[0]!, before[0]!) : incomingMany(documents, before)

/** Arrays are taken for ten rows, for which the database makes a new plan each time. */
const incomingOne = (
  { id, ownerId, data, sizeBytes, version, createdAt, updatedAt }: Document,
  before: number,
): Statement => sql`
  select ${id}::uuid as id, ${ownerId}::uuid as owner_id, ${JSON.stringify(data)}::jsonb as data,
    ${sizeBytes}::int as size_bytes, ${version}::int as version, ${createdAt}::timestamptz as created_at,
    ${updatedAt}::timestamptz as updated_at, ${before}::int as version_before`

const incomingMany = (documents: readonly Document[], before: readonly number[]): Statement => sql`
  select u.id, u.owner_id, u.data, u.size_bytes, u.version, u.created_at, u.updated_at, u.version_before
  from unnest(${documents.map(({ id }) => id)}::uuid[], ${documents.map(({ ownerId }) => ownerId)}::uuid[],
              ${documents.map(({ data }) => JSON.stringify(data))}::text[]::jsonb[],
              ${documents.map(({ sizeBytes }) => sizeBytes)}::int[], ${documents.map(({ version }) => version)}::int[],
              ${documents.map(({ createdAt }) => createdAt)}::timestamptz[],
              ${documents.map(({ updatedAt }) => updatedAt)}::timestamptz[], ${before}::int[])
    as u(id, owner_id, data, size_bytes, version, created_at, updated_at, version_before)`

export function insertDocuments(
  scope: Scope,
  { id, indexes }: Collection,
  documents: readonly Document[],
): Statement {
  const insert = sql`
    insert into document (project_id, collection_id, id, owner_id, data, size_bytes, version, created_at, updated_at)
    select ${scope.projectId}::uuid, ${id}::uuid, n.id, n.owner_id, n.data, n.size_bytes, n.version, n.created_at, n.updated_at
    from n`
  if (indexes.length === 0) return prepared(sql`with n as materialized (${incoming(documents)}) ${insert}`)
  // Not prepared: there are as many forms as there are declarations of indexes.
  return sql`
    with n as materialized (${incoming(documents)}), written as (${insert})
    insert into document_key (project_id, collection_id, index_number, key, document_id)
    select ${scope.projectId}::uuid, ${id}::uuid, k.index_number, k.key, n.id
    from n cross join lateral ${keysOf(indexes, 'n')} k(index_number, key)`
}

/** A change of a document, with the places of the plans that make it. */
export type DocumentEdit = { was: Document; document: Document; of: readonly number[] }

/** Demands that each document is still in the version, and of the owner, that the caller read. */
export function updateDocuments(
  scope: Scope,
  collection: Collection,
  edits: readonly DocumentEdit[],
): Statement {
  const documents = edits.map(({ document }) => document)
  const before = edits.map(({ was }) => was.version)
  const written = sql`written as (
    ${updatingRows(scope, collection)} and d.version = n.version_before and d.owner_id = n.owner_id returning d.id)`
  const places = edits.flatMap(({ document: { id }, of }) => of.map((place) => ({ id, place })))
  const stale = sql`(
    select jsonb_build_object('input', 'document', 'of', jsonb_agg(p.of))
    from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ place }) => place)}::int[]) p(id, of)
    where p.id not in (select id from written))`
  const demanded = sql`select ${demand(sql`(select count(*) from written) = ${edits.length}`, 'stale', stale)}`
  const n = sql`n as materialized (${incoming(documents, before)})`
  return collection.indexes.length === 0
    ? prepared(sql`with ${n}, ${written} ${demanded}`)
    : sql`with ${n}, ${movingKeys(scope, collection)}, ${written} ${demanded}`
}

const updatingRows = ({ projectId }: Scope, { id }: Collection): Statement => sql`
  update document d set data = n.data, size_bytes = n.size_bytes, version = n.version, updated_at = n.updated_at,
    owner_id = n.owner_id
  from n where d.project_id = ${projectId} and d.collection_id = ${id} and d.id = n.id`

/** Parts of a statement that move the keys of changed documents to where the new values belong. */
function movingKeys(scope: Scope, { id, indexes }: Collection): Statement {
  const pairs = listed(
    indexes.map((index) => sql`(${index.number}::int, ${keySql(index, 'o')}, ${keySql(index, 'n')})`),
  )
  return sql`
    moved as materialized (
      select n.id, x.index_number, x.old_key, x.new_key
      from n join document o on o.project_id = ${scope.projectId} and o.collection_id = ${id} and o.id = n.id
      cross join lateral (values ${pairs}) x(index_number, old_key, new_key)
      where x.old_key <> x.new_key),
    gone as (
      delete from document_key k using moved m
      where k.project_id = ${scope.projectId} and k.collection_id = ${id} and k.index_number = m.index_number
        and k.key = m.old_key and k.document_id = m.id),
    added as (
      insert into document_key (project_id, collection_id, index_number, key, document_id)
      select ${scope.projectId}::uuid, ${id}::uuid, m.index_number, m.new_key, m.id from moved m
      on conflict do nothing)`
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
        and ${isOneOf(ids)} and ${visible}
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
