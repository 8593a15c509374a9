import { creditsOf } from '../../../../kernel/credits.ts'
import { type Queryable, type Statement, sql, sqlText } from '../../../../kernel/db/db.ts'
import type { ExecutionError, ExecutionSummary, endFields } from '../../schema/execution.ts'
import type {
  ModelStatistics,
  RecentCreditLog,
  RecentExecution,
  RecentToolLog,
  ToolStatistics,
} from '../../schema/statistics.ts'
import type { HealthQuery } from './health.ts'
import { type ExecutionRow, statusColumn } from './read.ts'

const recent = 10
const maxRows = 100

/** Rows `x` of a workflow, of a range of time and, where requested, of one end user. */
const within = ({ projectId, workflowId, from, to, userId }: HealthQuery): Statement => sql`
  x.project_id = ${projectId} and x.workflow_id = ${workflowId} and x.created_at >= ${from} and x.created_at < ${to}
  and ${userId === null ? sqlText('true') : sql`x.external_user_id = ${userId}`}`

export type TypeSum = { type: string; used: string; usd: string; unattributed: number }

/** What the ledger has for the workflow, by type, and how many executions that was for. */
export async function sumCredits(
  q: Queryable,
  query: HealthQuery,
): Promise<{ types: TypeSum[]; executions: number }> {
  const types = await q.rows<TypeSum>(sql`
    select x.type, sum(x.used_micro)::text as used, sum(x.usd_cost)::text as usd,
      count(*) filter (where x.execution_id is null)::int as unattributed
    from usage_entry x where ${within(query)} group by x.type`)
  const [counted] = await q.rows<{ executions: number }>(sql`
    select count(distinct x.execution_id)::int as executions from usage_entry x where ${within(query)}`)
  return { types, executions: counted!.executions }
}

export async function listTools(q: Queryable, query: HealthQuery): Promise<ToolStatistics[]> {
  const rows = await q.rows<Omit<ToolStatistics, 'credits' | 'usdCost'> & { used: string; usd: string }>(sql`
    with calls as (
      select x.tool_slug, count(*)::int as calls, count(*) filter (where x.status = 'succeeded')::int as successful,
        count(*) filter (where x.status = 'failed')::int as failed
      from tool_execution x where ${within(query)} and x.status <> 'forgotten' group by x.tool_slug
    ), costs as (
      select x.tool_slug, sum(x.used_micro) as used, sum(x.usd_cost) as usd
      from usage_entry x where ${within(query)} and x.tool_slug is not null group by x.tool_slug
    )
    select tool_slug as "toolSlug", coalesce(calls, 0) as calls, coalesce(successful, 0) as successful,
      coalesce(failed, 0) as failed, coalesce(used, 0)::text as used, coalesce(usd, 0)::text as usd
    from calls full join costs using (tool_slug) order by 2 desc, 1 limit ${maxRows}`)
  return rows.map(({ used, usd, ...row }) => ({ ...row, credits: creditsOf(used), usdCost: Number(usd) }))
}

export async function listModels(q: Queryable, query: HealthQuery): Promise<ModelStatistics[]> {
  const rows = await q.rows<Omit<ModelStatistics, 'credits'> & { used: string }>(sql`
    select x.model_id as "modelId", count(*)::int as calls, sum(x.used_micro)::text as used,
      coalesce(sum((x.quantity->>'tokens')::float8), 0) as "totalTokens"
    from usage_entry x where ${within(query)} and x.model_id is not null
    group by x.model_id order by 2 desc, 1 limit ${maxRows}`)
  return rows.map(({ used, ...row }) => ({ ...row, credits: creditsOf(used) }))
}

export type RecentRow = Omit<RecentExecution, keyof typeof endFields> & Pick<ExecutionRow, 'summary'>

/** The newest executions, whenever they were started. */
export async function listRecentExecutions(q: Queryable, query: HealthQuery): Promise<RecentRow[]> {
  const rows = await q.rows<Omit<RecentRow, 'credits'> & { creditsMicro: number }>(sql`
    select e.id, e.summary, ${statusColumn} as status, e.mode as "executionMode", e.created_at as "startedAt",
      e.ended_at as "completedAt",
      case when e.ended_at < e.created_at then 0 else round(extract(epoch from e.ended_at - e.created_at) * 1000)::float8 end
        as "executionDurationMs",
      e.credits_micro as "creditsMicro"
    from workflow_execution e left join run r on e.status is null and r.project_id = e.project_id and r.id = e.id
    where e.project_id = ${query.projectId} and e.workflow_id = ${query.workflowId}
      and ${query.userId === null ? sqlText('true') : sql`e.external_user_id = ${query.userId}`}
    order by e.created_at desc, e.id desc limit ${recent}`)
  return rows.map(({ creditsMicro, ...row }) => ({ ...row, credits: creditsOf(creditsMicro) }))
}

export async function listRecentCredits(q: Queryable, query: HealthQuery): Promise<RecentCreditLog[]> {
  const rows = await q.rows<
    Omit<RecentCreditLog, 'creditAmount' | 'delta' | 'usdCost'> & { deltaMicro: number; usd: string }
  >(sql`
    select x.id, x.type, x.delta_micro as "deltaMicro", x.entry_type as "entryType", x.usd_cost::text as usd,
      x.execution_id as "executionId", x.metadata, x.created_at as "createdAt"
    from usage_entry x where ${within(query)} order by x.created_at desc, x.id desc limit ${recent}`)
  return rows.map(({ deltaMicro, usd, ...row }) => ({
    ...row,
    creditAmount: creditsOf(Math.abs(deltaMicro)),
    delta: creditsOf(deltaMicro),
    usdCost: Number(usd),
  }))
}

export async function listRecentTools(q: Queryable, query: HealthQuery): Promise<RecentToolLog[]> {
  return q.rows<RecentToolLog>(sql`
    select x.id, x.tool_slug as "toolSlug", x.status = 'succeeded' as successful, x.error,
      x.duration_ms as "executionDurationMs", x.created_at as "executedAt"
    from tool_execution x where ${within(query)} and x.status in ('succeeded', 'failed')
    order by x.created_at desc, x.id desc limit ${recent}`)
}

export type LastFailure = { endedAt: string; error: ExecutionError | null; summary: ExecutionSummary | null }

/** The newest production execution within the range that did not succeed. */
export async function findLastFailure(q: Queryable, query: HealthQuery): Promise<LastFailure | null> {
  const [row] = await q.rows<LastFailure>(sql`
    select x.ended_at as "endedAt", x.error, x.summary from workflow_execution x
    where ${within(query)} and x.mode = 'production' and x.status in ('failed', 'timeout')
    order by x.created_at desc, x.id desc limit 1`)
  return row ?? null
}
