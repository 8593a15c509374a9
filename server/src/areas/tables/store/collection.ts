import {
  allOf,
  likePattern,
  prepared,
  type Queryable,
  type Statement,
  sql,
  sqlText,
  type Tx,
} from '../../../kernel/db/db.ts'
import type { Input } from '../../../kernel/db/plan/input.ts'
import type { RowWriter } from '../../../kernel/db/plan/rows.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { mapPage, type Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection, CollectionQuery } from '../schema/collection.ts'
import { selectsEvents } from './feed.ts'

type Row = {
  project_id: string
  id: string
  slug: string
  name: string
  description: string
  mode: Collection['mode']
  access: Collection['access']
  writes: Collection['writes']
  is_exposed_via_mcp: boolean
  max_documents: number
  history_days: number
  fields: Collection['fields']
  indexes: Collection['indexes']
  next_number: number
  owner_id: string
  version: number
  row_version: string
  document_count: number
  size_bytes: number
  created_at: string
  updated_at: string
}

const columns = sql`c.project_id, c.id, c.slug, c.name, c.description, c.mode, c.access, c.writes, c.is_exposed_via_mcp,
  c.max_documents, c.history_days, c.fields, c.indexes, c.next_number, c.owner_id, c.version, c.xmin::text as row_version, c.created_at, c.updated_at,
  f.document_count, f.size_bytes`
const source = sql`collection c join collection_feed f on f.project_id = c.project_id and f.collection_id = c.id`

