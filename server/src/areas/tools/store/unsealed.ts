import { type Queryable, sql, sqlText } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Implementation } from '../schema/tool.ts'

type HttpImplementation = Extract<Implementation, { kind: 'http' }>

export type UnsealedRequest = {
  projectId: string
  toolId: string
  /** Null in the table of the tools themselves. */
  version: string | null
  implementation: HttpImplementation
}

const columns = {
  tool: sqlText('id as "toolId", null::text as version'),
  tool_version: sqlText('tool_id as "toolId", version'),
}

/** Requests that were stored before their values were sealed. */
export async function listUnsealedRequests(
  q: Queryable,
  table: 'tool' | 'tool_version',
  limit: number,
): Promise<UnsealedRequest[]> {
  return q.rows<UnsealedRequest>(sql`
    select project_id as "projectId", ${columns[table]}, implementation from ${sqlText(table)}
    where implementation->>'kind' = 'http' and implementation->'sealed' is null limit ${limit}`)
}

/** False where it was changed meanwhile. What a caller could hold on to stays the same, and so does the revision. */
export async function replaceRequest(
  q: Queryable,
  table: 'tool' | 'tool_version',
  { projectId, toolId, version, implementation }: UnsealedRequest,
  sealed: Implementation,
): Promise<boolean> {
  const next = storableJson(sealed)
  const before = storableJson(implementation)
  const rows = await q.rows(
    table === 'tool'
      ? sql`update tool set implementation = ${next}
          where project_id = ${projectId} and id = ${toolId} and implementation::jsonb = ${before}::jsonb returning 1`
      : sql`update tool_version set implementation = ${next}
          where project_id = ${projectId} and tool_id = ${toolId} and version = ${version}
            and implementation::jsonb = ${before}::jsonb returning 1`,
  )
  return rows.length > 0
}
