import { allOf, likePattern, type Queryable, type Statement, sql, sqlText } from '../../kernel/db/db.ts'
import { selectCursorPage } from '../../kernel/db/rows/cursor-page.ts'
import type { Page } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { ExecutionCode } from './schema/execution.ts'
import type { LogQuery } from './schema/log-query.ts'

export type LogRow = {
  id: string
  userId: string
  toolSlug: string
  toolkitSlug: string
  version: string
  kind: 'action' | 'trigger'
  status: 'running' | 'succeeded' | 'failed'
  errorCode: ExecutionCode | null
  error: string | null
  upstreamStatus: number | null
  connectedAccountId: string | null
  workflowId: string | null
  threadId: string | null
  mcpServerId: string | null
  isTruncated: boolean
  fileId: string | null
  tries: number
  durationMs: number | null
  chargedMicro: number
  createdAt: string
  endedAt: string | null
}
export type LogDetailRow = LogRow & { arguments: string | null; result: string | null }

const columns =
  sqlText(`e.id, e.external_user_id as "userId", e.tool_slug as "toolSlug", e.toolkit_slug as "toolkitSlug",
  e.version, e.kind, e.status, e.error_code as "errorCode", e.error, e.upstream_status as "upstreamStatus",
  e.connected_account_id as "connectedAccountId", e.workflow_id as "workflowId", e.thread_id as "threadId",
  e.mcp_server_id as "mcpServerId", e.is_truncated as "isTruncated", e.file_id as "fileId", e.tries,
  e.duration_ms as "durationMs", e.charged_micro as "chargedMicro", e.created_at as "createdAt", e.ended_at as "endedAt"`)

const isVisible = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`e.project_id = ${projectId} and e.status <> 'forgotten'`
    : sql`e.project_id = ${projectId} and e.external_user_id = ${externalUser.id} and e.status <> 'forgotten'`

function conditionsOf(scope: Scope, query: LogQuery): Statement[] {
  const pattern = query.q?.trim() ? likePattern(query.q.trim()) : null
  return [
    isVisible(scope),
    ...(pattern ? [sql`(e.tool_slug ilike ${pattern} or e.error ilike ${pattern})`] : []),
    ...(query.toolSlug ? [sql`e.tool_slug = ${query.toolSlug}`] : []),
    ...(query.toolkitSlug ? [sql`e.toolkit_slug = ${query.toolkitSlug}`] : []),
    ...(query.workflowId ? [sql`e.workflow_id = ${query.workflowId}`] : []),
    ...(query.threadId ? [sql`e.thread_id = ${query.threadId}`] : []),
    ...(query.connectedAccountId ? [sql`e.connected_account_id = ${query.connectedAccountId}`] : []),
    ...(query.logId ? [sql`e.id = ${query.logId}`] : []),
    ...(query.logKind ? [sql`e.kind = ${query.logKind === 'actions' ? 'action' : 'trigger'}`] : []),
    ...(query.successful === undefined ? [] : [sql`e.status = ${query.successful ? 'succeeded' : 'failed'}`]),
    ...(query.errorCode ? [sql`e.error_code = ${query.errorCode}`] : []),
    ...(query.from ? [sql`e.created_at >= ${query.from}`] : []),
    ...(query.to ? [sql`e.created_at < ${query.to}`] : []),
  ]
}

export const listLogs = (q: Queryable, scope: Scope, query: LogQuery): Promise<Page<LogRow>> =>
  selectCursorPage(
    q,
    {
      columns,
      tables: sqlText('tool_execution e'),
      alias: 'e',
      where: allOf(conditionsOf(scope, query)),
      direction: query.sortOrder,
      sortedBy: query.sortBy === 'durationMs' ? sqlText('e.duration_ms') : null,
    },
    query,
  )

export async function findLog(q: Queryable, scope: Scope, id: string): Promise<LogDetailRow | null> {
  const [row] = await q.rows<LogDetailRow>(sql`
    select ${columns}, e.arguments, e.result from tool_execution e where ${isVisible(scope)} and e.id = ${id}`)
  return row ?? null
}

/** What one user has executed, in the order of ids. */
export async function listLogsOf(
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<LogDetailRow[]> {
  return q.rows<LogDetailRow>(sql`
    select ${columns}, e.arguments, e.result from tool_execution e
    where e.project_id = ${projectId} and e.external_user_id = ${userId} and e.status in ('succeeded', 'failed')
      and e.id > ${after} order by e.id limit ${limit}`)
}
