import { prepared, type Statement, sql, sqlText } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import { column, jsonColumn, rowTable } from '../../db/rows/row-table.ts'
import { eventsJson, type Flush, loggingEvents, recordingSteps, stepsJson } from './flush-store.ts'
import { intentsJson } from './intents.ts'
import { keyUse, type RunToStart, type StartOptions } from './start-store.ts'

/** A run that was worked on before it is stored: what it has to write first, its end included where it has one. */
export type AheadRun = {
  run: RunToStart
  flush: Pick<Flush, 'claim' | 'steps' | 'events' | 'intents' | 'result'>
}

export type AheadRow = { id: string; status: string; at: string }

/** The runs with their first flush, as a table. */
const aheadTable = rowTable<AheadRun>(
  'batch',
  {
    project_id: column('uuid', ({ run }) => run.projectId),
    id: column('uuid', ({ run }) => run.id),
    external_user_id: column('uuid', ({ run }) => run.externalUserId),
    scope: jsonColumn(({ run }) => JSON.stringify(run.scope)),
    kind: column('text', ({ run }) => run.kind),
    input: jsonColumn(({ run }) => run.input),
    at: column('timestamptz', ({ run }) => run.at),
    kind_limit: column('int', ({ run }) => run.kindLimit),
    concurrency_key: column('text', ({ run }) => run.concurrencyKey),
    key_limit: column('int', ({ run }) => run.keyLimit),
    events: column('int', ({ flush }) => flush.events.length),
    intents: column('text', ({ flush }) => intentsJson(flush.intents, flush.claim.attempt)),
    begun: column('text', ({ flush: { intents, claim } }) =>
      intentsJson(
        intents.filter(({ hasBegun }) => hasBegun),
        claim.attempt,
      ),
    ),
    ended_as: column('text', ({ flush }) => flush.result?.status),
    output: column('text', ({ flush: { result } }) => result && (result.output ?? 'null')),
    error: column('text', ({ flush: { result } }) => result?.error && storableJson(result.error)),
    needs_place: column('bool', ({ flush }) => flush.intents.some(({ rows }) => rows.length > 0)),
    steps: jsonColumn(({ flush }) => stepsJson(flush.steps)),
    event_list: jsonColumn(({ flush }) => eventsJson(flush.events)),
  },
  { ordinality: 'place' },
)

/** With what each of them has done. */
const recording = sqlText(`
  done as (
    select added.project_id, added.id, 1 as attempt, 0 as last_seq, batch.steps, batch.event_list
    from added join batch on batch.id = added.id
  ), recorded as (${recordingSteps('done')}), logged as (${loggingEvents('done')})`)

/** Adds runs that have ended: they take no capacity, so nothing is counted. */
export const insertingEnded = (runs: readonly AheadRun[]): Statement =>
  prepared(sql`
  with batch as (
    select * from ${aheadTable(runs)}
  ), added as (
    insert into run (project_id, id, external_user_id, scope, kind, input, status, output, error, attempt, last_seq,
                     run_at, created_at, started_at, ended_at)
    select project_id, id, external_user_id, scope, kind, input, ended_as, output::jsonb, error::jsonb, 1,
           events, at, at, at, clock_timestamp()
    from batch returning project_id, id, status
  ), ${recording}
  select id, status, now() as at from added`)

/**
 * Adds runs together with what their first attempt has done so far. Those that have ended are added as such. The others
 * are at work here as far as their project has capacity, counted as `insertingStarted` does; without it they are queued,
 * and the steps that they were doing count as begun. Refused when an id exists, and where a run would be queued while the
 * rows of a step that begins here are written with it.
 */
export const insertingAhead = (
  runs: readonly AheadRun[],
  { workerId, pool, kinds, perProject, leaseMs }: StartOptions,
  channel: string,
): Statement =>
  prepared(sql`
  with batch as (
    select * from ${aheadTable(runs)}
  ), project as materialized (
    select project_id, run_room(project_id, ${pool}, ${kinds}::text[], ${perProject}) as capacity
    from (select distinct project_id from batch where ended_as is null) as starting
  ), kind_use as materialized (
    select project_id, kind, run_at_work(project_id, kind) as at_work
    from (select distinct project_id, kind from batch where ended_as is null and kind_limit is not null) as limited
  ), ${keyUse(sqlText('ended_as is null'))}, placed as (
    select batch.*, ended_as is null
      and row_number() over (partition by project_id, ended_as is null order by place) <= project.capacity
      and (kind_limit is null or row_number() over (partition by project_id, kind, ended_as is null order by place)
                                 <= kind_limit - kind_use.at_work)
      and (key_limit is null
           or row_number() over (partition by project_id, kind, concurrency_key, ended_as is null order by place)
              <= key_limit - key_use.at_work) as is_here
    from batch left join project using (project_id) left join kind_use using (project_id, kind)
    left join key_use using (project_id, kind, concurrency_key)
  ), added as (
    insert into run (project_id, id, external_user_id, scope, kind, input, status, output, error, attempt,
                     interrupted_attempt, intents, last_seq, worker_id, lease_until, run_at, created_at, started_at, ended_at)
    select project_id, id, external_user_id, scope, kind, input,
           coalesce(ended_as, case when is_here then 'running' else 'queued' end), output::jsonb, error::jsonb, 1,
           case when ended_as is null and not is_here then 1 end,
           coalesce(case when is_here then intents else begun end, '{}')::jsonb, events,
           case when is_here then ${workerId}::uuid end,
           case when is_here then now() + make_interval(secs => ${leaseMs / 1000}) end,
           at, at, at, case when ended_as is not null then clock_timestamp() end
    from placed returning project_id, id, kind, status
  ), ${recording}, fence as materialized (
    select demand(not exists (select from placed where needs_place and is_here is not true))
  ), notified as (
    select pg_notify(${channel}, kind) from (select distinct kind from added where status = 'queued') as waiting
  )
  select id, status, now() as at, (select count(*) from notified) from added, fence`)
