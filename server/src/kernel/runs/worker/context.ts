import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import { isDatabaseOutage } from '../../db/outage.ts'
import { AppError, isRetryable } from '../../errors.ts'
import type { NewId } from '../../ids.ts'
import {
  type ChildResult,
  PermanentFailure,
  type Run,
  type RunContext,
  type StepInput,
  type StepOptions,
} from '../run.ts'
import type { Claim } from '../store/run-row.ts'
import { type Pause, suspendRun } from '../store/run-store.ts'
import { lockSignal, takeSignal } from '../store/signal-store.ts'
import { insertStep, type StepRecord, type StepToInsert } from '../store/step-store.ts'
import { lockClaim } from '../store/tree-store.ts'
import { CancelFound, resultsOf, startChildOf } from './children.ts'

/** The handler has nothing to do for now: not a failure, and not to be caught. */
export class Suspended extends Error {}

/** Another worker has the run: whatever this one still does must leave no trace. */
export class LostRun extends Error {}

// Shorter waits are not worth laying the run aside for.
const maxWaitInPlaceMs = 1_000
const maxConflicts = 5
const defaults = { timeoutMs: 60_000, retries: 0, backoffMs: 500, maxBackoffMs: 10 * 60_000 }

export type ContextDeps = {
  db: Db
  clock: Clock
  newId: NewId
  run: Run
  /** What earlier attempts recorded. */
  recorded: Map<string, unknown>
  signal: AbortSignal
  emit(type: string, data: unknown): void
  /** Writes the events that are still in memory. */
  flushEvents(): Promise<void>
  /** Records a step that writes nothing else, together with those of other runs. */
  recordStep(record: StepRecord): Promise<boolean>
  random(): number
  /** A cancel of the run was found before its notice came. */
  cancel(): void
}

