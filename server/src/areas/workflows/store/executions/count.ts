import { type Queryable, sql, type Tx } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'

/**
 * Moves entries of one project from the queue into the sums, in one statement: each is in exactly one of the two for
 * every reader. Entries of workflows that were deleted are dropped. Zero when another node is at it, or nothing is left.
 */
export async function rollUp(tx: Tx, projectId: string, limit: number): Promise<number> {
  const [lock] = await tx.rows<{ is_mine: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`execution-rollup:${projectId}`}, 0)) as is_mine`)
  if (!lock!.is_mine) return 0
  const [row] = await tx.rows<{ moved: number }>(sql`
    with taken as (
      delete from workflow_execution_unrolled
      where (project_id, execution_id, is_end) in (
        select project_id, execution_id, is_end from workflow_execution_unrolled
        where project_id = ${projectId} order by execution_id, is_end limit ${limit})
      returning workflow_id, mode, created_at, started, status, is_stopped, duration_ms, credits_micro
    ), known as (
      select taken.* from taken join workflow w on w.project_id = ${projectId} and w.id = taken.workflow_id
    ), days as (
      insert into workflow_execution_day as d (project_id, workflow_id, day, mode, started, completed, stopped, failed,
        timeout, cancelled, duration_ms, min_duration_ms, max_duration_ms, credits_micro, min_credits_micro, max_credits_micro)
      select ${projectId}::uuid, workflow_id, (created_at at time zone 'UTC')::date, mode, sum(started),
        count(*) filter (where status = 'completed'), count(*) filter (where is_stopped),
        count(*) filter (where status = 'failed'),
        count(*) filter (where status = 'timeout'), count(*) filter (where status = 'cancelled'),
        coalesce(sum(duration_ms), 0), min(duration_ms), max(duration_ms),
        coalesce(sum(credits_micro), 0), min(credits_micro), max(credits_micro)
      from known group by 2, 3, 4
      on conflict (project_id, workflow_id, day, mode) do update set
        started = d.started + excluded.started, completed = d.completed + excluded.completed,
        stopped = d.stopped + excluded.stopped, failed = d.failed + excluded.failed, timeout = d.timeout + excluded.timeout,
        cancelled = d.cancelled + excluded.cancelled, duration_ms = d.duration_ms + excluded.duration_ms,
        min_duration_ms = least(d.min_duration_ms, excluded.min_duration_ms),
        max_duration_ms = greatest(d.max_duration_ms, excluded.max_duration_ms),
        credits_micro = d.credits_micro + excluded.credits_micro,
        min_credits_micro = least(d.min_credits_micro, excluded.min_credits_micro),
        max_credits_micro = greatest(d.max_credits_micro, excluded.max_credits_micro)
    ), totals as (
      insert into workflow_execution_total as t (project_id, workflow_id, mode, started, completed, stopped, failed, last_at)
      select ${projectId}::uuid, workflow_id, mode, sum(started), count(*) filter (where status = 'completed'),
        count(*) filter (where is_stopped),
        count(*) filter (where status in ('failed', 'timeout')), max(created_at)
      from known group by 2, 3
      on conflict (project_id, workflow_id, mode) do update set
        started = t.started + excluded.started, completed = t.completed + excluded.completed,
        stopped = t.stopped + excluded.stopped, failed = t.failed + excluded.failed, last_at = greatest(t.last_at, excluded.last_at)
    )
    select count(*)::int as moved from taken`)
  return row!.moved
}

/** Of the production executions of a workflow, since it exists. */
export type Counts = {
  total: number
  successful: number
  stopped: number
  failed: number
  lastExecutedAt: string | null
}

/** For as many workflows as are given; those that were never executed are left out. */
export async function findExecutionCounts(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  workflowIds: readonly string[],
): Promise<Map<string, Counts>> {
  const rows = await q.rows<Counts & { id: string }>(sql`
    select workflow_id as id, sum(started)::int as total, sum(completed - stopped)::int as successful,
           sum(stopped)::int as stopped, sum(failed)::int as failed, max(last_at) as "lastExecutedAt"
    from (
      select workflow_id, started, completed, stopped, failed, last_at from workflow_execution_total
      where project_id = ${projectId} and workflow_id = any(${workflowIds}::uuid[]) and mode = 'production'
      union all
      select workflow_id, started, (status is not distinct from 'completed')::int,
             is_stopped::int, (status is not null and status in ('failed', 'timeout'))::int, created_at
      from workflow_execution_unrolled
      where project_id = ${projectId} and workflow_id = any(${workflowIds}::uuid[]) and mode = 'production'
    ) parts group by workflow_id`)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** How often the acting user has executed a workflow since a time. */
export async function countOwnExecutions(
  q: Queryable,
  { projectId, externalUser }: Pick<Scope, 'projectId' | 'externalUser'>,
  workflowId: string,
  since: Date,
): Promise<number> {
  const [row] = await q.rows<{ count: number }>(sql`
    select count(*)::int as count from workflow_execution
    where project_id = ${projectId} and external_user_id = ${externalUser.id} and workflow_id = ${workflowId}
      and mode = 'production' and created_at >= ${since}`)
  return row!.count
}
