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
import { column, jsonColumn, rowFormat, rowTable } from '../../db/rows/row-table.ts'
import { type RowBatch, rowsCommitted, statementsOf, writeRows } from '../deferred-rows.ts'
import { eventChannel } from '../events/event-store.ts'
import { type Intent, intentsJson } from './intents.ts'
import { attemptKey, type Claim } from './run-row.ts'
import { endRuns, findingQueuedRun, type RunResult } from './run-store.ts'
import { insertSteps, type StepToInsert } from './step-store.ts'

/** An event as JSON. */
export type EventToInsert = { type: string; data: string }

/** What one run has to write, all of it or nothing: records, events, what it is about to do, and its end. */
export type Flush = {
  claim: Claim
  steps: readonly StepToInsert[]
  events: readonly EventToInsert[]
  /** Steps that are about to begin. */
  intents: readonly Intent[]
  result: RunResult | null
  /** Rows of areas: of its steps, and of its end. */
  rows: readonly RowBatch[]
  endRows: readonly RowBatch[]
  /** Whether its log has events of this attempt: its readers are notified of the end. */
  hasLog: boolean
}

export type Flushed = {
  /** The number of the last event. */
  lastSeq: number
  /** When it was written. */
  at: string
  /** True of an end behind which no run was queued. */
  isQueueEmpty?: boolean
}

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
  const hasEnd = flushes.some(({ result }) => result !== null)
  const look = hasEnd ? [findingQueuedRun] : []
  const write = () => db.tryInOneRoundTrip([writing(flushes, nodeId, true), ...rows, ...look])
  // Where others were in the way it succeeds the second time; several are written one by one by the caller.
  const results = (await write()) ?? (flushes.length === 1 ? await write() : null)
  if (results === null) throw preconditionFailed()
  rowsCommitted(rowsOf(flushes))
  const isQueueEmpty = hasEnd && results.at(-1)!.length === 0
  return resultsOf(flushes, results[0] as WrittenRow[]).map(
    (flushed) => flushed && { ...flushed, isQueueEmpty },
  )
}

/** In a transaction of the caller's: null when the run was lost. */
export async function writeFlushIn(tx: Tx, flush: Flush, nodeId: string): Promise<Flushed | null> {
  const [flushed = null] = await writeJournals(tx, [flush], nodeId)
  if (flushed) writeRows(tx, rowsOf([flush]))
  return flushed
}

/** Rows of the steps that are recorded, and of those that begin. */
export const stepRowsOf = ({ rows, intents }: Pick<Flush, 'rows' | 'intents'>): RowBatch[] => [
  ...rows,
  ...intents.flatMap((intent) => intent.rows),
]

