import type { Clock } from '../../clock.ts'
import type { Tx } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import { isDatabaseOutage } from '../../db/outage.ts'
import { AppError, isRetryable } from '../../errors.ts'
import { PermanentFailure, type Run, type StepClass, type StepInput, type StepOptions } from '../run.ts'
import type { Pause } from '../store/run-store.ts'
import type { StepToInsert } from '../store/step-store.ts'
import { CancelFound, LostRun, RowsRefused, StepTimeout, Suspended } from './interruptions.ts'
import type { Journal } from './journal.ts'
import { createShadow, type NewShadow, type Shadow } from './shadow.ts'

// Shorter waits are not worth suspending the run for.
const maxWaitInPlaceMs = 1_000
// How long the record of a repeatable step waits to be written with others. One of a step that took longer waits only
// for what follows it immediately, such as the end of the run.
const recordDelayMs = 10
const longRecordDelayMs = 2
const longStepMs = 5
const defaults = { timeoutMs: 60_000, retries: 0, backoffMs: 500, maxBackoffMs: 10 * 60_000 }

export type StepsDeps = {
  clock: Clock
  run: Run
  /** What earlier attempts recorded. */
  recorded: ReadonlyMap<string, unknown>
  signal: AbortSignal
  journal: Pick<Journal, 'record' | 'intend' | 'flush' | 'isStored'>
  /** Commits the record together with what `work` writes. */
  transact(step: StepToInsert, work: (tx: Tx) => Promise<void>): Promise<void>
  suspend(pause: Pause): Promise<never>
  random(): number
  /** A cancel of the run was found before its notice came. */
  cancel(): void
  newShadow?: NewShadow
}

type Work<T> = (input: StepInput) => Promise<T>

