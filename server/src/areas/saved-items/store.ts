import { allOf, likePattern, type Queryable, sql, type Tx } from '../../kernel/db/db.ts'
import { countRows, selectPage } from '../../kernel/db/rows/select-page.ts'
import type { Page } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Kind, ListQuery } from './schema.ts'

export type SummaryRow = {
  id: string
  kind: Kind
  name: string
  collection_id: string | null
  version: number
  created_at: string
  updated_at: string
}
export type ItemRow = SummaryRow & { data: Record<string, unknown> }

const summary = sql`id, kind, name, collection_id, version, created_at, updated_at`

/** Who can own an item: an account at the dashboard. A key may be used by several people, so it owns nothing. */
export const ownerOf = ({ actor }: Scope): string | null =>
  actor.kind === 'session' ? actor.accountId : null

/** What the caller may see: what everyone in the project has, and what is the caller's own. */
const visible = (scope: Scope) =>
  sql`project_id = ${scope.projectId} and (account_id is null or account_id = ${ownerOf(scope)}::uuid)`

export async function listItems(q: Queryable, scope: Scope, query: ListQuery): Promise<Page<SummaryRow>> {
  const conditions = [visible(scope), sql`kind = ${query.kind}`]
  if (query.collectionId !== undefined) conditions.push(sql`collection_id = ${query.collectionId}`)
  if (query.q !== undefined) conditions.push(sql`name ilike ${likePattern(query.q)}`)
  const where = allOf(conditions)
  const order = sql`updated_at desc, id desc`
  return selectPage<SummaryRow>(q, { columns: summary, from: sql`saved_item where ${where}`, order }, query)
}

export async function findItem(q: Queryable, scope: Scope, id: string): Promise<ItemRow | null> {
  const [row] = await q.rows<ItemRow>(
    sql`select ${summary}, data from saved_item where ${visible(scope)} and id = ${id}`,
  )
  return row ?? null
}

export async function lockItem(tx: Tx, scope: Scope, id: string): Promise<SummaryRow | null> {
  const [row] = await tx.rows<SummaryRow>(
    sql`select ${summary} from saved_item where ${visible(scope)} and id = ${id} for no key update`,
  )
  return row ?? null
}

/** Takes the project's row, so that requests at the same moment cannot take a name, or pass the limit, together. */
export async function lockProject(tx: Tx, { projectId }: Scope): Promise<void> {
  await tx.rows(sql`select 1 from project where id = ${projectId} for no key update`)
}

/** Whether the table is there, which stays so until the transaction ends. */
export async function hasCollection(tx: Tx, { projectId }: Scope, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from collection where project_id = ${projectId} and id = ${id} and deleted_at is null for key share`)
  return rows.length > 0
}

export async function countItems(tx: Tx, scope: Scope, kind: Kind): Promise<number> {
  return countRows(tx, sql`saved_item where ${visible(scope)} and kind = ${kind}`)
}

type Place = { id: string; kind: Kind; collection_id: string | null }

/** Whether another item beside it has the name, in letters of either case. */
export async function isNameTaken(tx: Tx, scope: Scope, place: Place, name: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from saved_item where ${visible(scope)} and kind = ${place.kind} and id <> ${place.id}
      and collection_id is not distinct from ${place.collection_id} and lower(name) = lower(${name}) limit 1`)
  return rows.length > 0
}

export type NewItem = Place & { name: string; account_id: string | null; data: Record<string, unknown> }

export async function insertItem(tx: Tx, { projectId }: Scope, item: NewItem, at: Date): Promise<ItemRow> {
  const [row] = await tx.rows<ItemRow>(sql`
    insert into saved_item (project_id, id, kind, name, collection_id, account_id, data, created_at, updated_at)
    values (${projectId}, ${item.id}, ${item.kind}, ${item.name}, ${item.collection_id}, ${item.account_id},
            ${JSON.stringify(item.data)}::jsonb, ${at}, ${at})
    returning ${summary}, data`)
  return row!
}

/** Deletes the oldest beyond `kept`. */
export async function deleteOldest(tx: Tx, scope: Scope, kind: Kind, kept: number): Promise<void> {
  await tx.rows(sql`
    delete from saved_item where ${visible(scope)} and kind = ${kind} and id in (
      select id from saved_item where ${visible(scope)} and kind = ${kind}
      order by updated_at desc, id desc offset ${kept})`)
}

export type ItemChange = { name: string | null; data: Record<string, unknown> | null }

/** What is null stays. */
export async function updateItem(
  tx: Tx,
  { projectId }: Scope,
  id: string,
  { name, data }: ItemChange,
  at: Date,
): Promise<ItemRow> {
  const [row] = await tx.rows<ItemRow>(sql`
    update saved_item
    set name = coalesce(${name}, name), data = coalesce(${data === null ? null : JSON.stringify(data)}::jsonb, data),
        version = version + 1, updated_at = ${at}
    where project_id = ${projectId} and id = ${id}
    returning ${summary}, data`)
  return row!
}

export async function deleteItem(tx: Tx, { projectId }: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from saved_item where project_id = ${projectId} and id = ${id}`)
}
