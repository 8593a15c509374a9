import { allOf, likePattern, type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { countRows, selectPage } from '../../../kernel/db/rows/select-page.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Mode, ServerQuery } from '../schema/server.ts'
import type { RemoteRow } from './toolkit.ts'

export type ServerContent = {
  name: string
  description: string
  mode: Mode
  selectedTools: string[]
  hasWhitelist: boolean
  isPublic: boolean
  config: Record<string, unknown>
  connectionCallbackUrl: string | null
  authConfigs: Record<string, string>
}

/** Another MCP server whose tools a server offers, by the toolkit that they are. */
export type ExternalRow = Omit<RemoteRow, 'checkedAt'> & {
  name: string
  /** As JSON writes it. */
  checkedAt: string | null
  /** Names at the other server; null for all. */
  tools: string[] | null
  /** Of the tools that clients see. */
  slugs: string[]
}

export type ServerRow = ServerContent & {
  projectId: string
  id: string
  external: ExternalRow[]
  version: number
  createdAt: string
  updatedAt: string
}

const columns =
  sqlText(`project_id as "projectId", id, name, description, mode, selected_tools as "selectedTools",
  has_whitelist as "hasWhitelist", is_public as "isPublic", config, connection_callback_url as "connectionCallbackUrl",
  auth_configs as "authConfigs", version, created_at as "createdAt", updated_at as "updatedAt",
  (select coalesce(json_agg(json_build_object('toolkitId', e.toolkit_id, 'name', k.slug, 'url', m.url,
      'transport', m.transport, 'headers', m.headers, 'status', m.status, 'checkedAt', m.checked_at, 'tools', e.tools,
      'slugs', array(select t.slug from mcp_tool t where t.project_id = e.project_id and t.toolkit_id = e.toolkit_id
        and (e.tools is null or t.remote_name = any(e.tools)) order by t.slug)) order by e.position), '[]')
    from mcp_server_external e
    join mcp_toolkit m on m.project_id = e.project_id and m.toolkit_id = e.toolkit_id
    join toolkit k on k.project_id = e.project_id and k.id = e.toolkit_id
    where e.project_id = mcp_server.project_id and e.server_id = mcp_server.id) as external`)

/** Takes the project's row, so that requests at the same moment cannot pass the limit together. */
export async function countServers(tx: Tx, { projectId }: Scope): Promise<number> {
  await tx.rows(sql`select 1 from project where id = ${projectId} for no key update`)
  return countRows(tx, sql`mcp_server where project_id = ${projectId}`)
}

/** Null when the name is in use. */
export async function insertServer(
  tx: Tx,
  { projectId }: Scope,
  server: ServerContent & { id: string },
  at: Date,
): Promise<ServerRow | null> {
  const [row] = await tx.rows<ServerRow>(sql`
    insert into mcp_server (project_id, id, name, description, mode, selected_tools, has_whitelist, is_public, config,
      connection_callback_url, auth_configs, created_at, updated_at)
    values (${projectId}, ${server.id}, ${server.name}, ${server.description}, ${server.mode}, ${server.selectedTools},
      ${server.hasWhitelist}, ${server.isPublic}, ${JSON.stringify(server.config)}, ${server.connectionCallbackUrl},
      ${JSON.stringify(server.authConfigs)}, ${at}, ${at})
    on conflict (project_id, name) do nothing
    returning ${columns}`)
  return row ?? null
}

export async function findServer(
  q: Queryable,
  { projectId }: Scope,
  idOrName: string,
): Promise<ServerRow | null> {
  const [row] = isUuid(idOrName)
    ? await q.rows<ServerRow>(sql`
        select ${columns} from mcp_server where project_id = ${projectId} and id = ${idOrName.toLowerCase()}`)
    : await q.rows<ServerRow>(sql`
        select ${columns} from mcp_server where project_id = ${projectId} and name = ${idOrName}`)
  return row ?? null
}

const maxNames = 1_000

export async function listServerNames(q: Queryable, { projectId }: Scope): Promise<string[]> {
  const rows = await q.rows<{ name: string }>(sql`
    select name from mcp_server where project_id = ${projectId} limit ${maxNames}`)
  return rows.map(({ name }) => name)
}

/** Of any project, for callers without credentials. */
export async function findPublicServer(q: Queryable, id: string): Promise<ServerRow | null> {
  const [row] = await q.rows<ServerRow>(sql`
    select ${columns} from mcp_server where id = ${id} and is_public`)
  return row ?? null
}

export async function lockServer(tx: Tx, { projectId }: Scope, id: string): Promise<ServerRow | null> {
  const [row] = await tx.rows<ServerRow>(sql`
    select ${columns} from mcp_server where project_id = ${projectId} and id = ${id} for no key update`)
  return row ?? null
}

export async function isNameTaken(tx: Tx, { projectId }: Scope, name: string, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from mcp_server where project_id = ${projectId} and name = ${name} and id <> ${id}`)
  return rows.length > 0
}

export async function updateServer(
  tx: Tx,
  { projectId }: Scope,
  id: string,
  server: ServerContent,
  at: Date,
): Promise<ServerRow> {
  const [row] = await tx.rows<ServerRow>(sql`
    update mcp_server
    set name = ${server.name}, description = ${server.description}, mode = ${server.mode},
      selected_tools = ${server.selectedTools}, has_whitelist = ${server.hasWhitelist}, is_public = ${server.isPublic},
      config = ${JSON.stringify(server.config)}, connection_callback_url = ${server.connectionCallbackUrl},
      auth_configs = ${JSON.stringify(server.authConfigs)}, version = version + 1, updated_at = ${at}
    where project_id = ${projectId} and id = ${id}
    returning ${columns}`)
  return row!
}

export async function deleteServer(tx: Tx, { projectId }: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from mcp_server where project_id = ${projectId} and id = ${id}`)
}

export type ExternalChoice = { toolkitId: string; tools: readonly string[] | null }

/** Puts these in the place of those that the server had. */
export async function replaceExternal(
  tx: Tx,
  { projectId }: Scope,
  serverId: string,
  chosen: readonly ExternalChoice[],
): Promise<void> {
  await tx.rows(
    sql`delete from mcp_server_external where project_id = ${projectId} and server_id = ${serverId}`,
  )
  for (const [position, { toolkitId, tools }] of chosen.entries())
    await tx.rows(sql`
      insert into mcp_server_external (project_id, server_id, toolkit_id, position, tools)
      values (${projectId}, ${serverId}, ${toolkitId}, ${position}, ${tools && [...tools]})`)
}

const sortColumns = { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name' } as const

export async function listServers(
  q: Queryable,
  { projectId }: Scope,
  query: ServerQuery,
): Promise<Page<ServerRow>> {
  const pattern = query.q?.trim() ? likePattern(query.q.trim()) : null
  const where = allOf([
    sql`project_id = ${projectId}`,
    ...(pattern ? [sql`(name ilike ${pattern} or description ilike ${pattern})`] : []),
    ...(query.mode ? [sql`mode = ${query.mode}`] : []),
  ])
  const order = sqlText(`${sortColumns[query.sortBy]} ${query.sortOrder}, id ${query.sortOrder}`)
  return selectPage<ServerRow>(q, { columns, from: sql`mcp_server where ${where}`, order }, query)
}
