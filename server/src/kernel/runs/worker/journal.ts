import { betweenPieces } from '../../compute/pace.ts'
import { isRefused } from '../../db/batching/write-batcher.ts'
import { type Db, isPreconditionFailed, type Tx } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import { isDatabaseOutage } from '../../db/outage.ts'
import { type RowBatch, rowsCommitted, rowsRefused } from '../deferred-rows.ts'
import type { EmitOptions, RunError } from '../run.ts'
import type { EventToInsert, Flush, Flushed } from '../store/flush-store.ts'
import type { Intent } from '../store/intents.ts'
import type { Claim } from '../store/run-row.ts'
import type { RunResult } from '../store/run-store.ts'
import type { StepToInsert } from '../store/step-store.ts'
import { LostRun, RowsRefused } from './interruptions.ts'

// Long enough to batch the words of a stream into one write, short enough not to be seen.
const eventDelayMs = 40
// More would hold the event loop while they are written in one statement.
const maxPending = 1_000

export type JournalDeps = {
  claim: Claim
  /** Commits with what other runs of this node write at the same time; null when the run was lost. */
  write(flush: Flush): Promise<Flushed | null>
  /** The same in a transaction of the caller's. */
  writeIn(tx: Tx, flush: Flush): Promise<Flushed | null>
  /** Has `flush` called within this time, together with those of other runs of this node. */
  flushWithin(ms: number, flush: () => void): void
  /** Events were committed, or the run has ended, or both. */
  onCommitted(events: readonly EventToInsert[], flushed: Flushed, isEnded: boolean): void
  /** Whether a reader on this node shows its events as they come. */
  isFollowed(): boolean
  onDropped(type: string, error: unknown): void
  /** Nothing more can be written: the run was lost, or its rows were refused. */
  onBroken?(error: unknown): void
  /** For a run that is not stored yet. */
  ahead?: AheadJournal
  maxEvents: number
}

export type AheadJournal = {
  /** Stores the run with its first flush; null when another worker has to resume it. */
  write(flush: Flush): Promise<Flushed | null>
  /** When it is stored at the latest, as long as it has not ended. */
  budgetMs: number
  /** It is stored and at work here. */
  onStarted(): void
}

type PendingEvent = { type: string; value: unknown }
type Common = { steps: StepToInsert[]; intents: Intent[]; rows: RowBatch[] }
type Pending = Common & { events: PendingEvent[] }
type Batch = Common & { events: EventToInsert[] }

const nothing = (): Pending => ({ steps: [], events: [], intents: [], rows: [] })
const isEmpty = ({ steps, events, intents, rows }: Batch) =>
  steps.length + events.length + intents.length + rows.length === 0

/**
 * What one attempt has to write, in the order in which it came about. A flush commits all of it or nothing, so that
 * neither a record can exist without the events of its step, nor an event of a step without its record.
 */
