import { sql, type Tx } from '../../../kernel/db/db.ts'

/**
 * Moves entries of one project from the queue into the sums, in one statement: the caller that reads finds each of them
 * in exactly one of the two. Zero when another node is at it, or nothing is left.
 */
export async function rollUp(tx: Tx, projectId: string, limit: number): Promise<number> {
  const [lock] = await tx.rows<{ is_mine: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`usage-rollup:${projectId}`}, 0)) as is_mine`)
  if (!lock!.is_mine) return 0
  const [row] = await tx.rows<{ moved: number }>(sql`
    with taken as (
      delete from usage_unrolled
      where project_id = ${projectId} and id in (
        select id from usage_unrolled where project_id = ${projectId} order by id limit ${limit})
      returning external_user_id, type, tool_slug, model_id, used_micro, usd_cost,
                (created_at at time zone 'UTC')::date as day
    ), days as (
      insert into usage_day as d (project_id, day, type, tool_slug, model_id, used_micro, usd_cost, entries)
      select ${projectId}::uuid, day, type, tool_slug, model_id, sum(used_micro), sum(usd_cost), count(*)
      from taken group by day, type, tool_slug, model_id
      on conflict (project_id, day, type, tool_slug, model_id) do update
      set used_micro = d.used_micro + excluded.used_micro, usd_cost = d.usd_cost + excluded.usd_cost,
          entries = d.entries + excluded.entries
    ), user_days as (
      insert into usage_user_day as d (project_id, external_user_id, day, used_micro)
      select ${projectId}::uuid, external_user_id, day, sum(used_micro) from taken
      where external_user_id is not null and used_micro <> 0 group by external_user_id, day
      on conflict (project_id, day, external_user_id) do update set used_micro = d.used_micro + excluded.used_micro
    ), user_months as (
      insert into usage_user_month as d (project_id, external_user_id, month, used_micro)
      select ${projectId}::uuid, external_user_id, date_trunc('month', day)::date, sum(used_micro) from taken
      where external_user_id is not null and used_micro <> 0 group by 2, 3
      on conflict (project_id, month, external_user_id) do update set used_micro = d.used_micro + excluded.used_micro
    ), user_totals as (
      insert into usage_user_total as d (project_id, external_user_id, used_micro)
      select ${projectId}::uuid, external_user_id, sum(used_micro) from taken
      where external_user_id is not null and used_micro <> 0 group by external_user_id
      on conflict (project_id, external_user_id) do update set used_micro = d.used_micro + excluded.used_micro
    )
    select count(*)::int as moved from taken`)
  return row!.moved
}
