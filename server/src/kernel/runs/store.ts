import { type Queryable, sql, type Tx } from '../db/db.ts'
import { storableJson } from '../db/json.ts'
import type { Run, RunError } from './run.ts'
import { type StoredScope, scopeOfRun } from './run-scope.ts'

export type RunRow = {
  project_id: string
  id: string
  external_user_id: string
  scope: StoredScope | null
  kind: string
  input: unknown
  status: Run['status']
  output: unknown
  error: RunError | null
  attempt: number
  losses: number
  interrupted_attempt: number | null
  run_at: string
  waiting_for: string | null
  retry_step: string | null
  retry_tries: number
  cancel_requested_at: string | null
  created_at: string
  started_at: string | null
  ended_at: string | null
}

export const runColumns = sql`r.project_id, r.id, r.external_user_id, r.scope, r.kind, r.input, r.status, r.output, r.error, r.attempt, r.losses,
  r.run_at, r.waiting_for, r.retry_step, r.retry_tries, r.cancel_requested_at, r.created_at, r.started_at, r.ended_at,
  r.interrupted_attempt`

export const toRun = (row: RunRow): Run => ({
  projectId: row.project_id,
  id: row.id,
  externalUserId: row.external_user_id,
  scope: scopeOfRun(row),
  kind: row.kind,
  input: row.input,
  status: row.status,
  output: row.output,
  error: row.error,
  attempt: row.attempt,
  losses: row.losses,
  interruptedAttempt: row.interrupted_attempt,
  runAt: row.run_at,
  waitingFor: row.waiting_for,
  retry: row.retry_step === null ? null : { step: row.retry_step, tries: row.retry_tries },
  isCancelRequested: row.cancel_requested_at !== null,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
})

/** Which run, and who claims to own it: every write of a worker names both. */
export type Claim = { projectId: string; id: string; attempt: number }

type RunToInsert = {
  projectId: string
  id: string
  externalUserId: string
  scope: StoredScope
  kind: string
  input: unknown
  runAt: Date
  at: Date
}

/**
 * Adds the run and wakes a worker. Starting twice under one id starts once. What is not due yet waits: only what is due
 * stands in the queue, so that claims never pass over what is not.
 */
export async function insertRun(tx: Tx, run: RunToInsert, channel: string): Promise<void> {
  await tx.rows(sql`
    with added as (
      insert into run (project_id, id, external_user_id, scope, kind, input, status, run_at, created_at)
      values (${run.projectId}, ${run.id}, ${run.externalUserId}, ${JSON.stringify(run.scope)}, ${run.kind}, ${storableJson(run.input)},
              case when ${run.runAt}::timestamptz <= ${run.at}::timestamptz then 'queued' else 'waiting' end, ${run.runAt}, ${run.at})
      on conflict do nothing returning kind
    )
    select pg_notify(${channel}, kind) from added`)
}

export async function findRun(q: Queryable, projectId: string, id: string): Promise<Run | null> {
  const [row] = await q.rows<RunRow>(
    sql`select ${runColumns} from run r where r.project_id = ${projectId} and r.id = ${id}`,
  )
  return row ? toRun(row) : null
}

/** Puts what has waited long enough into its queue. */
export async function queueDueRuns(q: Queryable): Promise<number> {
  const rows = await q.rows(sql`
    with due as (
      select project_id, id from run where status = 'waiting' and run_at <= now()
      order by run_at limit 1000 for update skip locked
    )
    update run r set status = 'queued' from due where r.project_id = due.project_id and r.id = due.id returning r.id`)
  return rows.length
}

/**
 * Says that these runs are still being worked on; answers those that are still ours, and whether they should stop. One
 * that is being written to is left out this time: waiting for it with the others in hand could be waiting for each other.
 */
export async function extendLeases(
  q: Queryable,
  workerId: string,
  runIds: readonly string[],
  leaseMs: number,
): Promise<{ id: string; attempt: number; isCancelRequested: boolean }[]> {
  return q.rows(sql`
    with mine as (
      select project_id, id from run
      where worker_id = ${workerId} and status = 'running' and id = any(${runIds}::uuid[])
      for no key update skip locked
    ), extended as (
      update run r set lease_until = now() + make_interval(secs => ${leaseMs / 1000})
      from mine where r.project_id = mine.project_id and r.id = mine.id
    )
    select id, attempt, cancel_requested_at is not null as "isCancelRequested" from run
    where worker_id = ${workerId} and status = 'running' and id = any(${runIds}::uuid[])`)
}

export type StepRow = { name: string; output: unknown }