export function createContext({
  db,
  clock,
  newId,
  run,
  recorded,
  signal,
  emit,
  flushEvents,
  recordStep,
  random,
  cancel,
}: ContextDeps): RunContext {
  const claim: Claim = { projectId: run.projectId, id: run.id, attempt: run.attempt }
  const started = new Set<string>()
  // Until the first new record, the attempt that was broken off may have been exactly where this one is.
  let mayRepeat = run.interruptedAttempt
  let inFlight = 0
  let isOver = false

  function begin(name: string) {
    if (isOver) throw new Suspended('the run was laid aside: its handler must let the interruption pass')
    if (signal.aborted) throw signal.reason
    if (started.has(name)) throw new Error(`the step "${name}" stands twice in the handler of ${run.kind}`)
    started.add(name)
  }

  // The database found that the time had come. A node whose clock is behind must not contradict it, or the run would go
  // to and fro between them.
  const wasDue = (time: Date) => new Date(run.runAt) >= time

  // Steps beside the one that lays the run aside go on without being recorded.
  const interruptedHere = () => (inFlight > 0 ? run.attempt : null)

  async function record(tx: Tx | null, step: StepToInsert): Promise<void> {
    const isOurs = await (tx ? insertStep(tx, claim, step) : recordStep({ claim, step }))
    if (!isOurs) throw new LostRun('the run belongs to another worker')
  }

  async function suspend(pause: Pause): Promise<never> {
    isOver = true
    // Afterwards the run is not ours any more, and its log takes nothing from us.
    await flushEvents()
    if (!(await suspendRun(db, claim, pause))) throw new LostRun('the run belongs to another worker')
    throw new Suspended('laid aside')
  }

  async function step<T>(
    name: string,
    work: (input: StepInput) => Promise<T>,
    options: StepOptions<T> = {},
  ): Promise<T> {
    begin(name)
    if (recorded.has(name)) return recorded.get(name) as T
    const maybeAlsoAttempt = mayRepeat
    const { retries, backoffMs, maxBackoffMs, timeoutMs } = { ...defaults, ...options }
    const startedAt = clock.now()
    for (let tries = (run.retry?.step === name ? run.retry.tries : 0) + 1; ; tries++) {
      try {
        inFlight++
        const output = await tryOnce(name, work, timeoutMs, tries)
        // A recorded step is not done again, so what it emitted must be in the log before the record is.
        await flushEvents()
        const row = { name, output: toStore(output), maybeAlsoAttempt, tries, startedAt }
        const { commit } = options
        if (commit) {
          await throughConflicts(() =>
            db.tx(async (tx) => {
              await record(tx, row)
              await commit(tx, output)
            }),
          )
        } else await record(null, row)
        inFlight--
        mayRepeat = null
        return output
      } catch (error) {
        inFlight--
        // No one's step is to blame when the database is away: the run is left to the caller that finds it afterwards.
        if (isDatabaseOutage(error)) throw new LostRun('the database was out of reach', { cause: error })
        if (error instanceof CancelFound) {
          cancel()
          throw error
        }
        if (error instanceof LostRun || signal.aborted || tries > retries || !isWorthRetrying(error))
          throw error
        const waitMs = Math.min(maxBackoffMs, backoffMs * 2 ** (tries - 1)) * (0.5 + random() / 2)
        if (waitMs > maxWaitInPlaceMs) {
          await suspend({
            until: new Date(clock.now().getTime() + waitMs),
            waitingFor: null,
            retry: { step: name, tries },
            interruptedAttempt: interruptedHere() ?? mayRepeat,
          })
        }
        await pause(waitMs, signal)
      }
    }
  }

  async function tryOnce<T>(
    name: string,
    work: (input: StepInput) => Promise<T>,
    timeoutMs: number,
    tries: number,
  ): Promise<T> {
    // By hand: `AbortSignal.timeout` would keep its timer, and what the step holds, long after the step is done.
    const stop = new AbortController()
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
    const onAbort = () => stop.abort(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => stop.abort(new StepTimeout(name, timeoutMs)), timeoutMs).unref()
    try {
      // A step that ignores its signal must not hold the run: what it answers later is dropped.
      const done = work({ idempotencyKey: `${run.id}:${name}`, signal: stop.signal, tries })
      return await Promise.race([done, stopped])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    run,
    scope: run.scope,
    signal,
    step,
    emit,
    async sleep(name, until) {
      const { until: recordedUntil } = await step(name, async () => ({ until: until.toISOString() }))
      const wakeAt = new Date(recordedUntil)
      if (wakeAt <= clock.now() || wasDue(wakeAt)) return
      const interruptedAttempt = interruptedHere()
      await suspend({ until: wakeAt, waitingFor: null, retry: null, interruptedAttempt })
    },
    startChild: (name, child) => startChildOf({ run, now: clock.now, newId, step }, name, child),
    async join(name, ids) {
      begin(name)
      if (recorded.has(name)) return recorded.get(name) as ChildResult[]
      const startedAt = clock.now()
      await flushEvents()
      const results = await db.tx(async (tx) => {
        // Before the children are looked at: one that ends meanwhile waits, and then finds what to wake.
        if (!(await lockClaim(tx, claim))) throw new LostRun('the run belongs to another worker')
        const found = await resultsOf(tx, run, ids)
        if ('results' in found) {
          const output = toStore(found.results)
          await record(tx, { name, output, maybeAlsoAttempt: null, tries: 1, startedAt })
          return found.results
        }
        const pause: Pause = {
          until: null,
          waitingFor: null,
          retry: null,
          interruptedAttempt: interruptedHere(),
        }
        if (!(await suspendRun(tx, claim, { ...pause, joining: found.open })))
          throw new LostRun('the run belongs to another worker')
        return null
      })
      mayRepeat = null
      if (results) return results
      isOver = true
      throw new Suspended('laid aside')
    },
    async waitFor<T>(name: string, key: string, until?: Date) {
      const deadline = until && (await step(`${name}:until`, async () => until.toISOString()))
      begin(name)
      if (recorded.has(name)) return recorded.get(name) as T | null
      const startedAt = clock.now()
      await flushEvents()
      const arrived = await db.tx(async (tx) => {
        await lockSignal(tx, run.projectId, key)
        const found = await takeSignal(tx, run.projectId, key)
        const isLate =
          deadline !== undefined && (new Date(deadline) <= clock.now() || wasDue(new Date(deadline)))
        if (found || isLate) {
          await record(tx, {
            name,
            output: toStore(found?.payload),
            maybeAlsoAttempt: null,
            tries: 1,
            startedAt,
          })
          return { value: (found?.payload ?? null) as T | null }
        }
        const pauseUntil = deadline === undefined ? null : new Date(deadline)
        const interruptedAttempt = interruptedHere()
        const pause = { until: pauseUntil, waitingFor: key, retry: null, interruptedAttempt }
        if (!(await suspendRun(tx, claim, pause))) throw new LostRun('the run belongs to another worker')
        return null
      })
      // A caller that was broken off has not come past this place.
      mayRepeat = null
      if (arrived) return arrived.value
      isOver = true
      throw new Suspended('laid aside')
    },
  }
}

export class StepTimeout extends Error {
  constructor(name: string, timeoutMs: number) {
    super(`the step "${name}" took longer than ${timeoutMs} ms`)
    this.name = 'StepTimeout'
  }
}

/** Doing it again would not make it any better, so no one tries. */
export function toStore(output: unknown): string {
  try {
    return storableJson(output)
  } catch (error) {
    throw new PermanentFailure('output_not_storable', `What it answered cannot be kept: ${error}`)
  }
}

/** What the database undid because of someone else is written again; the step itself was done and stays done. */
export async function throughConflicts<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (tries === maxConflicts || (code !== '40001' && code !== '40P01')) throw error
    }
  }
}

/** Our own refusals say whether they may pass; what outside code throws may. */
function isWorthRetrying(error: unknown): boolean {
  if (error instanceof PermanentFailure || error instanceof Suspended) return false
  return !(error instanceof AppError) || isRetryable(error.status) || error.status === 502
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
