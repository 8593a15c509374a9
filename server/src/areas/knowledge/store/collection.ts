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
import { countRows, selectPage } from '../../../kernel/db/rows/select-page.ts'
import { mapPage, type Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection, CollectionQuery } from '../schema/collection.ts'

type Row = Omit<Collection, 'contentVersion' | 'sizeBytes'> & { contentVersion: string; sizeBytes: string }

const columns = sql`c.project_id as "projectId", c.id, c.name, c.description, c.language, c.chunk_size as "chunkSize",
  c.chunk_overlap as "chunkOverlap", c.embedding_model as "embeddingModel", c.fusion_weight as "fusionWeight",
  c.is_exposed_via_mcp as "isExposedViaMcp", c.generation,
  (select g.no from knowledge_generation g where g.project_id = c.project_id and g.collection_id = c.id
    and g.status in ('building', 'ready', 'held')) as "nextGeneration", c.external_user_id as "externalUserId",
  c.content_version::text as "contentVersion", c.version, c.created_at as "createdAt", c.updated_at as "updatedAt",
  s.sources as "sourceCount", s.chunks as "chunkCount", s.bytes::text as "sizeBytes"`

const counts = sqlText(`lateral (
  select count(*)::int as sources, coalesce(sum(chunk_count), 0)::int as chunks, coalesce(sum(size_bytes), 0) as bytes
  from knowledge_source s where s.project_id = c.project_id and s.collection_id = c.id
) s`)

const toCollection = (row: Row): Collection => ({
  ...row,
  contentVersion: Number(row.contentVersion),
  sizeBytes: Number(row.sizeBytes),
})

/** Collections of the acting user, or of all when an admin requested that. */
const isOwn = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`c.project_id = ${projectId} and c.deleted_at is null`
    : sql`c.project_id = ${projectId} and c.external_user_id = ${externalUser.id} and c.deleted_at is null`

export async function findCollection(q: Queryable, scope: Scope, id: string): Promise<Collection | null> {
  const [row] = await q.rows<Row>(sql`
    select ${columns} from knowledge_collection c, ${counts} where ${isOwn(scope)} and c.id = ${id}`)
  return row ? toCollection(row) : null
}

/** Writers of one collection follow one another, so that versions of its content have the order of commits. */
export async function lockCollection(tx: Tx, scope: Scope, id: string): Promise<Collection | null> {
  await tx.rows(sql`select 1 from knowledge_collection c where ${isOwn(scope)} and c.id = ${id} for update`)
  return findCollection(tx, scope, id)
}

export type Searchable = Pick<
  Collection,
  'projectId' | 'id' | 'externalUserId' | 'contentVersion' | 'generation' | 'embeddingModel' | 'fusionWeight'
>

/** What searches need of several collections, without counting. */
export async function listSearchable(
  q: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<Searchable[]> {
  const rows = await q.rows<Omit<Searchable, 'contentVersion'> & { version: string }>(
    prepared(sql`
      select c.project_id as "projectId", c.id, c.external_user_id as "externalUserId", c.content_version::text as version, c.generation, c.embedding_model as "embeddingModel",
        c.fusion_weight as "fusionWeight"
      from knowledge_collection c
      where ${isOwn(scope)} and c.id = any(${[...ids]}::uuid[])`),
  )
  return rows.map(({ version, ...row }) => ({ ...row, contentVersion: Number(version) }))
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
  const where = allOf([
    isOwn(scope),
    ...(query.q === undefined ? [] : [sql`c.name ilike ${likePattern(query.q)}`]),
  ])
  const order = sqlText(`${sortColumns[query.sortBy]} ${query.sortOrder}, c.id ${query.sortOrder}`)
  return mapPage(
    await selectPage<Row>(
      q,
      {
        columns,
        from: sql`knowledge_collection c, ${counts} where ${where}`,
        countFrom: sql`knowledge_collection c where ${where}`,
        order,
      },
      query,
    ),
    toCollection,
  )
}

export type CollectionToInsert = Pick<
  Collection,
  'id' | 'name' | 'description' | 'language' | 'embeddingModel' | 'chunkSize' | 'chunkOverlap'
>

/** Returns false when the user has one of this name. */
export async function insertCollection(
  tx: Tx,
  scope: Scope,
  collection: CollectionToInsert,
  at: Date,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into knowledge_collection (project_id, id, external_user_id, name, description, language,
                                      embedding_model, chunk_size, chunk_overlap, is_exposed_via_mcp, created_at, updated_at)
    values (${scope.projectId}, ${collection.id}, ${scope.externalUser.id}, ${collection.name}, ${collection.description},
            ${collection.language}, ${collection.embeddingModel}, ${collection.chunkSize}, ${collection.chunkOverlap}, false, ${at}, ${at})
    on conflict do nothing returning 1`)
  return rows.length > 0
}

export async function countCollections(tx: Tx, { projectId, externalUser }: Scope): Promise<number> {
  return countRows(
    tx,
    sql`knowledge_collection
      where project_id = ${projectId} and external_user_id = ${externalUser.id} and deleted_at is null`,
  )
}

/** Returns false when the user has another one of this name. */
export async function updateCollection(tx: Tx, collection: Collection, at: Date): Promise<boolean> {
  const { projectId, id, name } = collection
  const [taken] = await tx.rows(sql`
    select 1 from knowledge_collection
    where project_id = ${projectId} and external_user_id = ${collection.externalUserId} and deleted_at is null
      and lower(name) = lower(${name}) and id <> ${id}`)
  if (taken) return false
  await tx.rows(sql`
    update knowledge_collection
    set name = ${name}, description = ${collection.description}, language = ${collection.language},
        embedding_model = ${collection.embeddingModel}, fusion_weight = ${collection.fusionWeight},
        chunk_size = ${collection.chunkSize}, chunk_overlap = ${collection.chunkOverlap},
        is_exposed_via_mcp = ${collection.isExposedViaMcp}, version = version + 1, updated_at = ${at}
    where project_id = ${projectId} and id = ${id}`)
  return true
}

/** Called last in a transaction that holds the lock of the collection. */
export async function bumpContentVersion(
  tx: Tx,
  { projectId, id }: Pick<Collection, 'projectId' | 'id'>,
): Promise<number> {
  const [row] = await tx.rows<{ version: string }>(sql`
    update knowledge_collection set content_version = content_version + 1
    where project_id = ${projectId} and id = ${id} returning content_version::text as version`)
  return Number(row!.version)
}

export async function markDeleted(tx: Tx, { projectId }: Scope, id: string, at: Date): Promise<void> {
  await tx.rows(sql`
    update knowledge_collection set deleted_at = ${at} where project_id = ${projectId} and id = ${id}`)
}

export async function deleteCollection(tx: Tx, { projectId }: Scope, id: string): Promise<void> {
  await tx.rows(sql`
    delete from knowledge_collection where project_id = ${projectId} and id = ${id} and deleted_at is not null`)
}