export async function listSteps(q: Queryable, claim: Claim): Promise<StepRow[]> {
  return q.rows<StepRow>(sql`
    select name, output from run_step where project_id = ${claim.projectId} and run_id = ${claim.id}`)
}

export type StepToInsert = {
  name: string
  /** As JSON: what cannot be written as such fails where it was made, and not among the steps of others. */
  output: string
  maybeAlsoAttempt: number | null
  tries: number
  startedAt: Date
}

/** False when the run was lost to another worker meanwhile: nothing is recorded then. */
export async function insertStep(q: Queryable, claim: Claim, step: StepToInsert): Promise<boolean> {
  const rows = await q.rows(sql`
    with own as (
      select project_id, id from run
      where project_id = ${claim.projectId} and id = ${claim.id} and attempt = ${claim.attempt} and status = 'running'
      for no key update
    )
    insert into run_step (project_id, run_id, name, attempt, maybe_also_attempt, tries, output, started_at, finished_at)
    select project_id, id, ${step.name}, ${claim.attempt}, ${step.maybeAlsoAttempt}, ${step.tries},
           ${step.output}, ${step.startedAt}, clock_timestamp()
    from own returning name`)
  return rows.length === 1
}

export type StepRecord = { claim: Claim; step: StepToInsert }

/** The same for steps of several runs, each answered in its place. */
export async function insertSteps(q: Queryable, records: readonly StepRecord[]): Promise<boolean[]> {
  const [first] = records
  if (records.length === 1 && first) return [await insertStep(q, first.claim, first.step)]
  const rows = await q.rows<{ runId: string; name: string }>(sql`
    with given as (
      select * from unnest(
        ${records.map(({ claim }) => claim.projectId)}::uuid[], ${records.map(({ claim }) => claim.id)}::uuid[],
        ${records.map(({ claim }) => claim.attempt)}::int[], ${records.map(({ step }) => step.name)}::text[],
        ${records.map(({ step }) => step.maybeAlsoAttempt)}::int[], ${records.map(({ step }) => step.tries)}::int[],
        ${records.map(({ step }) => step.output)}::text[],
        ${records.map(({ step }) => step.startedAt)}::timestamptz[]
      ) as given (project_id, run_id, attempt, name, maybe_also_attempt, tries, output, started_at)
    ), own as (
      select r.project_id, r.id, given.attempt, given.name, given.maybe_also_attempt, given.tries, given.output, given.started_at
      from given join run r on r.project_id = given.project_id and r.id = given.run_id
      where r.attempt = given.attempt and r.status = 'running'
      order by r.project_id, r.id for no key update of r
    )
    insert into run_step (project_id, run_id, name, attempt, maybe_also_attempt, tries, output, started_at, finished_at)
    select project_id, id, name, attempt, maybe_also_attempt, tries, output::jsonb, started_at, clock_timestamp()
    from own returning run_id as "runId", name`)
  const recorded = new Set(rows.map(({ runId, name }) => `${runId}:${name}`))
  return records.map(({ claim, step }) => recorded.has(`${claim.id}:${step.name}`))
}

/** The output is JSON. */
export type Ending = { status: 'succeeded' | 'failed' | 'cancelled'; output?: string; error?: RunError }

export type EndRecord = { claim: Claim; ending: Ending }

/** False for each run that was lost to another worker meanwhile. */
export async function endRuns(q: Queryable, records: readonly EndRecord[]): Promise<boolean[]> {
  const rows = await q.rows<{ id: string }>(sql`
    with given as (
      select * from unnest(
        ${records.map(({ claim }) => claim.projectId)}::uuid[], ${records.map(({ claim }) => claim.id)}::uuid[],
        ${records.map(({ claim }) => claim.attempt)}::int[], ${records.map(({ ending }) => ending.status)}::text[],
        ${records.map(({ ending }) => ending.output ?? 'null')}::text[],
        ${records.map(({ ending }) => (ending.error ? storableJson(ending.error) : null))}::text[]
      ) as given (project_id, id, attempt, status, output, error)
    ), own as (
      select r.project_id, r.id, given.status, given.output, given.error
      from given join run r on r.project_id = given.project_id and r.id = given.id
      where r.attempt = given.attempt and r.status = 'running'
      order by r.project_id, r.id for no key update of r
    )
    update run r
    set status = own.status, output = own.output::jsonb, error = own.error::jsonb,
        worker_id = null, lease_until = null, ended_at = clock_timestamp()
    from own where r.project_id = own.project_id and r.id = own.id
    returning r.id`)
  const ended = new Set(rows.map(({ id }) => id))
  return records.map(({ claim }) => ended.has(claim.id))
}

export type Pause = {
  until: Date | null
  waitingFor: string | null
  retry: { step: string; tries: number } | null
  /** The attempt whose steps under way may be done again. */
  interruptedAttempt: number | null
}

