import { prepared, type Queryable, type Statement, sql } from '../../db/db.ts'

export type EndedKind = { projectId: string; kind: string; oldest: string }

/** Each project and kind that has runs which are over, with the end of the oldest; without reading the others. */
export async function listEndedKinds(q: Queryable): Promise<EndedKind[]> {
  return q.rows<EndedKind>(sql`
    with recursive pair as (
      (select project_id, kind, ended_at from run where ended_at is not null
       order by project_id, kind, ended_at limit 1)
      union all
      select following.project_id, following.kind, following.ended_at
      from pair cross join lateral (
        select r.project_id, r.kind, r.ended_at from run r
        where r.ended_at is not null and (r.project_id, r.kind) > (pair.project_id, pair.kind)
        order by r.project_id, r.kind, r.ended_at limit 1
      ) following
    )
    select project_id as "projectId", kind, ended_at as oldest from pair`)
}

/**
 * The oldest runs that ended before this time, without those whose parent may still join them. What is over stays over,
 * so nothing needs to be locked.
 */
export async function listEndedBefore(
  q: Queryable,
  { projectId, kind }: EndedKind,
  time: Date,
  most: number,
): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    select id from run r where project_id = ${projectId} and kind = ${kind} and ended_at < ${time}
      and not exists (select from run p where p.project_id = r.project_id and p.id = r.parent_id and p.ended_at is null)
    order by ended_at limit ${most}`)
  return rows.map(({ id }) => id)
}

/** The oldest runs that ended within this time and still have events. */
export async function listEndedWithEvents(
  q: Queryable,
  { projectId, kind }: EndedKind,
  { from, to }: { from: Date; to: Date },
  most: number,
): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    select id from run r
    where project_id = ${projectId} and kind = ${kind} and ended_at >= ${from} and ended_at < ${to}
      and exists (select from run_event e where e.project_id = r.project_id and e.run_id = r.id)
    order by ended_at limit ${most}`)
  return rows.map(({ id }) => id)
}

/** A bounded batch: the log of one run may be longer than a transaction should be. */
export async function deleteEventsOf(
  q: Queryable,
  projectId: string,
  runIds: readonly string[],
  most: number,
): Promise<number> {
  const rows = await q.rows(sql`
    delete from run_event where (project_id, run_id, seq) in (
      select project_id, run_id, seq from run_event
      where project_id = ${projectId} and run_id = any(${runIds}::uuid[]) limit ${most})
    returning 1`)
  return rows.length
}

/** With their steps. */
export async function deleteEndedRuns(
  q: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<number> {
  const rows = await q.rows(sql`
    delete from run where project_id = ${projectId} and id = any(${ids}::uuid[]) and ended_at is not null
    returning 1`)
  return rows.length
}

export async function deleteOldSignals(q: Queryable, days: number, most: number): Promise<number> {
  const rows = await q.rows(sql`
    delete from run_signal where (project_id, key) in (
      select project_id, key from run_signal where created_at < now() - make_interval(days => ${days})
      order by created_at limit ${most} for update skip locked)
    returning 1`)
  return rows.length
}

/**
 * Deletes what runs were given, recorded, said and gave; what they were stays, and of records the named fields. The
 * statement selects `project_id, id`.
 */
export const clearingRunPayloads = (selected: Statement, keptFields: readonly string[]): Statement =>
  prepared(sql`
  with chosen (project_id, id) as materialized (${selected}), steps as (
    update run_step s
    set output = case when jsonb_typeof(s.output) <> 'object' then 'null'::jsonb else coalesce((
      select jsonb_object_agg(field.key, field.value) from jsonb_each(s.output) field
      where field.key = any(${keptFields}::text[])), '{}') end
    from chosen where s.project_id = chosen.project_id and s.run_id = chosen.id
  ), events as (
    update run_event e set data = '{}' from chosen where e.project_id = chosen.project_id and e.run_id = chosen.id
  )
  update run r set input = 'null', output = null from chosen
  where r.project_id = chosen.project_id and r.id = chosen.id`)
