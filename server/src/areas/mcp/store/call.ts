import {
  allOf,
  likePattern,
  prepared,
  type Queryable,
  type Statement,
  sql,
  sqlText,
} from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { CallQuery, McpCall } from '../schema/call.ts'

const columns = sqlText(`id, server_id as "serverId", external_user_id as "eUID", method, target,
  client_name as "clientName", client_version as "clientVersion", protocol_version as "protocolVersion",
  is_success as successful, error, log_id as "logId", duration_ms as "durationMs", created_at as "createdAt"`)

export type NewCall = Omit<McpCall, 'eUID' | 'createdAt'> & { at: Date }

/** With the version of the server that it was decided by; null for the default server, which never changes. */
export type DecidedCall = NewCall & {
  projectId: string
  externalUserId: string
  serverVersion: number | null
}

/** Writes calls of one project. It demands that no server was changed since it was read for its call. */
export const insertingCalls = (projectId: string, calls: readonly DecidedCall[]): Statement =>
  prepared(sql`
    with inserted as (
      insert into mcp_call (project_id, id, server_id, external_user_id, method, target, client_name, client_version,
        protocol_version, is_success, error, log_id, duration_ms, created_at)
      select ${projectId}::uuid, c.* from unnest(
        ${calls.map(({ id }) => id)}::uuid[], ${calls.map(({ serverId }) => serverId)}::uuid[],
        ${calls.map(({ externalUserId }) => externalUserId)}::uuid[], ${calls.map(({ method }) => method)}::text[],
        ${calls.map(({ target }) => target)}::text[], ${calls.map(({ clientName }) => clientName)}::text[],
        ${calls.map(({ clientVersion }) => clientVersion)}::text[],
        ${calls.map(({ protocolVersion }) => protocolVersion)}::text[],
        ${calls.map(({ successful }) => successful)}::boolean[], ${calls.map(({ error }) => error)}::text[],
        ${calls.map(({ logId }) => logId)}::uuid[], ${calls.map(({ durationMs }) => durationMs)}::int[],
        ${calls.map(({ at }) => at)}::timestamptz[]) as c
      returning 1
    )
    select demand((select count(*) from inserted) = ${calls.length} and not exists (
      select from unnest(
        ${calls.map(({ serverId }) => serverId)}::uuid[], ${calls.map(({ serverVersion }) => serverVersion)}::int[]
      ) as used (id, version)
      left join mcp_server s on s.project_id = ${projectId} and s.id = used.id
      where used.version is not null and s.version is distinct from used.version))`)

export async function listCalls(
  q: Queryable,
  { projectId }: Scope,
  serverId: string,
  query: CallQuery,
): Promise<Page<McpCall>> {
  const pattern = query.q?.trim() ? likePattern(query.q.trim()) : null
  const where = allOf([
    sql`project_id = ${projectId} and server_id = ${serverId}`,
    ...(pattern ? [sql`(target ilike ${pattern} or client_name ilike ${pattern})`] : []),
    ...(query.method ? [sql`method = ${query.method}`] : []),
    ...(query.clientName ? [sql`client_name = ${query.clientName}`] : []),
    ...(query.clientVersion ? [sql`client_version = ${query.clientVersion}`] : []),
    ...(query.successful === undefined ? [] : [sql`is_success = ${query.successful}`]),
    ...(query.from ? [sql`created_at >= ${query.from}`] : []),
    ...(query.to ? [sql`created_at < ${query.to}`] : []),
  ])
  const order = sqlText(`created_at ${query.sortOrder}, id ${query.sortOrder}`)
  return selectPage<McpCall>(q, { columns, from: sql`mcp_call where ${where}`, order }, query)
}

export const listCallsOf = (
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<McpCall[]> =>
  q.rows<McpCall>(sql`
    select ${columns} from mcp_call
    where project_id = ${projectId} and external_user_id = ${userId} and id > ${after} order by id limit ${limit}`)

export async function deleteOldCalls(q: Queryable, projectId: string, since: Date): Promise<void> {
  await q.rows(sql`delete from mcp_call where project_id = ${projectId} and created_at < ${since}`)
}
