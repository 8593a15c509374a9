import { allOf, likePattern, type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { countRows, selectPage } from '../../../kernel/db/rows/select-page.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ContentQuery } from '../schema/contents/resource.ts'

export type ContentKind = 'resource' | 'prompt'

/** A resource or prompt in a list; `key` is its URI or name. */
export type ContentSummary<Facts> = {
  key: string
  name: string
  title: string | null
  description: string
  facts: Facts
  fileId: string | null
}

/** With what is read of it; null for a file. */
export type Content<Facts, Body> = ContentSummary<Facts> & { body: Body | null }

type Stored = { id: string; serverId: string; version: number; createdAt: string; updatedAt: string }
export type SummaryRow<Facts> = ContentSummary<Facts> & Stored
export type ContentRow<Facts, Body> = Content<Facts, Body> & Stored

/** Identifies a resource or prompt. */
export type ContentPlace = { serverId: string; kind: ContentKind }

const summary =
  sqlText(`id, server_id as "serverId", key, name, title, description, facts, file_id as "fileId",
  version, created_at as "createdAt", updated_at as "updatedAt"`)

const at = ({ projectId }: Scope, { serverId, kind }: ContentPlace) =>
  sql`project_id = ${projectId} and server_id = ${serverId} and kind = ${kind}`

export const countContents = (tx: Tx, scope: Scope, place: ContentPlace): Promise<number> =>
  countRows(tx, sql`mcp_content where ${at(scope, place)}`)

export async function listContents<Facts>(
  q: Queryable,
  scope: Scope,
  place: ContentPlace,
  query: ContentQuery,
): Promise<Page<SummaryRow<Facts>>> {
  const pattern = query.q?.trim() ? likePattern(query.q.trim()) : null
  const where = allOf([
    at(scope, place),
    ...(pattern
      ? [
          sql`(key ilike ${pattern} or name ilike ${pattern} or title ilike ${pattern} or description ilike ${pattern})`,
        ]
      : []),
  ])
  return selectPage(q, { columns: summary, from: sql`mcp_content where ${where}`, order: sql`key` }, query)
}

/** All that a server has of a kind: there is a limit for each. */
export const listAllContents = <Facts>(
  q: Queryable,
  scope: Scope,
  place: ContentPlace,
): Promise<SummaryRow<Facts>[]> =>
  q.rows<SummaryRow<Facts>>(sql`select ${summary} from mcp_content where ${at(scope, place)} order by key`)

export async function findContent<Facts, Body>(
  q: Queryable,
  scope: Scope,
  place: ContentPlace,
  id: string,
): Promise<ContentRow<Facts, Body> | null> {
  const [row] = await q.rows<ContentRow<Facts, Body>>(sql`
    select ${summary}, body from mcp_content where ${at(scope, place)} and id = ${id}`)
  return row ?? null
}

export async function findContentByKey<Facts, Body>(
  q: Queryable,
  scope: Scope,
  place: ContentPlace,
  key: string,
): Promise<ContentRow<Facts, Body> | null> {
  const [row] = await q.rows<ContentRow<Facts, Body>>(sql`
    select ${summary}, body from mcp_content where ${at(scope, place)} and key = ${key}`)
  return row ?? null
}

export async function lockContent<Facts, Body>(
  tx: Tx,
  scope: Scope,
  place: ContentPlace,
  id: string,
): Promise<ContentRow<Facts, Body> | null> {
  const [row] = await tx.rows<ContentRow<Facts, Body>>(sql`
    select ${summary}, body from mcp_content where ${at(scope, place)} and id = ${id} for no key update`)
  return row ?? null
}

const jsonOrNull = (body: unknown) => (body === null ? null : storableJson(body))

/** Null when the server has another with its key. */
export async function insertContent<Facts, Body>(
  tx: Tx,
  { projectId }: Scope,
  { serverId, kind }: ContentPlace,
  { body, facts, ...content }: Content<Facts, Body> & { id: string },
  now: Date,
): Promise<ContentRow<Facts, Body> | null> {
  const [row] = await tx.rows<ContentRow<Facts, Body>>(sql`
    insert into mcp_content (project_id, id, server_id, kind, key, name, title, description, facts, body, file_id,
      created_at, updated_at)
    values (${projectId}, ${content.id}, ${serverId}, ${kind}, ${content.key}, ${content.name}, ${content.title},
      ${content.description}, ${storableJson(facts)}, ${jsonOrNull(body)}, ${content.fileId}, ${now}, ${now})
    on conflict on constraint mcp_content_key do nothing
    returning ${summary}, body`)
  return row ?? null
}

export async function updateContent<Facts, Body>(
  tx: Tx,
  scope: Scope,
  place: ContentPlace,
  { body, facts, ...content }: Content<Facts, Body> & { id: string },
  now: Date,
): Promise<ContentRow<Facts, Body>> {
  const [row] = await tx.rows<ContentRow<Facts, Body>>(sql`
    update mcp_content
    set key = ${content.key}, name = ${content.name}, title = ${content.title}, description = ${content.description},
      facts = ${storableJson(facts)}, body = ${jsonOrNull(body)}, file_id = ${content.fileId}, version = version + 1,
      updated_at = ${now}
    where ${at(scope, place)} and id = ${content.id}
    returning ${summary}, body`)
  return row!
}

export async function deleteContent(tx: Tx, scope: Scope, place: ContentPlace, id: string): Promise<void> {
  await tx.rows(sql`delete from mcp_content where ${at(scope, place)} and id = ${id}`)
}

/** Resources of a server that use a file. */
export async function listFileContents(tx: Tx, { projectId }: Scope, serverId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from mcp_content where project_id = ${projectId} and server_id = ${serverId} and file_id is not null`)
  return rows.map(({ id }) => id)
}