const toCollection = (row: Row): Collection => ({
  projectId: row.project_id,
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  mode: row.mode,
  access: row.access,
  writes: row.writes,
  isExposedViaMcp: row.is_exposed_via_mcp,
  maxDocuments: row.max_documents,
  historyDays: row.history_days,
  fields: row.fields,
  indexes: row.indexes,
  nextNumber: row.next_number,
  ownerId: row.owner_id,
  version: row.version,
  rowVersion: row.row_version,
  documentCount: row.document_count,
  sizeBytes: row.size_bytes,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Slugs never look like ids. */
export const named = (reference: string): Statement =>
  isUuid(reference) ? sql`c.id = ${reference.toLowerCase()}` : sql`c.slug = ${reference}`

export async function findCollection(
  q: Queryable,
  scope: Scope,
  reference: string,
): Promise<Collection | null> {
  const [row] = await q.rows<Row>(
    prepared(sql`
      select ${columns} from ${source}
      where c.project_id = ${scope.projectId} and ${named(reference)} and c.deleted_at is null`),
  )
  return row ? toCollection(row) : null
}

const maxSlugs = 1_000

export async function listCollectionSlugs(q: Queryable, { projectId }: Scope): Promise<string[]> {
  const rows = await q.rows<{ slug: string }>(sql`
    select slug from collection where project_id = ${projectId} and deleted_at is null limit ${maxSlugs}`)
  return rows.map(({ slug }) => slug)
}

/**
 * The collection as it stays until the end of the transaction. Writers of documents share it; a change of the schema
 * has it alone, and the caller that waited for that reads the new schema.
 */
export async function lockCollection(
  tx: Tx,
  scope: Scope,
  reference: string,
  isAlone = false,
): Promise<Collection | null> {
  if (isAlone) {
    await tx.rows(sql`
      select 1 from collection c where c.project_id = ${scope.projectId} and ${named(reference)} for update`)
    // Read again: a statement that waited still counts documents as they were before it did.
    return findCollection(tx, scope, reference)
  }
  const [row] = await tx.rows<Row>(
    prepared(sql`
      select ${columns} from ${source}
      where c.project_id = ${scope.projectId} and ${named(reference)} and c.deleted_at is null
      for key share of c`),
  )
  return row ? toCollection(row) : null
}

/** A collection as plans see it: as it was read, and whether events of its documents are selected. */
export type CollectionState = { collection: Collection; selectsEvents: boolean }
type CollectionKey = { projectId: string; reference: string }

const isUnchanged = ({ projectId, id, rowVersion }: Collection): Statement =>
  sql`c.project_id = ${projectId} and c.id = ${id} and c.xmin = ${rowVersion}::xid and c.deleted_at is null`

const isNamed = ({ projectId, reference }: CollectionKey, row: Row): boolean =>
  row.project_id === projectId && (row.slug === reference || row.id === reference.toLowerCase())

const sameForAll = {
  name: 'collection',
  mode: 'cached',
  cacheKey: ({ projectId, reference }) => `${projectId} ${reference}`,
  read: (keys, { isLocked }) => {
    const conditions = keys.map((key) => sql`(c.project_id = ${key.projectId} and ${named(key.reference)})`)
    const isOne = conditions.reduce((left, right) => sql`${left} or ${right}`)
    return prepared(sql`
      select ${columns}, ${selectsEvents} as selects_events from ${source}
      where (${isOne}) and c.deleted_at is null ${sqlText(isLocked ? 'for key share of c' : '')}`)
  },
  parse(rows, key) {
    const row = (rows as (Row & { selects_events: boolean })[]).find((each) => isNamed(key, each))
    return row ? { collection: toCollection(row), selectsEvents: row.selects_events } : null
  },
  bytesOf: ({ collection }) => 2_000 + 400 * collection.fields.length,
} satisfies Partial<Input<CollectionKey, CollectionState>>

/** For reads: the collection may change behind the statement that reads. */
export const collectionInput: Input<CollectionKey, CollectionState> = {
  ...sameForAll,
  isUnchanged: (_, { collection }) => sql`exists (select from collection c where ${isUnchanged(collection)})`,
}

/** For writes of documents, which share the collection. A change of the schema waits for them. */
export const heldCollection: Input<CollectionKey, CollectionState> = {
  ...sameForAll,
  isUnchanged: (_, state) => sql`exists (
    select from collection c
    where ${isUnchanged(state.collection)} and ${selectsEvents} = ${state.selectsEvents} for key share)`,
}

/** How many documents a collection has now. Takes the demands of its plan. */
export const documentCounts: RowWriter<Collection> = {
  phase: 'lock',
  takesFence: true,
  statements: (collections, { fence }) => [
    prepared(sql`
      select f.collection_id as id, f.document_count as "documentCount"
      from (select ${fence ?? sqlText('true')}) fence(is_met) cross join collection_feed f
      where f.project_id = ${collections[0]!.projectId} and f.collection_id = any(${collections.map(({ id }) => id)}::uuid[])`),
  ],
}

export async function listCollectionsById(
  q: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<Collection[]> {
  if (ids.length === 0) return []
  const rows = await q.rows<Row>(sql`
    select ${columns} from ${source}
    where c.project_id = ${scope.projectId} and c.id = any(${[...ids]}::uuid[]) and c.deleted_at is null`)
  return rows.map(toCollection)
}

const sortColumns: Record<CollectionQuery['sortBy'], string> = {
  createdAt: 'c.created_at',
  updatedAt: 'c.updated_at',
  name: 'lower(c.name)',
}

export async function listCollections(
  q: Queryable,
  scope: Scope,
  query: CollectionQuery,
): Promise<Page<Collection>> {
  const conditions = [sql`c.project_id = ${scope.projectId}`, sql`c.deleted_at is null`]
  if (query.q !== undefined) {
    const pattern = likePattern(query.q)
    conditions.push(sql`(c.name ilike ${pattern} or c.slug ilike ${pattern})`)
  }
  const where = allOf(conditions)
  const order = sqlText(`${sortColumns[query.sortBy]} ${query.sortOrder}, c.id ${query.sortOrder}`)
  return mapPage(
    await selectPage<Row>(
      q,
      { columns, from: sql`${source} where ${where}`, countFrom: sql`collection c where ${where}`, order },
      query,
    ),
    toCollection,
  )
}

/** Which of the names is taken already; null when none is. */
export async function findNameConflict(
  tx: Tx,
  scope: Scope,
  { id, name, slug }: Pick<Collection, 'id' | 'name' | 'slug'>,
): Promise<'name' | 'slug' | null> {
  const rows = await tx.rows<{ is_slug: boolean }>(sql`
    select slug = ${slug} as is_slug from collection
    where project_id = ${scope.projectId} and deleted_at is null and id <> ${id}
      and (slug = ${slug} or lower(name) = lower(${name}))`)
  if (rows.length === 0) return null
  return rows.some((row) => row.is_slug) ? 'slug' : 'name'
}

/** Those who make or rename collections of one project do so one after the other, so that names are judged right. */
export async function lockNames(tx: Tx, scope: Scope): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended('collection names ' || ${scope.projectId}, 0))`,
  )
}

export async function insertCollection(tx: Tx, scope: Scope, collection: Collection): Promise<void> {
  await tx.rows(sql`
    insert into collection (project_id, id, slug, name, description, mode, access, writes, is_exposed_via_mcp,
                            max_documents, history_days, fields, indexes, next_number, owner_id, created_at, updated_at)
    values (${scope.projectId}, ${collection.id}, ${collection.slug}, ${collection.name}, ${collection.description},
            ${collection.mode}, ${collection.access}, ${collection.writes}, ${collection.isExposedViaMcp},
            ${collection.maxDocuments}, ${collection.historyDays}, ${JSON.stringify(collection.fields)},
            ${JSON.stringify(collection.indexes)}, ${collection.nextNumber}, ${collection.ownerId},
            ${collection.createdAt}, ${collection.updatedAt})`)
  await tx.rows(sql`
    insert into collection_feed (project_id, collection_id) values (${scope.projectId}, ${collection.id})`)
}

export async function updateCollection(
  tx: Tx,
  scope: Scope,
  collection: Collection,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update collection
    set slug = ${collection.slug}, name = ${collection.name}, description = ${collection.description},
        mode = ${collection.mode}, access = ${collection.access}, writes = ${collection.writes},
        is_exposed_via_mcp = ${collection.isExposedViaMcp}, max_documents = ${collection.maxDocuments},
        history_days = ${collection.historyDays}, fields = ${JSON.stringify(collection.fields)},
        indexes = ${JSON.stringify(collection.indexes)}, next_number = ${collection.nextNumber},
        version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${collection.id}`)
}

