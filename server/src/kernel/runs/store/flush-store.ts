import {
  type Db,
  preconditionFailed,
  prepared,
  type Queryable,
  type Statement,
  sql,
  sqlText,
  type Tx,
} from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import { type RowBatch, rowsCommitted, statementsOf, writeRows } from '../deferred-rows.ts'
import { eventChannel } from '../events/event-store.ts'
import { attemptKey, type Claim } from './run-row.ts'
import { endRuns, type RunResult } from './run-store.ts'
import { insertSteps, type StepToInsert } from './step-store.ts'

/** An event as JSON. */
export type EventToInsert = { type: string; data: string }

/** What one run has to write, all of it or nothing: records, events, what it is about to do, and its end. */
export type Flush = {
  claim: Claim
  steps: readonly StepToInsert[]
  events: readonly EventToInsert[]
  /** Steps that are done at most once and are about to begin. */
  intents: readonly string[]
  result: RunResult | null
  /** Rows of areas: of its steps, and of its end. */
  rows: readonly RowBatch[]
  endRows: readonly RowBatch[]
  /** Whether its log has events of this attempt: its readers are notified of the end. */
  hasLog: boolean
}

/** The number of the last event, and when it was written. */
export type Flushed = { lastSeq: number; at: string }

/**
 * Writes for several runs in one statement, and the rows of areas in the same round trip. Null for each that was lost to
 * another worker meanwhile: nothing of it is written. With rows of areas, one lost run refuses the whole batch. An attempt
 * is in the list once; one that was lost may be beside the next one, which the same node has begun.
 */
export async function writeFlushes(
  db: Db,
  flushes: readonly Flush[],
  nodeId: string,
): Promise<(Flushed | null)[]> {
  const rows = statementsOf(rowsOf(flushes))
  if (rows.length === 0) return writeJournals(db, flushes, nodeId)
  const write = () => db.tryInOneRoundTrip([writing(flushes, nodeId, true), ...rows])
  // Where others were in the way it succeeds the second time; several are written one by one by the caller.
  const results = (await write()) ?? (flushes.length === 1 ? await write() : null)
  if (results === null) throw preconditionFailed()
  rowsCommitted(rowsOf(flushes))
  return resultsOf(flushes, results[0] as WrittenRow[])
}

/** In a transaction of the caller's: null when the run was lost. */
export async function writeFlushIn(tx: Tx, flush: Flush, nodeId: string): Promise<Flushed | null> {
  const [flushed = null] = await writeJournals(tx, [flush], nodeId)
  if (flushed) writeRows(tx, rowsOf([flush]))
  return flushed
}

/** Rows of ends come last. */
const rowsOf = (flushes: readonly Flush[]): RowBatch[] => [
  ...flushes.flatMap(({ rows }) => rows),
  ...flushes.flatMap(({ endRows }) => endRows),
]

type WrittenRow = Flushed & { id: string; attempt: number }

function resultsOf(flushes: readonly Flush[], written: readonly WrittenRow[]): (Flushed | null)[] {
  const byAttempt = new Map(
    written.map(({ id, attempt, lastSeq, at }) => [attemptKey({ id, attempt }), { lastSeq, at }]),
  )
  return flushes.map(({ claim }) => byAttempt.get(attemptKey(claim)) ?? null)
}

async function writeJournals(
  q: Queryable,
  flushes: readonly Flush[],
  nodeId: string,
): Promise<(Flushed | null)[]> {
  const unnumbered = { lastSeq: 0, at: '' }
  if (
    flushes.every(({ events, intents, result }) => result === null && events.length + intents.length === 0)
  ) {
    const records = flushes.flatMap(({ claim, steps }) => steps.map((step) => ({ claim, step })))
    const results = await insertSteps(q, records)
    const kept = new Set(records.filter((_, index) => results[index]).map(({ claim }) => attemptKey(claim)))
    return flushes.map(({ claim }) => (kept.has(attemptKey(claim)) ? unnumbered : null))
  }
  const isEndAlone = ({ steps, events, intents, result, hasLog }: Flush) =>
    result !== null && !hasLog && steps.length + events.length + intents.length === 0
  if (flushes.every(isEndAlone)) {
    const records = flushes.map(({ claim, result }) => ({ claim, result: result! }))
    return (await endRuns(q, records)).map((isOurs) => (isOurs ? unnumbered : null))
  }
  return resultsOf(flushes, await q.rows<WrittenRow>(writing(flushes, nodeId, false)))
}

type Written = Pick<Flush, 'steps' | 'events'> & { claim: Pick<Claim, 'id' | 'attempt'> }

/** The records of steps, as a table. */
export function stepTable(flushes: readonly Written[]): Statement {
  const steps = flushes.flatMap(({ claim, steps }) => steps.map((step) => ({ claim, step })))
  // The same for all of them, so that they are stored in the order in which they were done.
  const now = performance.now()
  return sql`
    unnest(
      ${steps.map(({ claim }) => claim.id)}::uuid[], ${steps.map(({ claim }) => claim.attempt)}::int[],
      ${steps.map(({ step }) => step.name)}::text[],
      ${steps.map(({ step }) => step.maybeAlsoAttempt)}::int[], ${steps.map(({ step }) => step.tries)}::int[],
      ${steps.map(({ step }) => step.class)}::text[], ${steps.map(({ step }) => step.key)}::text[],
      ${steps.map(({ step }) => step.output)}::text[], ${steps.map(({ step }) => step.startedAt)}::timestamptz[],
      ${steps.map(({ step }) => Math.max(0, now - step.doneAtMs) / 1000)}::float8[]
    ) as step (run_id, attempt, name, maybe_also_attempt, tries, class, key, output, started_at, seconds_ago)`
}

