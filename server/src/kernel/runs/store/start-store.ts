import { prepared, type Statement, sql, sqlText } from '../../db/db.ts'
import { column, jsonColumn, rowTable } from '../../db/rows/row-table.ts'
import type { StoredScope } from '../run-scope.ts'
import { type Intent, intentsJson } from './intents.ts'

export type RunToStart = {
  projectId: string
  id: string
  externalUserId: string
  scope: StoredScope
  kind: string
  /** As JSON. */
  input: string
  at: Date
  /** Runs of the kind that the project may execute concurrently. */
  kindLimit: number | null
  /** Runs of the kind with the same key share a limit: how many of them may execute concurrently. */
  concurrencyKey: string
  keyLimit: number | null
  /** Whether this node has capacity for it. */
  hasCapacity: boolean
  /** The steps that it began ahead before, where the result was discarded; else null. */
  repeats: readonly Intent[] | null
}

/** Represents what was executed before the run was stored. */
export const attemptAhead = 0

export type StartOptions = {
  workerId: string
  pool: string
  kinds: readonly string[]
  perProject: number
  leaseMs: number
}

const startTable = rowTable<RunToStart>(
  'batch',
  {
    project_id: column('uuid', ({ projectId }) => projectId),
    id: column('uuid', ({ id }) => id),
    external_user_id: column('uuid', ({ externalUserId }) => externalUserId),
    scope: jsonColumn(({ scope }) => JSON.stringify(scope)),
    kind: column('text', ({ kind }) => kind),
    input: jsonColumn(({ input }) => input),
    at: column('timestamptz', ({ at }) => at),
    kind_limit: column('int', ({ kindLimit }) => kindLimit),
    concurrency_key: column('text', ({ concurrencyKey }) => concurrencyKey),
    key_limit: column('int', ({ keyLimit }) => keyLimit),
    has_capacity: column('bool', ({ hasCapacity }) => hasCapacity),
    interrupted_attempt: column('int', ({ repeats }) => (repeats ? attemptAhead : null)),
    intents: jsonColumn(({ repeats }) => intentsJson(repeats ?? [], attemptAhead) ?? '{}'),
  },
  { ordinality: 'place' },
)

/** What is at work under each concurrency key, counted after the lock of its project was taken. */
export const keyUse = (isOpen: Statement): Statement => sql`
  key_use as materialized (
    select project_id, kind, concurrency_key, run_at_work_under(project_id, kind, concurrency_key) as at_work
    from (select distinct project_id, kind, concurrency_key from batch where ${isOpen} and key_limit is not null) as keyed
    join project using (project_id)
  )`

export type StartedRow = { id: string; status: 'running' | 'queued' }

/**
 * Adds runs that are at work from the start, leased to the node that adds them, as far as it and their projects have
 * capacity; the others are queued. Limits are counted as claims count them, under the same lock: a project that is being
 * claimed for at this moment has none to give. Runs whose id exists are passed over.
 */
export const insertingStarted = (
  runs: readonly RunToStart[],
  { workerId, pool, kinds, perProject, leaseMs }: StartOptions,
  channel: string,
): Statement =>
  prepared(sql`
  with batch as (
    select * from ${startTable(runs)}
  ), project as materialized (
    select project_id, run_room(project_id, ${pool}, ${kinds}::text[], ${perProject}) as capacity
    from (select distinct project_id from batch where has_capacity) as starting
  ), kind_use as materialized (
    select project_id, kind, run_at_work(project_id, kind) as at_work
    from (select distinct project_id, kind from batch where has_capacity and kind_limit is not null) as limited
  ), ${keyUse(sqlText('has_capacity'))}, placed as (
    select batch.*, has_capacity
      and row_number() over (partition by project_id, has_capacity order by place) <= project.capacity
      and (kind_limit is null or row_number() over (partition by project_id, kind, has_capacity order by place)
                                 <= kind_limit - kind_use.at_work)
      and (key_limit is null
           or row_number() over (partition by project_id, kind, concurrency_key, has_capacity order by place)
              <= key_limit - key_use.at_work) as is_here
    from batch left join project using (project_id) left join kind_use using (project_id, kind)
    left join key_use using (project_id, kind, concurrency_key)
  ), added as (
    insert into run (project_id, id, external_user_id, scope, kind, input, status, attempt, interrupted_attempt, intents,
                     worker_id, lease_until,
                     run_at, created_at, started_at)
    select project_id, id, external_user_id, scope, kind, input,
           case when is_here then 'running' else 'queued' end, case when is_here then 1 else 0 end, interrupted_attempt, intents,
           case when is_here then ${workerId}::uuid end,
           case when is_here then now() + make_interval(secs => ${leaseMs / 1000}) end,
           at, at, case when is_here then now() end
    from placed on conflict do nothing returning id, kind, status
  ), notified as (
    select pg_notify(${channel}, kind) from (select distinct kind from added where status = 'queued') as waiting
  )
  select id, status, (select count(*) from notified) from added`)