/** Only the state of an index: not a change that a caller made, so the version stays. */
export async function updateIndexes(
  tx: Tx,
  scope: Scope,
  id: string,
  indexes: Collection['indexes'],
): Promise<void> {
  await tx.rows(sql`
    update collection set indexes = ${JSON.stringify(indexes)}
    where project_id = ${scope.projectId} and id = ${id}`)
}

export async function markDeleted(tx: Tx, scope: Scope, id: string, at: Date): Promise<void> {
  await tx.rows(sql`
    update collection set deleted_at = ${at} where project_id = ${scope.projectId} and id = ${id}`)
}

/** With everything that depends on it; its documents are deleted by then. */
export async function deleteCollection(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from collection where project_id = ${scope.projectId} and id = ${id}`)
}

/** Slugs of other collections with a relation to this one. */
export async function listReferrers(q: Queryable, scope: Scope, id: string): Promise<string[]> {
  const rows = await q.rows<{ slug: string }>(sql`
    select slug from collection
    where project_id = ${scope.projectId} and id <> ${id} and deleted_at is null
      and fields @> ${JSON.stringify([{ relation: { collectionId: id } }])}::jsonb
    order by slug`)
  return rows.map(({ slug }) => slug)
}

export async function listCollectionsOwnedBy(q: Queryable, scope: Scope, userId: string): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    select id from collection
    where project_id = ${scope.projectId} and owner_id = ${userId} and deleted_at is null order by id`)
  return rows.map(({ id }) => id)
}

export async function moveCollections(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update collection set owner_id = ${intoId} where project_id = ${scope.projectId} and owner_id = ${fromId}`)
}
