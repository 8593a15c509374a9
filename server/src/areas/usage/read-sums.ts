import { creditsOf } from '../../kernel/credits.ts'
import { type Queryable, type Statement, sql, sqlText } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/scope.ts'
import { splitRange, type TimeRange } from '../../kernel/time-range.ts'
import type { Summary, SummaryQuery, UsageQuery, UsageType, WorkUsage } from './schema/entry.ts'

export type SumsQuery = TimeRange & {
  type?: UsageType | undefined
  toolSlug?: string | undefined
  model?: string | undefined
}

/** Whether the sums by day cover everything in the query. */
export const isCoveredBySums = (query: UsageQuery): boolean =>
  [query.workflowId, query.executionId, query.eUID, query.threadId, query.apiKeyId, query.entryType].every(
    (filter) => filter === undefined,
  )

/**
 * What was used by day, type, tool and model: whole days from their sums and from the queue of what these lack yet,
 * the hours at the edges from the entries. It must stay one part of one statement, which sees one state of them all.
 */
export function daySums(scope: Scope, query: SumsQuery): Statement {
  const { edges, whole } = splitRange(query)
  const filter = (alias: string): Statement => {
    let condition = sqlText('true')
    if (query.type) condition = sql`${condition} and ${sqlText(alias)}.type = ${query.type}`
    if (query.toolSlug) condition = sql`${condition} and ${sqlText(alias)}.tool_slug = ${query.toolSlug}`
    if (query.model) condition = sql`${condition} and ${sqlText(alias)}.model_id = ${query.model}`
    return condition
  }
  const day = sqlText("(x.created_at at time zone 'UTC')::date")
  const parts: Statement[] = edges.map(
    ({ from, to }) => sql`
      select ${day}, x.type, coalesce(x.tool_slug, ''), coalesce(x.model_id, ''), x.used_micro, x.usd_cost, 1::bigint
      from usage_entry x
      where x.project_id = ${scope.projectId} and x.created_at >= ${from} and x.created_at < ${to} and ${filter('x')}`,
  )
  if (whole) {
    parts.push(
      sql`
      select x.day, x.type, x.tool_slug, x.model_id, x.used_micro, x.usd_cost, x.entries from usage_day x
      where x.project_id = ${scope.projectId} and x.day >= ${whole.from}::date and x.day < ${whole.to}::date
        and ${filter('x')}`,
      sql`
      select ${day}, x.type, x.tool_slug, x.model_id, x.used_micro, x.usd_cost, 1::bigint from usage_unrolled x
      where x.project_id = ${scope.projectId} and ${day} >= ${whole.from}::date and ${day} < ${whole.to}::date
        and ${filter('x')}`,
    )
  }
  const nothing = sqlText(
    'select null::date, null::text, null::text, null::text, 0::bigint, 0::numeric, 0::bigint where false',
  )
  const all = parts.reduce((left, right) => sql`${left} union all ${right}`, nothing)
  return sql`(select * from (${all}) as parts (day, type, tool_slug, model_id, used_micro, usd_cost, entries))`
}

type Sum = { used: string; usd: string; entries: number }
type Bucket = Sum & { type: UsageType; bucket: string }

/** Sums by type and by day or month; the caller adds them up. */
export async function sumUsage(
  q: Queryable,
  scope: Scope,
  query: Pick<SummaryQuery, 'interval' | 'type' | 'eUID'> & { from: Date; to: Date },
): Promise<Bucket[]> {
  const bucketOf = (day: string) =>
    sqlText(query.interval === 'month' ? `to_char(${day}, 'YYYY-MM-01')` : `to_char(${day}, 'YYYY-MM-DD')`)
  if (query.eUID === undefined)
    return q.rows<Bucket>(sql`
      select s.type, ${bucketOf('s.day')} as bucket, sum(s.used_micro)::text as used, sum(s.usd_cost)::text as usd,
             sum(s.entries)::bigint as entries
      from ${daySums(scope, query)} s where s.type <> 'grant' group by 1, 2`)
  const isType = query.type === undefined ? sqlText('true') : sql`e.type = ${query.type}`
  return q.rows<Bucket>(sql`
    select e.type, ${bucketOf("e.created_at at time zone 'UTC'")} as bucket, sum(e.used_micro)::text as used,
           sum(e.usd_cost)::text as usd, count(*) as entries
    from usage_entry e
    where e.project_id = ${scope.projectId} and e.external_user_id = ${query.eUID} and e.created_at >= ${query.from}
      and e.created_at < ${query.to} and ${isType} and e.type <> 'grant'
    group by 1, 2`)
}

/** What an execution or a thread used, by type; null when nothing is known of it. */
export async function findWorkUsage(
  q: Queryable,
  scope: Scope,
  of: { executionId: string } | { threadId: string },
): Promise<WorkUsage | null> {
  const [id, isOf] =
    'executionId' in of
      ? [of.executionId, sql`execution_id = ${of.executionId}`]
      : [of.threadId, sql`thread_id = ${of.threadId}`]
  const rows = await q.rows<Sum & { type: UsageType; held: string }>(sql`
    select type, sum(used)::text as used, sum(usd)::text as usd, sum(entries)::bigint as entries, sum(held)::text as held
    from (
      select type, used_micro as used, usd_cost as usd, 1 as entries, 0::bigint as held from usage_entry
      where project_id = ${scope.projectId} and ${isOf}
      union all
      select type, 0, 0, 0, held_micro from usage_hold where project_id = ${scope.projectId} and ${isOf}
    ) found group by type order by type`)
  if (rows.length === 0) return null
  return {
    id,
    ...totalOf(rows),
    held: creditsOf(String(rows.reduce((sum, { held }) => sum + BigInt(held), 0n))),
    breakdown: rows.map(toShare),
  }
}

export const toShare = ({ type, used, usd, entries }: Sum & { type: UsageType }) => ({
  type,
  credits: creditsOf(used),
  usdCost: Number(usd),
  entries,
})

/** Adds up without rounding: amounts as integers, dollars in their trillionths. */
export function totalOf(sums: readonly Sum[]): Pick<Summary, 'credits' | 'usdCost' | 'entries'> {
  const used = sums.reduce((sum, each) => sum + BigInt(each.used), 0n)
  const usd = sums.reduce((sum, each) => sum + trillionths(each.usd), 0n)
  return {
    credits: creditsOf(String(used)),
    usdCost: Number(usd) / 1e12,
    entries: sums.reduce((sum, { entries }) => sum + entries, 0),
  }
}

function trillionths(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(`${whole}${decimals.padEnd(12, '0').slice(0, 12)}`)
}

/** Several sums of the same key made one. */
export function summedBy<Key extends string>(
  sums: readonly Bucket[],
  keyOf: (sum: Bucket) => Key,
): Map<Key, Pick<Summary, 'credits' | 'usdCost' | 'entries'>> {
  return new Map([...Map.groupBy(sums, keyOf)].map(([key, all]) => [key, totalOf(all)]))
}
