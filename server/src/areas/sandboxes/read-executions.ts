import type { Position } from '../../kernel/cursor.ts'
import { allOf, type Queryable, type Statement, sql, sqlText } from '../../kernel/db/db.ts'
import { selectPage } from '../../kernel/db/rows/select-page.ts'
import { offsetOf, type Page, pageOf } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { ExecutionQuery, ExecutionResult, HistoryQuery } from './schema/execution.ts'
import type { EgressRequest, Language } from './schema/stored-execution.ts'

/** A script that has ended, as it is stored. */
export type StoredExecution = {
  id: string
  userId: string
  sessionId: string | null
  rerunOf: string | null
  status: ExecutionResult['status']
  language: Language
  source: string | null
  state: string | null
  sourceSha256: string
  stateSha256: string
  outputSha256: string | null
  timeoutMs: number
  allowedHosts: string[]
  envNames: string[]
  engine: string | null
  result: string | null
  error: string | null
  errorCode: ExecutionResult['errorCode']
  trace: string | null
  stdout: string | null
  stderr: string | null
  truncated: ExecutionResult['truncated'] | null
  requests: EgressRequest[] | null
  stateLost: boolean
  durationMs: number | null
  queuedMs: number | null
  usedMicro: number
  createdAt: string
  endedAt: string | null
}

const columns =
  sqlText(`e.id, e.external_user_id as "userId", e.session_id as "sessionId", e.rerun_of as "rerunOf",
  e.status, e.language, e.source, e.state, e.source_sha256 as "sourceSha256", e.state_sha256 as "stateSha256",
  e.output_sha256 as "outputSha256", e.timeout_ms as "timeoutMs", e.allowed_hosts as "allowedHosts",
  e.env_names as "envNames", e.engine, e.result, e.error, e.error_code as "errorCode", e.trace, e.stdout, e.stderr,
  e.truncated, e.requests, e.state_lost as "stateLost", e.duration_ms as "durationMs", e.queued_ms as "queuedMs", e.used_micro as "usedMicro",
  e.created_at as "createdAt", e.ended_at as "endedAt"`)

const isOwn = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`e.project_id = ${projectId}`
    : sql`e.project_id = ${projectId} and e.external_user_id = ${externalUser.id}`

const isVisible = (scope: Scope): Statement => sql`${isOwn(scope)} and e.status in ('succeeded', 'failed')`

/** Whether it runs or waits for its turn; null when there is none, or none that may be seen. */
export async function findIsRunning(q: Queryable, scope: Scope, id: string): Promise<boolean | null> {
  const [row] = await q.rows<{ isRunning: boolean }>(sql`
    select e.status = 'running' as "isRunning" from sandbox_execution e
    where ${isOwn(scope)} and e.id = ${id} and e.status in ('running', 'succeeded', 'failed')`)
  return row?.isRunning ?? null
}

/** Whether there is one of this id, however far it came. */
export async function isKnownExecution(q: Queryable, scope: Scope, id: string): Promise<boolean> {
  const rows = await q.rows(sql`select e.id from sandbox_execution e where ${isOwn(scope)} and e.id = ${id}`)
  return rows.length > 0
}

export async function findExecution(q: Queryable, scope: Scope, id: string): Promise<StoredExecution | null> {
  const [row] = await q.rows<StoredExecution>(sql`
    select ${columns} from sandbox_execution e where ${isVisible(scope)} and e.id = ${id}`)
  return row ?? null
}

/** Those of a session, newest first, with the end of what each printed: whole outputs have megabytes. */
export async function listExecutions(
  q: Queryable,
  scope: Scope,
  sessionId: string,
  query: ExecutionQuery,
): Promise<Page<ListedExecution & Output>> {
  return selectPage<ListedExecution & Output>(
    q,
    {
      columns: sql`${listedColumns}, coalesce(right(e.stdout, 2000), '') as stdout,
        coalesce(right(e.stderr, 2000), '') as stderr`,
      from: sql`sandbox_execution e where ${isVisible(scope)} and e.session_id = ${sessionId}`,
      order: sql`e.id desc`,
    },
    query,
  )
}

/** What a list shows of an execution. */
export type ListedExecution = Pick<
  StoredExecution,
  | 'id'
  | 'userId'
  | 'sessionId'
  | 'rerunOf'
  | 'status'
  | 'language'
  | 'error'
  | 'errorCode'
  | 'durationMs'
  | 'usedMicro'
  | 'createdAt'
  | 'endedAt'
> & { sourceStart: string | null }

type Output = { stdout: string; stderr: string }

const listedColumns = sqlText(`e.id, e.external_user_id as "userId", e.session_id as "sessionId",
  e.rerun_of as "rerunOf", e.status, e.language, left(e.source, 200) as "sourceStart", e.error,
  e.error_code as "errorCode", e.duration_ms as "durationMs", e.used_micro as "usedMicro",
  e.created_at as "createdAt", e.ended_at as "endedAt"`)

const matching = (scope: Scope, query: HistoryQuery): Statement =>
  allOf([
    isVisible(scope),
    ...(query.status === undefined ? [] : [sql`e.status = ${query.status}`]),
    ...(query.errorCode === undefined ? [] : [sql`e.error_code = ${query.errorCode}`]),
    ...(query.language === undefined ? [] : [sql`e.language = ${query.language}`]),
    ...(query.sessionId === undefined ? [] : [sql`e.session_id = ${query.sessionId}`]),
    ...(query.from === undefined ? [] : [sql`e.created_at >= ${query.from}`]),
    ...(query.to === undefined ? [] : [sql`e.created_at < ${query.to}`]),
  ])

/** Newest first, behind a position where there is one. Ids carry their time, so their order is that of the runs. */
export async function listHistory(
  q: Queryable,
  scope: Scope,
  query: HistoryQuery,
  position: Position | null,
): Promise<Page<ListedExecution>> {
  const matches = matching(scope, query)
  const behind = position ? sql`${matches} and e.id < ${position.id}::uuid` : matches
  const rows = await q.rows<ListedExecution>(sql`
    select ${listedColumns} from sandbox_execution e where ${behind}
    order by e.id desc limit ${query.limit} offset ${position ? 0 : offsetOf(query)}`)
  const [count] = await q.rows<{ total: number }>(sql`
    select count(*)::int as total from sandbox_execution e where ${matches}`)
  return pageOf(rows, count!.total, query)
}

/** What one user has run, in the order of ids. */
export async function listExecutionsOf(
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<StoredExecution[]> {
  return q.rows<StoredExecution>(sql`
    select ${columns} from sandbox_execution e
    where e.project_id = ${projectId} and e.external_user_id = ${userId} and e.status in ('succeeded', 'failed')
      and e.id > ${after} order by e.id limit ${limit}`)
}
