import { type Db, kept, type Queryable, sql } from '../db/db.ts'
import type { Run } from './run.ts'
import { type RunRow, runColumns, toRun } from './store.ts'

export type ClaimOptions = {
  workerId: string
  kinds: string[]
  /** How many of each kind one project may have at work at once; null where there is no limit. */
  limits: (number | null)[]
  most: number
  perVisit: number
  /** The project that was served last. */
  after: string
  leaseMs: number
}

// More than one claim can serve; the others have their turn in the next ones.
const mostCounted = 50

/**
 * Takes queued runs, a few from each project in turn, beginning behind the project that was served last: a long queue of
 * one project costs the others nothing, and the length of a queue costs nothing at all.
 */
export function claimRuns(db: Db, options: ClaimOptions): Promise<Run[]> {
  const limited = options.kinds.filter((_, i) => options.limits[i] !== null)
  if (limited.length === 0) return takeRuns(db, options, [])
  return db.tx(async (tx) => takeRuns(tx, options, await lockCounted(tx, options.after, limited)))
}

const lanes = (after: string) => sql`
  lane as (
    (select project_id from run where status = 'queued' and project_id > ${after}::uuid order by project_id limit 1)
    union all
    select (select r.project_id from run r where r.status = 'queued' and r.project_id > lane.project_id
            order by r.project_id limit 1)
    from lane where lane.project_id is not null
  )`

/**
 * The projects whose limits this worker alone may count until it has taken its runs; one that another worker is counting
 * is passed over. A statement of its own, because the count must see what the last one took.
 */
async function lockCounted(q: Queryable, after: string, kinds: string[]): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(
    kept(sql`
      with recursive ${lanes(after)}
      select project_id as id from lane
      where project_id is not null
        and exists (select from run r where r.project_id = lane.project_id and r.status = 'queued' and r.kind = any(${kinds}))
        and pg_try_advisory_xact_lock(hashtextextended(project_id::text, 7))
      limit ${mostCounted}`),
  )
  return rows.map(({ id }) => id)
}

async function takeRuns(q: Queryable, options: ClaimOptions, counted: string[]): Promise<Run[]> {
  const rows = await q.rows<RunRow>(
    kept(sql`
      with recursive ${lanes(options.after)}, due as materialized (
        select taken.project_id, taken.id
        from lane
        cross join lateral (
          select q.project_id, q.id
          from unnest(${options.kinds}::text[], ${options.limits}::int[]) as kind_limit (kind, most)
          cross join lateral (
            select case
              when kind_limit.most is null then ${options.perVisit}::bigint
              when lane.project_id = any(${counted}::uuid[]) then greatest(0, least(
                ${options.perVisit}::bigint, kind_limit.most - (
                  select count(*) from run b
                  where b.project_id = lane.project_id and b.kind = kind_limit.kind and b.status = 'running')))
              else 0 end as room
          ) free
          cross join lateral (
            select r.project_id, r.id, r.run_at from run r
            where r.project_id = lane.project_id and r.kind = kind_limit.kind and r.status = 'queued'
            order by r.run_at, r.id limit free.room
            for update skip locked
          ) q
          order by q.run_at, q.id limit ${options.perVisit}
        ) taken
        where lane.project_id is not null
        limit ${options.most}
      )
      update run r
      set status = 'running', attempt = r.attempt + 1, worker_id = ${options.workerId}, waiting_for = null,
          lease_until = now() + make_interval(secs => ${options.leaseMs / 1000}), started_at = coalesce(r.started_at, now())
      from due where r.project_id = due.project_id and r.id = due.id
      returning ${runColumns}`),
  )
  return rows.map(toRun)
}
