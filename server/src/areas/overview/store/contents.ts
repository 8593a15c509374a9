import { type Queryable, sql, sqlText } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Contents } from '../schema.ts'

export const maxCount = 10_000

const tables: readonly (readonly [label: string, table: string])[] = [
  ['End users', 'external_user'],
  ['Workflows and agents', 'workflow'],
  ['Workflow and agent runs', 'workflow_execution'],
  ['Conversations', 'thread'],
  ['Model calls', 'llm_call'],
  ['Tools', 'tool'],
  ['Tool runs', 'tool_execution'],
  ['Connected accounts', 'connected_account'],
  ['Triggers', 'trigger_instance'],
  ['Skills', 'skill'],
  ['MCP servers', 'mcp_server'],
  ['Tables', 'collection'],
  ['Rows', 'document'],
  ['Files', 'file'],
  ['Knowledge sources', 'knowledge_source'],
  ['Webhooks', 'webhook'],
  ['API keys', 'api_key'],
]

/** Counted up to a limit: what matters is what is there. */
export async function countContents(q: Queryable, { projectId }: Scope): Promise<Contents['items']> {
  const items: Contents['items'] = []
  for (const [label, table] of tables) {
    const [row] = await q.rows<{ count: number }>(sql`
      select count(*)::int as count from
        (select 1 from ${sqlText(table)} where project_id = ${projectId} limit ${maxCount + 1}) as counted`)
    items.push({ label, count: row!.count })
  }
  return items
}
