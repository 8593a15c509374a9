import {
  allOf,
  likePattern,
  prepared,
  type Queryable,
  type Statement,
  sql,
  sqlText,
} from '../../../../kernel/db/db.ts'
import {
  type CursorListed,
  selectBehindCursor,
  selectCursorPage,
} from '../../../../kernel/db/rows/cursor-page.ts'
import { isUuid } from '../../../../kernel/ids.ts'
import type { Page } from '../../../../kernel/page.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import {
  type ExecutionError,
  type ExecutionMode,
  type ExecutionQuery,
  type ExecutionStatus,
  type ExecutionSummary,
  endedStatuses,
} from '../../schema/execution.ts'

export type ExecutionRow = {
  id: string
  userId: string
  workflowId: string
  workflowName: string
  type: 'static' | 'agent'
  version: number
  mode: ExecutionMode
  threadId: string
  triggerId: string | null
  retryOf: string | null
  input: unknown
  output: unknown
  metadata: Record<string, unknown> | null
  status: ExecutionStatus
  error: ExecutionError | null
  summary: ExecutionSummary | null
  creditsMicro: number
  createdAt: string
  /** When it left the queue; null before. */
  begunAt: string | null
  endedAt: string | null
  /** The node of its oldest open pause. */
  pausedNodeId: string | null
  resumesAt: string | null
  keepsPayloads: boolean
}

const hasOpenPause = sqlText(`exists (select from workflow_pause p
  where p.project_id = e.project_id and p.execution_id = e.id and p.answered_at is null)`)

/**
 * The status of an execution `e` with its run `r`. Only the end is stored; before, the run has it: one that waits for a
 * human or an event is paused, one that has not begun or waits for the run before it in its thread is queued, one that waits for
 * a time is running.
 */
export const statusColumn = sql`
  case when e.status is not null then e.status
    when r.id is null then 'failed'
    when r.status in ('queued', 'waiting') and r.started_at is null then 'queued'
    when r.status = 'waiting' and r.waiting_for like 'thread-turn:%' then 'queued'
    when r.status = 'waiting' and ${hasOpenPause} then 'paused'
    else 'running' end`

/** A turn that was queued in its thread had a worker before it began: its record has when that was. */
const begunColumn = sql`
  coalesce(
    (select to_timestamp((s.output->>'at')::double precision / 1000) from run_step s
     where s.project_id = e.project_id and s.run_id = e.id and s.name = '~begun'),
    (select b.started_at from run b
     where b.project_id = e.project_id and b.id = e.id
       and not (b.input->'turn'->>'isQueued' is not distinct from 'true'
                and (e.status is null or e.status = 'cancelled'))))`

const columns = sql`
  e.id, e.external_user_id as "userId", e.workflow_id as "workflowId", e.workflow_name as "workflowName", e.type,
  e.version, e.mode, e.thread_id as "threadId", e.trigger_id as "triggerId", e.retry_of as "retryOf", e.input, e.output,
  e.metadata, ${statusColumn} as status, e.error, e.summary, e.credits_micro as "creditsMicro",
  e.created_at as "createdAt", ${begunColumn} as "begunAt", e.ended_at as "endedAt",
  case when e.status is null then
    (select p.node_id from workflow_pause p
     where p.project_id = e.project_id and p.execution_id = e.id and p.answered_at is null
     order by p.created_at limit 1) end as "pausedNodeId",
  case when e.status is null and r.status = 'waiting' and r.run_at < 'infinity' then r.run_at end as "resumesAt",
  e.keeps_payloads as "keepsPayloads"`

const withRun = sqlText(
  'workflow_execution e left join run r on e.status is null and r.project_id = e.project_id and r.id = e.id',
)

/** An execution belongs to the end user who executes. */
export const isVisible = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`e.project_id = ${projectId}`
    : sql`e.project_id = ${projectId} and e.external_user_id = ${externalUser.id}`

export async function findExecution(q: Queryable, scope: Scope, id: string): Promise<ExecutionRow | null> {
  const [row] = await q.rows<ExecutionRow>(
    prepared(sql`select ${columns} from ${withRun} where ${isVisible(scope)} and e.id = ${id}`),
  )
  return row ?? null
}

/** The newest execution of a thread. */
export async function findNewestOfThread(
  q: Queryable,
  scope: Scope,
  threadId: string,
): Promise<ExecutionRow | null> {
  const [row] = await q.rows<ExecutionRow>(sql`
    select ${columns} from ${withRun}
    where ${isVisible(scope)} and e.thread_id = ${threadId} order by e.created_at desc, e.id desc limit 1`)
  return row ?? null
}

function matchingText(q: string | undefined): Statement[] {
  const text = q?.trim()
  if (!text) return []
  const byId = isUuid(text) ? sql` or e.id = ${text.toLowerCase()}::uuid` : sqlText('')
  return [sql`(e.workflow_name ilike ${likePattern(text)} or e.thread_id = ${text}${byId})`]
}

/** Open ones are few beside those that ended: they are found by the runs that are open. */
function matchingStatus(status: ExecutionStatus | undefined, projectId: string): Statement[] {
  if (status === undefined) return []
  if (endedStatuses.some((ended) => ended === status)) return [sql`e.status = ${status}`]
  return [
    sql`e.status is null`,
    sql`e.id in (select o.id from run o
        where o.project_id = ${projectId} and o.kind in ('workflow', 'agent') and o.status in ('queued', 'running', 'waiting'))`,
    sql`${statusColumn} = ${status}`,
  ]
}

const conditionsOf = (scope: Scope, query: ExecutionQuery): Statement =>
  allOf([
    isVisible(scope),
    sql`e.mode = ${query.mode}`,
    ...(query.workflowId === undefined ? [] : [sql`e.workflow_id = ${query.workflowId}`]),
    ...(query.threadId === undefined ? [] : [sql`e.thread_id = ${query.threadId}`]),
    ...(query.from === undefined ? [] : [sql`e.created_at >= ${query.from}`]),
    ...(query.to === undefined ? [] : [sql`e.created_at < ${query.to}`]),
    ...matchingText(query.q),
    ...matchingStatus(query.status, scope.projectId),
    ...(query.isStopped === undefined
      ? []
      : [query.isStopped ? sqlText('e.is_stopped') : sqlText('not e.is_stopped')]),
  ])

const sortColumns: Record<ExecutionQuery['sortBy'], Statement | null> = {
  startedAt: null,
  createdAt: null,
  completedAt: sqlText('e.ended_at'),
  executionDurationMs: sqlText('e.ended_at - e.created_at'),
  credits: sqlText('e.credits_micro'),
}

const listed = (scope: Scope, query: ExecutionQuery): CursorListed => ({
  columns,
  tables: withRun,
  alias: 'e',
  where: conditionsOf(scope, query),
  countLimit: 10_000,
  direction: query.sortOrder,
  sortedBy: sortColumns[query.sortBy],
})

export const listingExecutions = (scope: Scope, query: ExecutionQuery): Statement =>
  selectBehindCursor(listed(scope, query), query)

export const listExecutions = (
  q: Queryable,
  scope: Scope,
  query: ExecutionQuery,
): Promise<Page<ExecutionRow>> => selectCursorPage(q, listed(scope, query), query)

/** Also one that the scope may not see. */
export async function executionExists(q: Queryable, { projectId }: Scope, id: string): Promise<boolean> {
  const rows = await q.rows(sql`
    select 1 from workflow_execution where project_id = ${projectId} and id = ${id}`)
  return rows.length > 0
}