export function createJournal(deps: JournalDeps) {
  const { claim, write, writeIn, flushWithin, onCommitted, isFollowed, onDropped, maxEvents } = deps
  let pending = nothing()
  let tail: Promise<unknown> = Promise.resolve()
  let nextFlush: Promise<void> | null = null
  let hasLog = false
  let isFull = false
  // After this it is unknown what was written, so nothing that follows may be.
  let broken: unknown = null
  // Null once the run is stored.
  let ahead = deps.ahead ?? null
  let isStoring = false
  const begunAhead: Intent[] = []
  const startBy = performance.now() + (ahead?.budgetMs ?? 0)
  const budget = ahead && setTimeout(() => flushUnobserved(), ahead.budgetMs).unref()

  const toFlush = (batch: Batch, result: RunResult | null = null, endRows: EndRows = noRows): Flush => ({
    claim,
    ...batch,
    result,
    endRows: result ? endRows(result) : [],
    hasLog,
  })

  /** Null when the run was lost. A refusal that may be due to rows of areas is one of the run as a whole. */
  async function send(flush: Flush): Promise<Flushed | null> {
    const isAhead = ahead !== null
    try {
      const flushed = await (ahead?.write ?? write)(flush)
      if (isAhead && flushed) stored(flush.result !== null)
      return flushed
    } catch (error) {
      if (!isRefused(error)) throw error
      // Steps begin without their rows, and say why they cannot.
      if (dropRows(flush.intents)) return send(flush)
      // Ahead, the caller that started it decides what becomes of it.
      if (!isAhead) rowsRefused(flush.rows)
      if (isAhead || flush.rows.length > 0)
        throw new RowsRefused('rows that commit with the run were refused', { cause: error })
      // Rows of an end demand nothing: it is the run that is not ours.
      if (flush.endRows.length > 0 && isPreconditionFailed(error)) return null
      throw error
    }
  }

  function stored(isEnded: boolean): void {
    const started = ahead!
    ahead = null
    clearTimeout(budget!)
    if (!isEnded) started.onStarted()
  }

  function take(): Batch {
    const { steps, events, intents, rows } = pending
    pending = nothing()
    const storable = events.flatMap(({ type, value }): EventToInsert[] => {
      try {
        return [{ type, data: storableJson(value) }]
      } catch (error) {
        onDropped(type, error)
        return []
      }
    })
    return { steps, events: storable, intents, rows }
  }

  function putBack({ steps, events, intents, rows }: Batch): void {
    pending.steps.unshift(...steps)
    pending.events.unshift(...events.map(({ type, data }) => ({ type, value: JSON.parse(data) as unknown })))
    pending.intents.unshift(...intents)
    pending.rows.unshift(...rows)
  }

  function committed({ events, result }: Flush, flushed: Flushed | null): void {
    if (!flushed) throw new LostRun('the run belongs to another worker')
    const isEnded = result !== null
    if (events.length > 0) hasLog = true
    if (events.length > 0 || (isEnded && hasLog)) onCommitted(events, flushed, isEnded)
    if (events.length === 0 || flushed.lastSeq < maxEvents || isFull) return
    isFull = true
    pending.events = [{ type: 'log.full', value: { most: maxEvents } }]
  }

  /** One write at a time, with everything that is pending when it begins. What was refused is pending again. */
  function exclusively<T>(work: (batch: Batch) => Promise<T>): Promise<T> {
    const turn = tail.then(async () => {
      if (broken !== null) throw broken
      isStoring = true
      const batch = take()
      try {
        return await work(batch)
      } catch (error) {
        if (isFinal(error) || isDatabaseOutage(error)) broken = error
        if (isFinal(error)) deps.onBroken?.(error)
        putBack(batch)
        throw error
      }
    })
    tail = turn.catch(() => undefined)
    return turn
  }

  /** Null, or why the database refused it; other failures are thrown. */
  async function refusalOf(batch: Batch): Promise<unknown> {
    const flush = toFlush(batch)
    try {
      committed(flush, await send(flush))
      return null
    } catch (error) {
      if (!isRefused(error)) throw error
      return error
    }
  }

  /** One by one, when the database has refused them together: what it refuses alone is left out. */
  async function salvage(batch: Batch): Promise<void> {
    for (const event of batch.events.splice(0)) {
      const refusal = await refusalOf({ ...empty(), events: [event] })
      if (refusal !== null) onDropped(event.type, refusal)
    }
    let first: unknown = null
    for (const step of batch.steps.splice(0)) first ??= await refusalOf({ ...empty(), steps: [step] })
    if (first !== null) throw first
    if (batch.intents.length === 0) return
    const flush = toFlush(batch)
    committed(flush, await send(flush))
  }
  const empty = (): Batch => ({ steps: [], events: [], intents: [], rows: [] })

  async function writeBatch(batch: Batch): Promise<void> {
    if (isEmpty(batch) && !ahead) return
    await betweenPieces(batch.events.reduce((sum, { data }) => sum + data.length, 0))
    if ((await refusalOf(batch)) !== null) await salvage(batch)
  }

  function flush(): Promise<void> {
    nextFlush ??= exclusively((batch) => {
      // What is added from now on is for the next one.
      nextFlush = null
      return writeBatch(batch)
    }).catch((error) => {
      nextFlush = null
      throw error
    })
    return nextFlush
  }
  const flushUnobserved = () => void flush().catch(() => undefined)

  return {
    /** Resolves when everything that was added before is committed, and the run is stored. */
    flush,
    isStored: () => ahead === null,
    begunAhead: (): readonly Intent[] => begunAhead,
    /** Waits for the next flush, and at most for this time; forever when it is null. */
    record(step: StepToInsert, withinMs: number | null, rows: readonly RowBatch[] = []): void {
      pending.steps.push(step)
      pending.intents = pending.intents.filter(({ name }) => name !== step.name)
      pending.rows.push(...rows)
      // Until it is stored it has a separate time limit, which the timer alone would not enforce between long computations.
      const isDue = ahead !== null && performance.now() > startBy
      if (isDue || pending.steps.length >= maxPending) flushUnobserved()
      else if (withinMs !== null && !ahead) flushWithin(withinMs, flushUnobserved)
    },
    /** Commits the record of a step with its rows and all that is pending. False when that was refused: nothing is written. */
    recordNow: (step: StepToInsert, rows: readonly RowBatch[]): Promise<boolean> =>
      exclusively(async (batch) => {
        const flush = toFlush({ ...batch, steps: [...batch.steps, step], rows: [...batch.rows, ...rows] })
        try {
          committed(flush, await write(flush))
          return true
        } catch (error) {
          if (!isRefused(error)) throw error
          rowsRefused(rows)
          putBack(batch)
          return false
        }
      }),
    /**
     * Commits that a step begins, before it does. Says whether its rows are committed: the database may refuse them alone.
     * A step without rows that may be repeated does not wait for a run of which nothing is written yet: with it, that it
     * began is lost as well.
     */
    async begin(step: Omit<Intent, 'hasBegun'>, mayBeginAhead: boolean): Promise<boolean> {
      const hasBegun = mayBeginAhead && step.rows.length === 0 && ahead !== null && !isStoring
      const intent = { ...step, hasBegun }
      pending.intents.push(intent)
      if (hasBegun) begunAhead.push(intent)
      else await flush()
      return hasRows(intent)
    },
    emit(type: string, value: unknown, { isUrgent = false, merge }: EmitOptions = {}): void {
      if (isFull) return
      const last = pending.events.at(-1)
      if (merge && last?.type === type) last.value = merge(last.value, value)
      else pending.events.push({ type, value })
      if ((isUrgent && isFollowed()) || pending.events.length >= maxPending) flushUnobserved()
      else if (!ahead) flushWithin(eventDelayMs, flushUnobserved)
    },
    /** Commits what is pending together with what `work` writes, behind what `before` locks. */
    transact: <T>(
      db: Db,
      {
        step,
        result = null,
        before,
      }: { step?: StepToInsert; result?: RunResult | null; before?(tx: Tx): Promise<void> },
      work: (tx: Tx) => Promise<T>,
    ): Promise<T> =>
      exclusively(async (batch) => {
        if (ahead) {
          await writeBatch(batch)
          clear(batch)
        }
        // Rows of other steps must not refuse this one: the flush that their steps wait for takes them.
        pending.intents.unshift(...batch.intents.filter(hasRows))
        batch.intents = batch.intents.filter((intent) => !hasRows(intent))
        const all = toFlush(step ? { ...batch, steps: [...batch.steps, step] } : batch, result)
        const [value, flushed] = await db
          .tx(async (tx) => {
            await before?.(tx)
            const flushed = await writeIn(tx, all)
            if (!flushed) throw new LostRun('the run belongs to another worker')
            return [await work(tx), flushed] as const
          })
          .catch((error) => {
            if (!isRefused(error) || batch.rows.length === 0) throw error
            rowsRefused(batch.rows)
            throw new RowsRefused('rows that commit with the run were refused', { cause: error })
          })
        rowsCommitted(all.rows)
        committed(all, flushed)
        return value
      }),
    /** Ends the run together with what is pending and the rows of its end. Null when it was lost. */
    finish: (result: RunResult, endRows: EndRows = noRows): Promise<Flushed | null> =>
      exclusively(async (batch) => {
        batch.intents.forEach(dropRowsOf)
        const end = async (rest: Batch, outcome: RunResult): Promise<Flushed | null> => {
          const flush = toFlush(rest, outcome, endRows)
          const flushed = await send(flush)
          if (flushed) committed(flush, flushed)
          return flushed
        }
        try {
          return await end(batch, result)
        } catch (error) {
          if (!isRefused(error) || isEmpty(batch)) throw error
          const refusal = await salvage(batch).then(
            () => null,
            (refused: unknown) => {
              if (!isRefused(refused)) throw refused
              return refused
            },
          )
          return end(empty(), refusal === null ? result : { status: 'failed', error: notStorable(refusal) })
        }
      }),
  }
}

/** The rows that go with an end, which may become another while it is written. */
export type EndRows = (result: RunResult) => readonly RowBatch[]
const noRows: EndRows = () => []

/** After these nothing of the attempt is written any more. */
export const isFinal = (error: unknown) => error instanceof LostRun || error instanceof RowsRefused

const hasRows = ({ rows }: Intent): boolean => rows.length > 0

/** False when there were none. */
function dropRows(intents: readonly Intent[]): boolean {
  const rows = intents.flatMap((intent) => intent.rows)
  intents.forEach(dropRowsOf)
  rowsRefused(rows)
  return rows.length > 0
}

function dropRowsOf(intent: Intent): void {
  intent.rows = []
}

function clear({ steps, events, intents, rows }: Batch): void {
  for (const list of [steps, events, intents, rows]) list.length = 0
}

export type Journal = ReturnType<typeof createJournal>

const notStorable = (error: unknown): RunError => ({
  code: 'output_not_storable',
  message: `The output of a step cannot be stored: ${error}`,
})
