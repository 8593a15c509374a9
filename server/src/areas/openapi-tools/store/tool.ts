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

const columns = sql`id, toolkit_id as "toolkitId", entry`

/** Puts these in the place of all that the toolkit had. False when a slug is that of another toolkit's tool. */
export async function replaceTools(
  tx: Tx,
  scope: Scope,
  toolkitId: string,
  tools: readonly { id: string; entry: ToolEntry }[],
): Promise<boolean> {
  await tx.rows(sql`
    delete from toolkit_tool where project_id = ${scope.projectId} and toolkit_id = ${toolkitId}`)
  const rows = await tx.rows(sql`
    insert into toolkit_tool (project_id, slug, toolkit_id, id, name, entry)
    select ${scope.projectId}, t.entry->>'slug', ${toolkitId}, t.id, t.entry->>'name', t.entry
    from jsonb_to_recordset(${storableJson(tools)}) as t (id uuid, entry jsonb)
    on conflict (project_id, slug) do nothing
    returning 1`)
  return rows.length === tools.length
}

export async function listToolsOf(q: Queryable, scope: Scope, toolkitId: string): Promise<SourceTool[]> {
  return q.rows<SourceTool>(sql`
    select ${columns} from toolkit_tool
    where project_id = ${scope.projectId} and toolkit_id = ${toolkitId} order by slug`)
}

/** Of all toolkits of the project. */
export async function listAllTools(q: Queryable, scope: Scope): Promise<SourceTool[]> {
  return q.rows<SourceTool>(sql`
    select ${columns} from toolkit_tool where project_id = ${scope.projectId} order by slug`)
}

export async function findTool(q: Queryable, scope: Scope, slug: string): Promise<SourceTool | null> {
  const [row] = await q.rows<SourceTool>(
    prepared(sql`
      select ${columns} from toolkit_tool where project_id = ${scope.projectId} and slug = ${slug}`),
  )
  return row ?? null
}

export const hasTool = ({ projectId }: Scope, slug: string): Statement =>
  sql`exists (select from toolkit_tool where project_id = ${projectId} and slug = ${slug})`

export async function findToolById(q: Queryable, scope: Scope, id: string): Promise<SourceTool | null> {
  const [row] = await q.rows<SourceTool>(sql`
    select ${columns} from toolkit_tool where project_id = ${scope.projectId} and id = ${id}`)
  return row ?? null
}

/** The slugs of the project's own toolkits that have a tool whose name holds every word. */
export async function listToolkitsByToolName(q: Queryable, scope: Scope, query: string): Promise<string[]> {
  const words = query.split(/\s+/).filter(Boolean).slice(0, 8)
  const named = words.map((word) => sql`t.name ilike ${likePattern(word)}`)
  const rows = await q.rows<{ slug: string }>(sql`
    select k.slug from toolkit k
    where k.project_id = ${scope.projectId} and exists (
      select 1 from toolkit_tool t
      where t.project_id = k.project_id and t.toolkit_id = k.id and ${named.length > 0 ? allOf(named) : sqlText('false')})`)
  return rows.map(({ slug }) => slug)
}
