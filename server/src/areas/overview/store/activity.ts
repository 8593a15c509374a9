import { type Queryable, type Statement, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ActivityPoint } from '../schema.ts'

export type Span = { from: Date; to: Date; unit: 'hour' | 'day'; timeZone: string }

type Counted = { at: string; count: number; failed: number }
type Timed = Counted & { p50Ms: number | null; p95Ms: number | null }
type Spent = { at: string; count: number; micro: string }

// What is charted is bounded by this, and not by how busy the project is.
export const maxRecords = 20_000

const bucket = ({ unit, timeZone }: Span): Statement =>
  sql`date_trunc(${unit}, created_at, ${timeZone}) as at`

const inSpan = ({ projectId }: Scope, { from, to }: Span): Statement =>
  sql`project_id = ${projectId} and created_at >= ${from} and created_at < ${to}`

const newest = sql`order by created_at desc limit ${maxRecords}`

/** When each hour or day of the span begins. Days are counted in the time zone: they may have 23 or 25 hours. */
export async function listBuckets(q: Queryable, { from, to, unit, timeZone }: Span): Promise<string[]> {
  const rows = await q.rows<{ at: string }>(
    unit === 'hour'
      ? sql`select at from generate_series(date_trunc('hour', ${from}::timestamptz, ${timeZone}),
              ${to}::timestamptz - interval '1 microsecond', interval '1 hour') as at order by at`
      : sql`select at at time zone ${timeZone} as at
            from generate_series(date_trunc('day', ${from}::timestamptz at time zone ${timeZone}),
              (${to}::timestamptz - interval '1 microsecond') at time zone ${timeZone}, interval '1 day') as at order by at`,
  )
  return rows.map(({ at }) => at)
}

/** Those that a workflow starts in another one are part of it. */
export const countRuns = (q: Queryable, scope: Scope, span: Span) =>
  q.rows<Counted>(sql`
    select at, count(*)::int as count, count(*) filter (where is_failed)::int as failed from (
      select ${bucket(span)}, coalesce(status in ('failed', 'timeout'), false) as is_failed
      from workflow_execution where ${inSpan(scope, span)} and parent_id is null ${newest}) as run
    group by at`)

export const countCalls = (q: Queryable, scope: Scope, span: Span) =>
  q.rows<Timed>(sql`
    select at, count(*)::int as count, count(*) filter (where status = 'failed')::int as failed,
      round(percentile_cont(0.5) within group (order by total_ms))::int as "p50Ms",
      round(percentile_cont(0.95) within group (order by total_ms))::int as "p95Ms"
    from (select ${bucket(span)}, status, case when status = 'succeeded' then total_ms end as total_ms
      from llm_call where ${inSpan(scope, span)} and not is_forgotten ${newest}) as call
    group by at`)

export const countToolRuns = (q: Queryable, scope: Scope, span: Span) =>
  q.rows<Counted>(sql`
    select at, count(*)::int as count, count(*) filter (where status = 'failed')::int as failed
    from (select ${bucket(span)}, status from tool_execution where ${inSpan(scope, span)} ${newest}) as run
    group by at`)

export const sumCredits = (q: Queryable, scope: Scope, span: Span) =>
  q.rows<Spent>(sql`
    select at, count(*)::int as count, sum(used_micro)::text as micro
    from (select ${bucket(span)}, used_micro from usage_entry where ${inSpan(scope, span)} ${newest}) as entry
    group by at`)

const microPerCredit = 1_000_000

export function pointsOf(
  buckets: readonly string[],
  counted: {
    runs: readonly Counted[]
    calls: readonly Timed[]
    toolRuns: readonly Counted[]
    credits: readonly Spent[]
  },
): ActivityPoint[] {
  const byTime = <T extends { at: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.at, row]))
  const runs = byTime(counted.runs)
  const calls = byTime(counted.calls)
  const toolRuns = byTime(counted.toolRuns)
  const credits = byTime(counted.credits)
  return buckets.map((at) => ({
    at,
    runs: runs.get(at)?.count ?? 0,
    failedRuns: runs.get(at)?.failed ?? 0,
    calls: calls.get(at)?.count ?? 0,
    failedCalls: calls.get(at)?.failed ?? 0,
    toolRuns: toolRuns.get(at)?.count ?? 0,
    failedToolRuns: toolRuns.get(at)?.failed ?? 0,
    p50Ms: calls.get(at)?.p50Ms ?? null,
    p95Ms: calls.get(at)?.p95Ms ?? null,
    credits: Number(credits.get(at)?.micro ?? 0) / microPerCredit,
  }))
}