/** Rows of ends come last. */
const rowsOf = (flushes: readonly Flush[]): RowBatch[] => [
  ...flushes.flatMap(stepRowsOf),
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

const stepFormat = rowFormat<{ step: StepToInsert; secondsAgo: number }>({
  name: column('text', ({ step }) => step.name),
  maybe_also_attempt: column('int', ({ step }) => step.maybeAlsoAttempt),
  tries: column('int', ({ step }) => step.tries),
  class: column('text', ({ step }) => step.class),
  key: column('text', ({ step }) => step.key),
  output: jsonColumn(({ step }) => step.output),
  started_at: column('timestamptz', ({ step }) => step.startedAt),
  seconds_ago: column('float8', ({ secondsAgo }) => secondsAgo),
})

const eventFormat = rowFormat<EventToInsert>({
  type: column('text', ({ type }) => type),
  data: jsonColumn(({ data }) => data),
})

export function stepsJson(steps: readonly StepToInsert[]): string {
  // The same for all of them, so that they are stored in the order in which they were done.
  const now = performance.now()
  return stepFormat.toJson(
    steps.map((step) => ({ step, secondsAgo: Math.max(0, now - step.doneAtMs) / 1000 })),
  )
}
export const eventsJson = eventFormat.toJson

/** Inserts the steps of each row of this table, which has them as JSON. */
export const recordingSteps = (table: 'own' | 'done'): string => `
  insert into run_step (project_id, run_id, name, attempt, maybe_also_attempt, tries, class, key, output, started_at, finished_at)
  select ${table}.project_id, ${table}.id, step.name, ${table}.attempt, step.maybe_also_attempt, step.tries, step.class,
         step.key, step.output, step.started_at, statement_timestamp() - make_interval(secs => step.seconds_ago)
  from ${table} cross join lateral (
    select ${stepFormat.columns} from jsonb_array_elements(${table}.steps) as step_row (v)) as step`

/** The same for its events, numbered behind the last one. */
export const loggingEvents = (table: 'own' | 'done'): string => `
  insert into run_event (project_id, run_id, seq, type, data, created_at)
  select ${table}.project_id, ${table}.id, ${table}.last_seq + event.place, event.type, event.data, now()
  from ${table} cross join lateral (
    select ${eventFormat.columns}, place
    from jsonb_array_elements(${table}.event_list) with ordinality as event_row (v, place)) as event`

/**
 * For the rows of areas behind it: most are a table of arrays, joined by keys. The database expects ten rows of arrays that it
 * does not know, so a plan for those that it knows always looks cheaper, and it would plan each time for longer than it executes.
 * A plan that is cached while a table is small must not read the whole of it when it has grown.
 */
const withCachedPlans = sqlText(
  `set_config('plan_cache_mode', 'force_generic_plan', true) || set_config('enable_seqscan', 'off', true)`,
)

const flushTable = rowTable<Flush>('batch', {
  project_id: column('uuid', ({ claim }) => claim.projectId),
  id: column('uuid', ({ claim }) => claim.id),
  attempt: column('int', ({ claim }) => claim.attempt),
  events: column('int', ({ events }) => events.length),
  intents: column('text', ({ intents, claim }) => intentsJson(intents, claim.attempt)),
  done: column('text', (flush) => (doneOf(flush).length > 0 ? JSON.stringify(doneOf(flush)) : null)),
  status: column('text', ({ result }) => result?.status),
  output: jsonColumn(({ result }) => result?.output ?? 'null'),
  error: column('text', ({ result }) => result?.error && storableJson(result.error)),
  steps: jsonColumn(({ steps }) => stepsJson(steps)),
  event_list: jsonColumn(({ events }) => eventsJson(events)),
})

const doneOf = ({ steps }: Flush): string[] =>
  steps.filter((step) => step.class !== 'pure').map(({ name }) => name)

const isOwn = sqlText(`r.project_id = batch.project_id and r.id = batch.id
  and r.attempt = batch.attempt and r.status = 'running'`)

const newIntents = sqlText(`
  (r.intents || coalesce(batch.intents, '{}')::jsonb) - array(select jsonb_array_elements_text(batch.done::jsonb))`)
const sameIntents = sqlText('r.intents')

const changedColumns = (intents: Statement): Statement => sql`
  last_seq = r.last_seq + batch.events,
  intents = case when batch.status is not null then '{}'::jsonb else ${intents} end,
  status = coalesce(batch.status, r.status),
  output = case when batch.status is null then r.output else batch.output end,
  error = case when batch.status is null then r.error else batch.error::jsonb end,
  worker_id = case when batch.status is null then r.worker_id end,
  lease_until = case when batch.status is null then r.lease_until end,
  ended_at = case when batch.status is null then r.ended_at else clock_timestamp() end`

/** The rows of the runs that are ours, with what is written for them: changed, or only locked where all have nothing but steps. */
const owning = (flushes: readonly Flush[]): Statement => {
  const changes = flushes.some(({ events, intents, result }) => events.length + intents.length > 0 || result)
  if (!changes)
    return sql`
      select r.project_id, r.id, r.last_seq, batch.attempt, batch.events, batch.status, batch.steps, batch.event_list
      from batch join run r on ${isOwn} order by r.project_id, r.id for no key update of r`
  const hasIntents = flushes.some((flush) => flush.intents.length + doneOf(flush).length > 0)
  return sql`
    update run r set ${changedColumns(hasIntents ? newIntents : sameIntents)} from batch where ${isOwn}
    returning r.project_id, r.id, r.last_seq - batch.events as last_seq, batch.attempt, batch.events, batch.status,
              batch.steps, batch.event_list`
}

const nothing = sqlText('')
const recorded = sqlText(`, recorded as (${recordingSteps('own')})`)
const logged = sqlText(`, logged as (${loggingEvents('own')})`)

/** Runs are changed in the order of their ids. What a statement need not do, it has no part for: each part takes time to prepare. */
function writing(unordered: readonly Flush[], nodeId: string, isAllRequired: boolean): Statement {
  const flushes = unordered.toSorted((left, right) => (left.claim.id < right.claim.id ? -1 : 1))
  return prepared(sql`
    with batch as (select * from ${flushTable(flushes)}), own as (${owning(flushes)})
    ${flushes.some(({ steps }) => steps.length > 0) ? recorded : nothing}
    ${flushes.some(({ events }) => events.length > 0) ? logged : nothing}, notified as (
      select pg_notify(${eventChannel}, ${nodeId}::text || ' ' || string_agg(id::text, ' ')) from own
      where events > 0 or (status is not null and last_seq > 0) having count(*) > 0
    )
    select own.id, own.attempt, own.last_seq + own.events as "lastSeq", now() as at, fence.is_met, fence.plans,
           (select count(*) from notified)
    from (select demand(not ${isAllRequired} or (select count(*) from own) = ${flushes.length}) as is_met,
                 case when ${isAllRequired} then ${withCachedPlans} end as plans) as fence
      left join own on true`)
}
