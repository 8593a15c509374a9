import type { Tool } from '@modelcontextprotocol/client'
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
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { SourceTool, ToolEntry } from '../../toolkits/index.ts'
import type { RemoteStatus } from '../schema/external.ts'

export type Transport = 'http' | 'sse' | 'stdio'

/** Where the tools of a toolkit are; the headers are sealed. */
export type RemoteRow = {
  toolkitId: string
  url: string
  transport: Transport
  headers: string | null
  status: RemoteStatus
  checkedAt: Date | null
}

/** Everything that a model or a policy would read about a tool. */
export type RemoteDefinition = Pick<
  Tool,
  'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations'
>

export type ApprovedTool = {
  id: string
  slug: string
  name: string
  remoteName: string
  entry: ToolEntry
  inputSchema: Record<string, unknown>
  /** Null for tools that an earlier version of the product has stored. */
  definition: RemoteDefinition | null
  sha256: string
}

export async function insertRemote(tx: Tx, { projectId }: Scope, remote: RemoteRow): Promise<void> {
  await tx.rows(sql`
    insert into mcp_toolkit (project_id, toolkit_id, url, transport, headers, status, checked_at)
    values (${projectId}, ${remote.toolkitId}, ${remote.url}, ${remote.transport}, ${remote.headers}, ${remote.status},
      ${remote.checkedAt})`)
}

/** What its server will be sent from now on. */
export async function updateHeaders(
  tx: Tx,
  { projectId }: Scope,
  toolkitId: string,
  headers: string | null,
): Promise<void> {
  await tx.rows(sql`
    update mcp_toolkit set headers = ${headers}, status = 'unknown'
    where project_id = ${projectId} and toolkit_id = ${toolkitId}`)
}

export async function noteStatus(
  q: Queryable,
  { projectId }: Scope,
  toolkitId: string,
  status: RemoteStatus,
  at: Date,
): Promise<void> {
  await q.rows(sql`
    update mcp_toolkit set status = ${status}, checked_at = ${at}
    where project_id = ${projectId} and toolkit_id = ${toolkitId}`)
}

export async function findRemote(
  q: Queryable,
  { projectId }: Scope,
  toolkitId: string,
): Promise<RemoteRow | null> {
  const [row] = await q.rows<RemoteRow>(sql`
    select toolkit_id as "toolkitId", url, transport, headers, status, checked_at as "checkedAt" from mcp_toolkit
    where project_id = ${projectId} and toolkit_id = ${toolkitId}`)
  return row ?? null
}

/** Puts these in the place of all that the toolkit had. False when a slug is that of another toolkit's tool. */
export async function replaceApproved(
  tx: Tx,
  { projectId }: Scope,
  toolkitId: string,
  tools: readonly ApprovedTool[],
): Promise<boolean> {
  await tx.rows(sql`delete from mcp_tool where project_id = ${projectId} and toolkit_id = ${toolkitId}`)
  const rows = await tx.rows(sql`
    insert into mcp_tool (project_id, slug, toolkit_id, id, name, remote_name, entry, input_schema, definition,
      sha256)
    select ${projectId}, t.slug, ${toolkitId}, t.id, t.name, t."remoteName", t.entry, t."inputSchema",
      t.definition, t.sha256
    from jsonb_to_recordset(${storableJson(tools)})
      as t (id uuid, slug text, name text, "remoteName" text, entry jsonb, "inputSchema" json, definition json, sha256 text)
    on conflict (project_id, slug) do nothing
    returning 1`)
  return rows.length === tools.length
}

const approved = sqlText(
  `id, slug, name, remote_name as "remoteName", entry, input_schema as "inputSchema", definition, sha256`,
)

export const listApproved = (
  q: Queryable,
  { projectId }: Scope,
  toolkitId: string,
): Promise<ApprovedTool[]> =>
  q.rows<ApprovedTool>(sql`
    select ${approved} from mcp_tool where project_id = ${projectId} and toolkit_id = ${toolkitId} order by slug`)

export async function findApproved(
  q: Queryable,
  { projectId }: Scope,
  toolkitId: string,
  slug: string,
): Promise<ApprovedTool | null> {
  const [row] = await q.rows<ApprovedTool>(sql`
    select ${approved} from mcp_tool
    where project_id = ${projectId} and toolkit_id = ${toolkitId} and slug = ${slug}`)
  return row ?? null
}

type ServerTools = { url: string; tools: { slug: string; remoteName: string }[] }

/** Where servers are, and their tools, by the slugs of their toolkits. */
export async function findApprovedBySlug(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  slugs: readonly string[],
): Promise<Map<string, ServerTools>> {
  const rows = await q.rows<ServerTools & { slug: string }>(sql`
    select k.slug, m.url, coalesce(json_agg(json_build_object('slug', t.slug, 'remoteName', t.remote_name)
      order by t.slug) filter (where t.slug is not null), '[]') as tools
    from toolkit k
    join mcp_toolkit m on m.project_id = k.project_id and m.toolkit_id = k.id
    left join mcp_tool t on t.project_id = k.project_id and t.toolkit_id = k.id
    where k.project_id = ${projectId} and k.slug = any(${[...slugs]})
    group by k.slug, m.url`)
  return new Map(rows.map(({ slug, ...server }) => [slug, server]))
}

const listed = sqlText(`id, toolkit_id as "toolkitId", entry`)

export const listSourceTools = (
  q: Queryable,
  { projectId }: Scope,
  toolkitId: string | null,
): Promise<SourceTool[]> =>
  q.rows<SourceTool>(sql`
    select ${listed} from mcp_tool
    where project_id = ${projectId} and (${toolkitId}::uuid is null or toolkit_id = ${toolkitId}) order by slug`)

export async function findSourceTool(
  q: Queryable,
  { projectId }: Scope,
  by: { slug: string } | { id: string },
): Promise<SourceTool | null> {
  const [row] = await q.rows<SourceTool>(
    prepared(
      'slug' in by
        ? sql`select ${listed} from mcp_tool where project_id = ${projectId} and slug = ${by.slug}`
        : sql`select ${listed} from mcp_tool where project_id = ${projectId} and id = ${by.id}`,
    ),
  )
  return row ?? null
}

export const hasSourceTool = ({ projectId }: Scope, slug: string): Statement =>
  sql`exists (select from mcp_tool where project_id = ${projectId} and slug = ${slug})`

/** Slugs of toolkits with a tool whose name has every word. */
export async function listToolkitsByToolName(
  q: Queryable,
  { projectId }: Scope,
  query: string,
): Promise<string[]> {
  const words = query.split(/\s+/).filter(Boolean).slice(0, 8)
  const named = words.map((word) => sql`t.name ilike ${likePattern(word)}`)
  const rows = await q.rows<{ slug: string }>(sql`
    select distinct k.slug from mcp_tool t join toolkit k on k.project_id = t.project_id and k.id = t.toolkit_id
    where t.project_id = ${projectId} and ${named.length > 0 ? allOf(named) : sqlText('false')}`)
  return rows.map(({ slug }) => slug)
}
