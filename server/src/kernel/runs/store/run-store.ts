import { prepared, type Queryable, sql, type Tx } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import type { Run, RunError } from '../run.ts'
import type { StoredScope } from '../run-scope.ts'
import { attemptKey, type Claim, type RunRow, runColumns, toRun } from './run-row.ts'

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
 * is in the queue, so that claims never skip over what is not.
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
    prepared(sql`select ${runColumns} from run r where r.project_id = ${projectId} and r.id = ${id}`),
  )
  return row ? toRun(row) : null
}

/** A row if any run is queued at all. */
export const findingQueuedRun = sql`select 1 from run where status = 'queued' order by project_id limit 1`

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
 * Renews the leases of these runs; returns those that are still ours, and whether they should stop. One
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

/** The output is JSON. */
export type RunResult = { status: 'succeeded' | 'failed' | 'cancelled'; output?: string; error?: RunError }

export type EndRecord = { claim: Claim; result: RunResult }

/** False for each run that was lost to another worker meanwhile. */
export async function endRuns(q: Queryable, records: readonly EndRecord[]): Promise<boolean[]> {
  const rows = await q.rows<{ id: string; attempt: number }>(sql`
    with batch as (
      select * from unnest(
        ${records.map(({ claim }) => claim.projectId)}::uuid[], ${records.map(({ claim }) => claim.id)}::uuid[],
        ${records.map(({ claim }) => claim.attempt)}::int[], ${records.map(({ result }) => result.status)}::text[],
        ${records.map(({ result }) => result.output ?? 'null')}::text[],
        ${records.map(({ result }) => (result.error ? storableJson(result.error) : null))}::text[]
      ) as batch (project_id, id, attempt, status, output, error)
    ), own as (
      select r.project_id, r.id, batch.status, batch.output, batch.error
      from batch join run r on r.project_id = batch.project_id and r.id = batch.id
      where r.attempt = batch.attempt and r.status = 'running'
      order by r.project_id, r.id for no key update of r
    )
    update run r
    set status = own.status, output = own.output::jsonb, error = own.error::jsonb,
        intents = '{}', worker_id = null, lease_until = null, ended_at = clock_timestamp()
    from own where r.project_id = own.project_id and r.id = own.id
    returning r.id, r.attempt`)
  const ended = new Set(rows.map(attemptKey))
  return records.map(({ claim }) => ended.has(attemptKey(claim)))
}

export type Pause = {
  until: Date | null
  waitingFor: string | null
  /** The children that must end first. */
  joining?: readonly string[]
  retry: { step: string; tries: number } | null
}

/**
 * Suspends the run until it is due again, or until the key is signalled; one that was just cancelled is
 * due immediately, or the cancellation would be missed. False when the run was lost meanwhile.
 */
export async function suspendRun(q: Queryable, claim: Claim, pause: Pause): Promise<boolean> {
  const rows = await q.rows(sql`
    update run
    set status = case when cancel_requested_at is not null or ${pause.until}::timestamptz <= now()
                 then 'queued' else 'waiting' end,
        run_at = case when cancel_requested_at is null then coalesce(${pause.until}::timestamptz, 'infinity') else now() end,
        waiting_for = ${pause.waitingFor}, joining = ${pause.joining ?? null}::uuid[],
        retry_step = ${pause.retry?.step ?? null}, retry_tries = ${pause.retry?.tries ?? 0},
        interrupted_attempt = null,
        -- Its failure is known: it is tried again as it was meant to be.
        intents = intents - coalesce(${pause.retry?.step ?? null}::text, ''),
        worker_id = null, lease_until = null
    where project_id = ${claim.projectId} and id = ${claim.id} and attempt = ${claim.attempt} and status = 'running'
    returning id`)
  return rows.length === 1
}
