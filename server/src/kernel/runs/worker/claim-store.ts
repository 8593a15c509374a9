import { plannedEachTime, prepared, type Queryable, sql, sqlText } from '../../db/db.ts'
import type { Run } from '../run.ts'
import { type RunRow, runColumns, toRun } from '../store/run-row.ts'
import { findingQueuedRun } from '../store/run-store.ts'

export type ClaimOptions = {
  workerId: string
  /** Names the places that its kinds share, the same on every node. */
  pool: string
  kinds: string[]
  /** How many of each kind one project may execute concurrently; null where there is no limit. */
  limits: (number | null)[]
  /** How many of each kind may execute concurrently under one concurrency key; null where there is no limit. */
  keyLimits: (number | null)[]
  /** Runs of all these kinds that one project may execute concurrently. */
  perProject: number
  most: number
  perVisit: number
  /** The project that was served last. */
  after: string
  leaseMs: number
}

/** Whether anything is queued at all: a hundredth of what the look for work costs, most of which is its plan. */
export async function hasQueuedRuns(q: Queryable): Promise<boolean> {
  const rows = await q.rows(plannedEachTime(findingQueuedRun))
  return rows.length > 0
}

/** The concurrency keys under which runs of a kind are queued, one probe of the index for each. */
const queuedKeys = sqlText(`
  with recursive queue as (
    (select f.concurrency_key as key from run f
     where f.project_id = lane.project_id and f.kind = kind_limit.kind and f.status = 'queued'
     order by f.concurrency_key limit 1)
    union all
    select (select n.concurrency_key from run n
            where n.project_id = lane.project_id and n.kind = kind_limit.kind and n.status = 'queued'
              and n.concurrency_key > queue.key
            order by n.concurrency_key limit 1)
    from queue where queue.key is not null
  )
  select key from queue where key is not null`)

/**
 * Takes queued runs, a few from each project in turn, beginning behind the project that was served last: a long queue of
 * one project costs the others nothing, and the length of a queue costs nothing at all. A project that another worker is
 * serving at this moment is passed over, so that its limits are counted by one at a time and hold exactly.
 */
export async function claimRuns(q: Queryable, options: ClaimOptions): Promise<Run[]> {
  const rows = await q.rows<RunRow>(
    prepared(sql`
      with recursive lane as (
        (select project_id from run where status = 'queued' and project_id > ${options.after}::uuid
         order by project_id limit 1)
        union all
        select (select r.project_id from run r where r.status = 'queued' and r.project_id > lane.project_id
                order by r.project_id limit 1)
        from lane where lane.project_id is not null
      ), due as materialized (
        select taken.project_id, taken.id
        from lane
        cross join lateral (
          select least(${options.perVisit}::bigint, run_room(lane.project_id, ${options.pool}, ${options.kinds}::text[], ${options.perProject})) as most
          where lane.project_id is not null
        ) room
        cross join lateral (
          select q.project_id, q.id
          from unnest(${options.kinds}::text[], ${options.limits}::int[], ${options.keyLimits}::int[])
            as kind_limit (kind, most, per_key)
          cross join lateral (
            select r.project_id, r.id, r.run_at from (${queuedKeys}) as queue
            cross join lateral (
              select r.project_id, r.id, r.run_at from run r
              where r.project_id = lane.project_id and r.kind = kind_limit.kind and r.status = 'queued'
                and r.concurrency_key = queue.key
              order by r.run_at, r.id
              limit case
                when kind_limit.per_key is null or queue.key = '' then room.most
                else greatest(0, least(room.most,
                       kind_limit.per_key - run_at_work_under(lane.project_id, kind_limit.kind, queue.key))) end
              for update skip locked
            ) r
            order by r.run_at, r.id
            limit case
              when kind_limit.most is null then room.most
              when exists (select from run f where f.project_id = lane.project_id and f.kind = kind_limit.kind
                           and f.status = 'queued')
                then greatest(0, least(room.most, kind_limit.most - run_at_work(lane.project_id, kind_limit.kind)))
              else 0 end
          ) q
          order by q.run_at, q.id limit room.most
        ) taken
        limit ${options.most}
      )
      update run r
      set status = 'running', attempt = r.attempt + 1, worker_id = ${options.workerId}, waiting_for = null, joining = null,
          lease_until = now() + make_interval(secs => ${options.leaseMs / 1000}), started_at = coalesce(r.started_at, now())
      from due where r.project_id = due.project_id and r.id = due.id
      returning ${runColumns}`),
  )
  return rows.map(toRun)
}
