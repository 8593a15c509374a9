import { creditsOf } from '../../kernel/credits.ts'
import { type Queryable, sql, sqlText } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Difference } from './schema/balance.ts'

/**
 * Stored figures, compared with the rows they were computed from. Each comparison is one statement, so both sides are
 * of the same moment, although others continue to spend meanwhile.
 */
type Found = { what: string; expected: string; found: string }

const toDifference =
  (check: Difference['check']) =>
  ({ what, expected, found }: Found): Difference => ({
    check,
    what,
    expected: creditsOf(expected),
    found: creditsOf(found),
  })

export async function compareBalance(q: Queryable, scope: Scope): Promise<Difference[]> {
  const rows = await q.rows<Found & { check: 'balance' | 'held' }>(sql`
    with kept as (select balance_micro, held_micro from usage_balance where project_id = ${scope.projectId})
    select * from (
      select 'balance' as check, 'balance' as what, kept.balance_micro::text as found,
        (select coalesce(sum(delta_micro), 0)::text from usage_entry
         where project_id = ${scope.projectId} and balance_after_micro is not null) as expected
      from kept
      union all
      select 'held', 'held', kept.held_micro::text,
        (select coalesce(sum(held_micro), 0)::text from usage_hold
         where project_id = ${scope.projectId} and is_on_balance)
      from kept
    ) compared where found <> expected`)
  return rows.map((row) => toDifference(row.check)(row))
}

/** Caps of the periods that can still refuse someone, and of the one before. */
export async function compareCaps(q: Queryable, scope: Scope, since: Date): Promise<Difference[]> {
  const rows = await q.rows<Found & { check: 'cap_used' | 'cap_held' }>(sql`
    with counter as (
      select k.cap_id, k.period_start, k.used_micro, k.held_micro, c.scope, c.scope_id,
        case c.period when 'day' then k.period_start + interval '1 day'
                      when 'month' then k.period_start + interval '1 month' else 'infinity' end as period_end
      from usage_cap_counter k join usage_cap c on c.project_id = k.project_id and c.id = k.cap_id
      where k.project_id = ${scope.projectId} and (k.period_start >= ${since} or c.period = 'total')
    )
    select * from (
      select 'cap_used' as check, cap_id::text as what, used_micro::text as found, (
        select coalesce(sum(e.used_micro), 0)::text from usage_entry e
        where e.project_id = ${scope.projectId} and e.created_at >= counter.period_start
          and e.created_at < counter.period_end
          and (counter.scope = 'project'
               or counter.scope = 'key' and e.api_key_id::text = counter.scope_id
               or counter.scope = 'external_user' and e.external_user_id::text = counter.scope_id
               or counter.scope = 'workflow' and e.workflow_id::text = counter.scope_id
               or counter.scope = 'thread' and e.thread_id = counter.scope_id)
          -- Corrections of nobody's use are no use, and free work passes the counters by.
          and e.used_micro <> 0) as expected
      from counter
      union all
      select 'cap_held', cap_id::text, held_micro::text, (
        select coalesce(sum(h.held_micro), 0)::text
        from usage_hold h, unnest(h.cap_ids, h.cap_periods) as w (cap_id, period_start)
        where h.project_id = ${scope.projectId} and w.cap_id = counter.cap_id
          and w.period_start = counter.period_start)
      from counter
    ) compared where found <> expected`)
  return rows.map((row) => toDifference(row.check)(row))
}

/** Entries are compared by number as well, since many of them are free. */
export async function compareDays(q: Queryable, scope: Scope, limit: number): Promise<Difference[]> {
  const rows = await q.rows<Found>(sql`
    with kept as (
      select day, sum(used_micro) as used, sum(entries) as entries from (
        select day, used_micro, entries from usage_day where project_id = ${scope.projectId}
        union all
        select (created_at at time zone 'UTC')::date, used_micro, 1 from usage_unrolled
        where project_id = ${scope.projectId}) s group by day
    ), made as (
      select (created_at at time zone 'UTC')::date as day, sum(used_micro) as used, count(*) as entries
      from usage_entry where project_id = ${scope.projectId} group by 1
    )
    select what, expected::text, found::text from (
      select day::text as what, coalesce(made.used, 0) as expected, coalesce(kept.used, 0) as found
      from kept full join made using (day)
      union all
      select day::text || ' (number of entries)', coalesce(made.entries, 0) * 1000000, coalesce(kept.entries, 0) * 1000000
      from kept full join made using (day)
    ) compared where expected <> found order by what limit ${limit}`)
  return rows.map(toDifference('day_sums'))
}

const userTables = ['usage_user_total', 'usage_user_month', 'usage_user_day']

export async function compareUsers(q: Queryable, scope: Scope, limit: number): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const table of userTables) {
    const rows = await q.rows<Found>(sql`
      with kept as (
        select external_user_id, sum(used_micro) as used from (
          select external_user_id, used_micro from ${sqlText(table)} where project_id = ${scope.projectId}
          union all
          select external_user_id, used_micro from usage_unrolled
          where project_id = ${scope.projectId} and external_user_id is not null) s group by 1
      ), made as (
        select external_user_id, sum(used_micro) as used from usage_entry
        where project_id = ${scope.projectId} and external_user_id is not null group by 1
      )
      select external_user_id::text as what, coalesce(made.used, 0)::text as expected, coalesce(kept.used, 0)::text as found
      from kept full join made using (external_user_id)
      where coalesce(made.used, 0) <> coalesce(kept.used, 0) order by 1 limit ${limit}`)
    differences.push(
      ...rows.map((row) => toDifference('user_sums')({ ...row, what: `${row.what} (${table})` })),
    )
  }
  return differences
}

export async function countAllEntries(q: Queryable, scope: Scope): Promise<number> {
  const [row] = await q.rows<{ total: number }>(
    sql`select count(*) as total from usage_entry where project_id = ${scope.projectId}`,
  )
  return row!.total
}

/** How often each work was paid, and how often given up by someone's word. */
export async function countOutcomes(
  q: Queryable,
  scope: Scope,
  workIds: readonly string[],
): Promise<Map<string, { settled: number; released: number; expired: number }>> {
  const rows = await q.rows<{ work_id: string; settled: number; released: number; expired: number }>(sql`
    select work_id, count(*) filter (where status = 'settled')::int as settled,
           count(*) filter (where status = 'released' and not metadata ? 'expired')::int as released,
           count(*) filter (where status = 'released' and metadata ? 'expired')::int as expired
    from usage_entry where project_id = ${scope.projectId} and work_id = any(${workIds}) group by work_id`)
  return new Map(rows.map(({ work_id, ...counts }) => [work_id, counts]))
}

/** Paid work whose id begins so, in the order of the ids. */
export async function listPaidWork(
  q: Queryable,
  scope: Scope,
  prefix: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await q.rows<{ work_id: string }>(sql`
    select work_id from usage_entry
    where project_id = ${scope.projectId} and status = 'settled' and work_id is not null
      and starts_with(work_id, ${prefix}) and work_id > ${after}
    order by work_id limit ${limit}`)
  return rows.map(({ work_id }) => work_id)
}

export async function listOverdueHolds(
  q: Queryable,
  scope: Scope,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await q.rows<{ work_id: string }>(sql`
    select work_id from usage_hold where project_id = ${scope.projectId} and expires_at < ${before}
    order by expires_at limit ${limit}`)
  return rows.map(({ work_id }) => work_id)
}
