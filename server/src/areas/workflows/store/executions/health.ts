import { type Queryable, type Statement, sql, sqlText } from '../../../../kernel/db/db.ts'
import { splitRange } from '../../../../kernel/time-range.ts'

/** Executions of one workflow that were started within a range of time. */
export type HealthQuery = {
  projectId: string
  workflowId: string
  from: Date
  to: Date
  /** Only those of this end user; all of them when null. */
  userId: string | null
}

export type ModeSums = {
  mode: 'test' | 'production'
  started: number
  /** Without those that were stopped. */
  completed: number
  stopped: number
  failed: number
  timeout: number
  cancelled: number
  durationMs: number
  minDurationMs: number | null
  maxDurationMs: number | null
  creditsMicro: number
  minCreditsMicro: number | null
  maxCreditsMicro: number | null
}

const statusFlags =
  sqlText(`(x.status is not distinct from 'completed')::int, x.is_stopped::int, (x.status is not distinct from 'failed')::int,
  (x.status is not distinct from 'timeout')::int, (x.status is not distinct from 'cancelled')::int`)

/** From the executions themselves: hours at the edges of a range, and what belongs to one user. */
const fromRows = (query: HealthQuery, from: Date, to: Date): Statement => sql`
  select x.mode, 1::bigint, ${statusFlags}, d.ms, d.ms, d.ms,
    case when x.status is not null then x.credits_micro end, case when x.status is not null then x.credits_micro end,
    case when x.status is not null then x.credits_micro end
  from workflow_execution x
  cross join lateral (
    select case when x.ended_at < x.created_at then 0
      else round(extract(epoch from x.ended_at - x.created_at) * 1000)::bigint end as ms) d
  where x.project_id = ${query.projectId} and x.workflow_id = ${query.workflowId}
    and x.created_at >= ${from} and x.created_at < ${to}
    and ${query.userId === null ? sqlText('true') : sql`x.external_user_id = ${query.userId}`}`

function partsOf(query: HealthQuery): Statement[] {
  if (query.userId !== null) return [fromRows(query, query.from, query.to)]
  const { edges, whole } = splitRange(query)
  const parts = edges.map(({ from, to }) => fromRows(query, from, to))
  if (!whole) return parts
  const day = sqlText("(x.created_at at time zone 'UTC')::date")
  return [
    ...parts,
    sql`
      select x.mode, x.started, x.completed, x.stopped, x.failed, x.timeout, x.cancelled, x.duration_ms, x.min_duration_ms,
        x.max_duration_ms, x.credits_micro, x.min_credits_micro, x.max_credits_micro
      from workflow_execution_day x
      where x.project_id = ${query.projectId} and x.workflow_id = ${query.workflowId}
        and x.day >= ${whole.from}::date and x.day < ${whole.to}::date`,
    sql`
      select x.mode, x.started, ${statusFlags}, x.duration_ms, x.duration_ms, x.duration_ms, x.credits_micro,
        x.credits_micro, x.credits_micro
      from workflow_execution_unrolled x
      where x.project_id = ${query.projectId} and x.workflow_id = ${query.workflowId}
        and ${day} >= ${whole.from}::date and ${day} < ${whole.to}::date`,
  ]
}

/** Sums by mode: whole days from their sums and from the queue of what these lack yet, in one statement. */
export async function sumExecutions(q: Queryable, query: HealthQuery): Promise<ModeSums[]> {
  const parts = partsOf(query)
  if (parts.length === 0) return []
  const all = parts.reduce((left, right) => sql`${left} union all ${right}`)
  return q.rows<ModeSums>(sql`
    select mode, sum(started)::int as started, sum(completed - stopped)::int as completed,
      sum(stopped)::int as stopped, sum(failed)::int as failed,
      sum(timeout)::int as timeout, sum(cancelled)::int as cancelled,
      coalesce(sum(duration_ms), 0)::float8 as "durationMs", min(min_duration_ms)::float8 as "minDurationMs",
      max(max_duration_ms)::float8 as "maxDurationMs", coalesce(sum(credits_micro), 0)::float8 as "creditsMicro",
      min(min_credits_micro)::float8 as "minCreditsMicro", max(max_credits_micro)::float8 as "maxCreditsMicro"
    from (${all}) as parts (mode, started, completed, stopped, failed, timeout, cancelled, duration_ms, min_duration_ms,
      max_duration_ms, credits_micro, min_credits_micro, max_credits_micro)
    group by mode`)
}

/** How many of the open executions wait for a human. */
export async function countPaused(q: Queryable, query: HealthQuery): Promise<number> {
  const [row] = await q.rows<{ paused: number }>(sql`
    select count(distinct e.id)::int as paused
    from workflow_pause p
    join workflow_execution e on e.project_id = p.project_id and e.id = p.execution_id
    where p.project_id = ${query.projectId} and p.answered_at is null and e.workflow_id = ${query.workflowId}
      and e.status is null and e.created_at >= ${query.from} and e.created_at < ${query.to}
      and ${query.userId === null ? sqlText('true') : sql`e.external_user_id = ${query.userId}`}`)
  return row!.paused
}
