import type { Db, Tx } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import { isDatabaseOutage } from '../../db/outage.ts'
import { isRefused } from '../../db/write-batcher.ts'
import type { EmitOptions, RunError } from '../run.ts'
import type { EventToInsert, Flush, Flushed } from '../store/flush-store.ts'
import type { Claim } from '../store/run-row.ts'
import type { RunResult } from '../store/run-store.ts'
import type { StepToInsert } from '../store/step-store.ts'
import { LostRun } from './interruptions.ts'

// Long enough to batch the words of a stream into one write, short enough not to be seen.
const eventDelayMs = 40

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
  onDropped(type: string, error: unknown): void
  maxEvents: number
}

type PendingEvent = { type: string; value: unknown }
type Pending = { steps: StepToInsert[]; events: PendingEvent[]; intents: string[] }
type Batch = { steps: StepToInsert[]; events: EventToInsert[]; intents: string[] }

const nothing = (): Pending => ({ steps: [], events: [], intents: [] })
const isEmpty = ({ steps, events, intents }: Batch) => steps.length + events.length + intents.length === 0

/**
 * What one attempt has to write, in the order in which it came about. A flush commits all of it or nothing, so that
 * neither a record can exist without the events of its step, nor an event of a step without its record.
 */
export function createJournal(deps: JournalDeps) {
  const { claim, write, writeIn, flushWithin, onCommitted, onDropped, maxEvents } = deps
  let pending = nothing()
  let tail: Promise<unknown> = Promise.resolve()
  let nextFlush: Promise<void> | null = null
  let hasLog = false
  let isFull = false
  // After this it is unknown what was written, so nothing that follows may be.
  let broken: unknown = null

  const toFlush = (batch: Batch, result: RunResult | null = null): Flush => ({
    claim,
    ...batch,
    result,
    hasLog,
  })

  function take(): Batch {
    const { steps, events, intents } = pending
    pending = nothing()
    const storable = events.flatMap(({ type, value }): EventToInsert[] => {
      try {
        return [{ type, data: storableJson(value) }]
      } catch (error) {
        onDropped(type, error)
        return []
      }
    })
    return { steps, events: storable, intents }
  }

  function putBack({ steps, events, intents }: Batch): void {
    pending.steps.unshift(...steps)
    pending.events.unshift(...events.map(({ type, data }) => ({ type, value: JSON.parse(data) as unknown })))
    pending.intents.unshift(...intents)
  }

  function committed({ events }: Batch, flushed: Flushed | null, isEnded = false): void {
    if (!flushed) throw new LostRun('the run belongs to another worker')
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
      const batch = take()
      try {
        return await work(batch)
      } catch (error) {
        if (error instanceof LostRun || isDatabaseOutage(error)) broken = error
        putBack(batch)
        throw error
      }
    })
    tail = turn.catch(() => undefined)
    return turn
  }

  /** Null, or why the database refused it; other failures are thrown. */
  const refusalOf = (batch: Batch): Promise<unknown> =>
    write(toFlush(batch)).then(
      (flushed) => {
        committed(batch, flushed)
        return null
      },
      (error: unknown) => {
        if (!isRefused(error)) throw error
        return error
      },
    )

  /** One by one, when the database has refused them together: what it refuses alone is left out. */
  async function salvage(batch: Batch): Promise<void> {
    for (const event of batch.events.splice(0)) {
      const refusal = await refusalOf({ ...empty(), events: [event] })
      if (refusal !== null) onDropped(event.type, refusal)
    }
    let first: unknown = null
    for (const step of batch.steps.splice(0)) first ??= await refusalOf({ ...empty(), steps: [step] })
    if (first !== null) throw first
    if (batch.intents.length > 0) committed(batch, await write(toFlush(batch)))
  }
  const empty = (): Batch => ({ steps: [], events: [], intents: [] })

  async function writeBatch(batch: Batch): Promise<void> {
    if (isEmpty(batch)) return
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
    /** Resolves when everything that was added before is committed. */
    flush,
    /** Waits for the next flush, and at most for this time; for ever when it is null. */
    record(step: StepToInsert, withinMs: number | null): void {
      pending.steps.push(step)
      if (withinMs !== null) flushWithin(withinMs, flushUnobserved)
    },
    /** To be flushed before the step begins. */
    intend(name: string): void {
      pending.intents.push(name)
    },
    emit(type: string, value: unknown, { isUrgent = false, merge }: EmitOptions = {}): void {
      if (isFull) return
      const last = pending.events.at(-1)
      if (merge && last?.type === type) last.value = merge(last.value, value)
      else pending.events.push({ type, value })
      if (isUrgent) flushUnobserved()
      else flushWithin(eventDelayMs, flushUnobserved)
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
        const all = step ? { ...batch, steps: [...batch.steps, step] } : batch
        const [value, flushed] = await db.tx(async (tx) => {
          await before?.(tx)
          const flushed = await writeIn(tx, toFlush(all, result))
          if (!flushed) throw new LostRun('the run belongs to another worker')
          return [await work(tx), flushed] as const
        })
        committed(all, flushed, result !== null)
        return value
      }),
    /** Ends the run together with what is pending. False when it was lost. */
    finish: (result: RunResult): Promise<boolean> =>
      exclusively(async (batch) => {
        const end = async (rest: Batch, outcome: RunResult): Promise<boolean> => {
          const flushed = await write(toFlush(rest, outcome))
          if (flushed) committed(rest, flushed, true)
          return flushed !== null
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

export type Journal = ReturnType<typeof createJournal>

const notStorable = (error: unknown): RunError => ({
  code: 'output_not_storable',
  message: `The output of a step cannot be stored: ${error}`,
})