/** The events, as a table, numbered within each attempt from one on. */
export function eventTable(flushes: readonly Written[]): Statement {
  const events = flushes.flatMap(({ claim, events }) =>
    events.map(({ type, data }, index) => ({ claim, place: index + 1, type, data })),
  )
  return sql`
    unnest(
      ${events.map(({ claim }) => claim.id)}::uuid[], ${events.map(({ claim }) => claim.attempt)}::int[],
      ${events.map(({ place }) => place)}::int[],
      ${events.map(({ type }) => type)}::text[], ${events.map(({ data }) => data)}::text[]
    ) as event (run_id, attempt, place, type, data)`
}

/** The intents of a flush as JSON; null when it has none. */
export const intentsOf = ({ intents, claim }: Pick<Flush, 'intents' | 'claim'>): string | null =>
  intents.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(intents.map((name) => [name, claim.attempt])))

/**
 * For the rows of areas behind it: most are a table of arrays, joined by keys. The database expects ten rows of arrays that it
 * does not know, so a plan for those that it knows always looks cheaper, and it would plan each time for longer than it executes.
 * A plan that is cached while a table is small must not read the whole of it when it has grown.
 */
const withCachedPlans = sqlText(
  `set_config('plan_cache_mode', 'force_generic_plan', true) || set_config('enable_seqscan', 'off', true)`,
)

function writing(flushes: readonly Flush[], nodeId: string, isAllRequired: boolean): Statement {
  const doneOf = (flush: Flush) =>
    JSON.stringify(flush.steps.filter((step) => step.class === 'once').map(({ name }) => name))
  return prepared(sql`
    with batch as (
      select * from unnest(
        ${flushes.map(({ claim }) => claim.projectId)}::uuid[], ${flushes.map(({ claim }) => claim.id)}::uuid[],
        ${flushes.map(({ claim }) => claim.attempt)}::int[], ${flushes.map((flush) => flush.events.length)}::int[],
        ${flushes.map(intentsOf)}::text[], ${flushes.map(doneOf)}::text[],
        ${flushes.map(({ result }) => result?.status ?? null)}::text[],
        ${flushes.map(({ result }) => (result ? (result.output ?? 'null') : null))}::text[],
        ${flushes.map(({ result }) => (result?.error ? storableJson(result.error) : null))}::text[]
      ) as batch (project_id, id, attempt, events, intents, done, status, output, error)
    ), own as (
      select r.project_id, r.id, r.last_seq, batch.attempt, batch.events, batch.intents, batch.done, batch.status,
             batch.output, batch.error
      from batch join run r on r.project_id = batch.project_id and r.id = batch.id
      where r.attempt = batch.attempt and r.status = 'running'
      order by r.project_id, r.id for no key update of r
    ), recorded as (
      insert into run_step (project_id, run_id, name, attempt, maybe_also_attempt, tries, class, key, output, started_at, finished_at)
      select own.project_id, own.id, step.name, own.attempt, step.maybe_also_attempt, step.tries, step.class, step.key,
             step.output::jsonb, step.started_at,
             statement_timestamp() - make_interval(secs => step.seconds_ago)
      from own join ${stepTable(flushes)} on step.run_id = own.id and step.attempt = own.attempt
    ), logged as (
      insert into run_event (project_id, run_id, seq, type, data, created_at)
      select own.project_id, own.id, own.last_seq + event.place, event.type, event.data::jsonb, now()
      from own join ${eventTable(flushes)} on event.run_id = own.id and event.attempt = own.attempt
    ), changed as (
      update run r
      set last_seq = r.last_seq + own.events,
          intents = case when own.status is not null then '{}'::jsonb
                    else (r.intents || coalesce(own.intents, '{}')::jsonb)
                       - array(select jsonb_array_elements_text(own.done::jsonb)) end,
          status = coalesce(own.status, r.status),
          output = case when own.status is null then r.output else own.output::jsonb end,
          error = case when own.status is null then r.error else own.error::jsonb end,
          worker_id = case when own.status is null then r.worker_id end,
          lease_until = case when own.status is null then r.lease_until end,
          ended_at = case when own.status is null then r.ended_at else clock_timestamp() end
      from own
      where r.project_id = own.project_id and r.id = own.id
        and (own.events > 0 or own.intents is not null or own.status is not null)
    ), notified as (
      select pg_notify(${eventChannel}, ${nodeId}::text || ' ' || string_agg(id::text, ' ')) from own
      where events > 0 or (status is not null and last_seq > 0) having count(*) > 0
    )
    select own.id, own.attempt, own.last_seq + own.events as "lastSeq", now() as at, fence.is_met, fence.plans,
           (select count(*) from notified)
    from (select demand(not ${isAllRequired} or (select count(*) from own) = ${flushes.length}) as is_met,
                 case when ${isAllRequired} then ${withCachedPlans} end as plans) as fence
      left join own on true`)
}