/** Does the steps of one attempt, each in the shadow of the branch that it belongs to. */
export function createSteps(deps: StepsDeps) {
  const { clock, run, recorded, signal, journal, newShadow = createShadow } = deps
  const names = new Set<string>()
  const shadows = new Set<Shadow>()
  let inFlight = 0
  let isOver = false

  function begin(name: string): void {
    if (isOver) throw new Suspended('the run was suspended: its handler must let the interruption pass')
    if (signal.aborted) throw signal.reason
    if (names.has(name)) throw new Error(`the step "${name}" occurs twice in the handler of ${run.kind}`)
    names.add(name)
  }

  /** What a new attempt must know of this one when it is suspended: parallel steps continue without being recorded. */
  function interruptedSibling(shadow: Shadow, own: number): number | null {
    if (inFlight > own) return run.attempt
    return [...shadows].some((each) => each !== shadow && each.attempt() !== null)
      ? run.interruptedAttempt
      : null
  }

  const rowOf = <T>(
    name: string,
    output: T,
    options: StepOptions<T>,
    more: Pick<StepToInsert, 'maybeAlsoAttempt' | 'tries' | 'startedAt'>,
  ): StepToInsert => ({
    name,
    output: toStore(output),
    class: options.class ?? null,
    key: options.key ?? null,
    doneAtMs: performance.now(),
    ...more,
  })

  async function store<T>(
    shadow: Shadow,
    row: StepToInsert,
    output: T,
    options: StepOptions<T>,
    tookMs: number,
  ) {
    shadow.record()
    const { commit } = options
    if (commit) await deps.transact(row, (tx) => commit(tx, output))
    else if (options.class === undefined) {
      journal.record(row, null, options.deferredRows?.(output))
      await journal.flush()
    } else {
      const withinMs =
        options.class === 'pure' ? null : tookMs > longStepMs ? longRecordDelayMs : recordDelayMs
      return journal.record(row, withinMs, options.deferredRows?.(output))
    }
    // Committed before anything behind it began: the lost attempt had not come so far. Unless it deferred the record.
    if (options.class === undefined || options.class === 'once') shadow.pass()
  }

  /** What a step that is done at most once needs before it begins: null, or what a lost attempt has done already. */
  async function settleOnce<T>(
    name: string,
    options: StepOptions<T>,
  ): Promise<{ attempt: number; output?: T } | null> {
    // Its failure is known: it is tried again as it was meant to be.
    const attempt = run.retry?.step === name ? undefined : run.intents[name]
    if (attempt === undefined) return null
    if (!options.onUncertain)
      throw new PermanentFailure(
        'step_uncertain',
        `The step "${name}" may have been done by a worker that was lost`,
      )
    const answer = await options.onUncertain({ attempt })
    return answer === 'again' ? { attempt } : { attempt, output: answer.output }
  }

  async function perform<T>(
    shadow: Shadow,
    name: string,
    work: Work<T>,
    options: StepOptions<T>,
    earlier: { attempt: number } | null,
  ): Promise<T> {
    const { retries, backoffMs, maxBackoffMs, timeoutMs } = { ...defaults, ...options }
    let maybeAlsoAttempt = options.class === 'pure' ? null : shadow.attempt()
    if (options.class === 'once') {
      maybeAlsoAttempt = earlier?.attempt ?? null
      journal.intend(name)
      await journal.flush()
      // No attempt has begun it, so none has come past this place.
      if (!earlier) shadow.pass()
    }
    // It may have effects, and to repeat it is said where it is: not of a run that no one knows.
    if (options.class === undefined && !journal.isStored()) await journal.flush()
    const startedAt = clock.now()
    for (let tries = (run.retry?.step === name ? run.retry.tries : 0) + 1; ; tries++) {
      try {
        const startedMs = performance.now()
        const output = await tryOnce(name, work, timeoutMs, tries)
        const row = rowOf(name, output, options, { maybeAlsoAttempt, tries, startedAt })
        await store(shadow, row, output, options, performance.now() - startedMs)
        return output
      } catch (error) {
        if (error instanceof CancelFound) deps.cancel()
        if (isInterruption(error) || signal.aborted || tries > retries || !isWorthRetrying(error)) throw error
        const waitMs = Math.min(maxBackoffMs, backoffMs * 2 ** (tries - 1)) * (0.5 + deps.random() / 2)
        if (waitMs > maxWaitInPlaceMs) {
          isOver = true
          await deps.suspend({
            until: new Date(clock.now().getTime() + waitMs),
            waitingFor: null,
            retry: { step: name, tries },
            interruptedAttempt: interruptedSibling(shadow, 1) ?? shadow.attempt(),
          })
        }
        await pause(waitMs, signal)
      }
    }
  }

  async function tryOnce<T>(name: string, work: Work<T>, timeoutMs: number, tries: number): Promise<T> {
    // By hand: `AbortSignal.timeout` would keep its timer, and what the step holds, long after the step is done.
    const stop = new AbortController()
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
    const onAbort = () => stop.abort(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => stop.abort(new StepTimeout(name, timeoutMs)), timeoutMs).unref()
    try {
      // A step that ignores its signal must not hold the run: what it returns later is dropped.
      const done = work({ idempotencyKey: `${run.id}:${name}`, signal: stop.signal, tries })
      return await Promise.race([done, stopped])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  async function step<T>(
    shadow: Shadow,
    name: string,
    work: Work<T>,
    options: StepOptions<T> = {},
  ): Promise<T> {
    begin(name)
    if (recorded.has(name)) return recorded.get(name) as T
    refuseUndeferrable(name, options)
    const earlier = options.class === 'once' ? await settleOnce(name, options) : null
    shadow.enter()
    inFlight++
    try {
      if (earlier?.output === undefined) return await perform(shadow, name, work, options, earlier)
      const { attempt: maybeAlsoAttempt, output } = earlier
      const row = rowOf(name, output, options, { maybeAlsoAttempt, tries: 1, startedAt: clock.now() })
      await store(shadow, row, output, options, 0)
      return output
    } catch (error) {
      // No step is to blame when the database is away: the run is left to the node that finds it afterwards.
      throw isDatabaseOutage(error) ? new LostRun('the database was out of reach', { cause: error }) : error
    } finally {
      inFlight--
      shadow.leave()
    }
  }

  return {
    step,
    begin,
    interruptedSibling,
    /** From here on nothing more is begun. */
    close() {
      isOver = true
    },
    openShadow(attempt: number | null): Shadow {
      const shadow = newShadow(attempt)
      shadows.add(shadow)
      return shadow
    },
  }
}

/** A handler that takes them for granted would lose effects, or bill them twice. */
function refuseUndeferrable(
  name: string,
  options: { deferredRows?: unknown; commit?: unknown; class?: StepClass },
): void {
  if (!options.deferredRows) return
  if (options.commit || options.class === 'once')
    throw new Error(`the step "${name}" cannot defer rows: it has a transaction, or is done once`)
}

/** Doing it again would not make it any better, so it is not tried. */
export function toStore(output: unknown): string {
  try {
    return storableJson(output)
  } catch (error) {
    throw new PermanentFailure('output_not_storable', `Its output cannot be stored: ${error}`)
  }
}

const isInterruption = (error: unknown): boolean =>
  error instanceof LostRun ||
  error instanceof RowsRefused ||
  error instanceof CancelFound ||
  isDatabaseOutage(error)

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