/**
 * Lays the run aside until it is due again, or until the key is signalled; one that somebody has just asked to end is
 * due at once, or nobody would tell it. False when the run was lost meanwhile.
 */
export async function suspendRun(q: Queryable, claim: Claim, pause: Pause): Promise<boolean> {
  const rows = await q.rows(sql`
    update run
    set status = case when cancel_requested_at is not null or ${pause.until}::timestamptz <= now()
                 then 'queued' else 'waiting' end,
        run_at = case when cancel_requested_at is null then coalesce(${pause.until}::timestamptz, 'infinity') else now() end,
        waiting_for = ${pause.waitingFor},
        retry_step = ${pause.retry?.step ?? null}, retry_tries = ${pause.retry?.tries ?? 0},
        interrupted_attempt = ${pause.interruptedAttempt},
        worker_id = null, lease_until = null
    where project_id = ${claim.projectId} and id = ${claim.id} and attempt = ${claim.attempt} and status = 'running'
    returning id`)
  return rows.length === 1
}

/** One at a time for each key: a signal sent while a run is about to wait for it would otherwise wake nobody. */
export async function lockSignal(tx: Tx, projectId: string, key: string): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${projectId} || '/' || ${key}, 8))`)
}

/** Keeps the signal until it is read, and wakes who waits for it. A second signal of the same key replaces the first. */
export async function insertSignal(
  tx: Tx,
  projectId: string,
  key: string,
  payload: unknown,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into run_signal (project_id, key, payload, created_at)
    values (${projectId}, ${key}, ${storableJson(payload)}, ${at})
    on conflict (project_id, key) do update set payload = excluded.payload, created_at = excluded.created_at`)
  await tx.rows(sql`
    update run set status = 'queued', run_at = now()
    where project_id = ${projectId} and waiting_for = ${key} and status = 'waiting'`)
}

export async function takeSignal(
  tx: Tx,
  projectId: string,
  key: string,
): Promise<{ payload: unknown } | null> {
  const [row] = await tx.rows<{ payload: unknown }>(sql`
    delete from run_signal where project_id = ${projectId} and key = ${key} returning payload`)
  return row ?? null
}

/** Ends a run that nobody works on; asks the worker of one that is being worked on. */
export async function requestCancel(
  tx: Tx,
  projectId: string,
  id: string,
): Promise<'ended' | 'asked' | 'over' | 'unknown'> {
  const [row] = await tx.rows<{ status: Run['status'] }>(sql`
    select status from run where project_id = ${projectId} and id = ${id} for update`)
  if (!row) return 'unknown'
  if (row.status === 'running') {
    await tx.rows(sql`
      update run set cancel_requested_at = coalesce(cancel_requested_at, now()) where project_id = ${projectId} and id = ${id}`)
    return 'asked'
  }
  if (row.status !== 'queued' && row.status !== 'waiting') return 'over'
  await tx.rows(sql`
    update run set status = 'cancelled', cancel_requested_at = now(), ended_at = now(), waiting_for = null
    where project_id = ${projectId} and id = ${id}`)
  return 'ended'
}

export type NewEvent = { type: string; data: unknown }

/** Adds events behind the last one, numbered without gaps. Null when the run was lost: nothing is added then. */
export async function insertEvents(
  q: Queryable,
  claim: Claim,
  events: readonly NewEvent[],
): Promise<number | null> {
  const [row] = await q.rows<{ seq: number }>(sql`
    with own as (
      update run set last_seq = last_seq + ${events.length}
      where project_id = ${claim.projectId} and id = ${claim.id} and attempt = ${claim.attempt} and status = 'running'
      returning last_seq
    ), added as (
      insert into run_event (project_id, run_id, seq, type, data, created_at)
      select ${claim.projectId}::uuid, ${claim.id}::uuid, own.last_seq - ${events.length} + given.place, given.type,
             given.data, clock_timestamp()
      from own, unnest(${events.map(({ type }) => type)}::text[], ${events.map(({ data }) => storableJson(data))}::jsonb[])
        with ordinality as given (type, data, place)
    )
    select last_seq as seq from own`)
  return row?.seq ?? null
}

export type RunEvent = { seq: number; type: string; data: unknown; createdAt: string }

export async function listEvents(
  q: Queryable,
  projectId: string,
  runId: string,
  after: number,
  most: number,
): Promise<RunEvent[]> {
  return q.rows<RunEvent>(sql`
    select seq, type, data, created_at as "createdAt" from run_event
    where project_id = ${projectId} and run_id = ${runId} and seq > ${after} order by seq limit ${most}`)
}
