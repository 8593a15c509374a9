import type { Clock } from '../../clock.ts'
import type { Tx } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import { isDatabaseOutage } from '../../db/outage.ts'
import { AppError } from '../../errors.ts'
import { PermanentFailure, type Run, type StepClass, type StepInput, type StepOptions } from '../run.ts'
import { lostAttemptsOf } from '../store/intents.ts'
import type { Pause } from '../store/run-store.ts'
import type { StepToInsert } from '../store/step-store.ts'
import { CancelFound, LostRun, RowsRefused, StepTimeout, Suspended } from './interruptions.ts'
import type { Journal } from './journal.ts'

// Shorter waits are not worth suspending the run for.
const maxWaitInPlaceMs = 1_000
// How long the record of a repeatable step waits to be written with others, such as the mark of the next step or the end.
const recordDelayMs = 10
const defaults = { timeoutMs: 60_000, retries: 0, backoffMs: 500, maxBackoffMs: 10 * 60_000 }

export type StepsDeps = {
  clock: Clock
  run: Run
  /** What earlier attempts recorded. */
  recorded: ReadonlyMap<string, unknown>
  signal: AbortSignal
  journal: Pick<Journal, 'record' | 'recordNow' | 'begin' | 'flush'>
  /** Commits the record together with what `work` writes. */
  transact(step: StepToInsert, work: (tx: Tx) => Promise<void>): Promise<void>
  suspend(pause: Pause): Promise<never>
  random(): number
  /** A cancel of the run was found before its notice came. */
  cancel(): void
}

type Work<T> = (input: StepInput) => Promise<T>

/** Does the steps of one attempt. */
export function createSteps(deps: StepsDeps) {
  const { clock, run, recorded, signal, journal } = deps
  const names = new Set<string>()
  let isOver = false

  function begin(name: string): void {
    if (isOver) throw new Suspended('the run was suspended: its handler must let the interruption pass')
    if (signal.aborted) throw signal.reason
    if (names.has(name)) throw new Error(`the step "${name}" occurs twice in the handler of ${run.kind}`)
    names.add(name)
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

  async function store<T>(row: StepToInsert, output: T, options: StepOptions<T>) {
    const { commit } = options
    const rows = options.deferredRows?.(output) ?? []
    // The transaction knows why they were refused.
    const isRecorded = commit && rows.length > 0 && (await journal.recordNow(row, rows))
    if (isRecorded) return
    if (commit) await deps.transact(row, (tx) => commit(tx, output))
    else if (options.class === undefined) {
      journal.record(row, null, rows)
      await journal.flush()
    } else journal.record(row, options.class === 'pure' ? null : recordDelayMs, rows)
  }

  /** What a step that is done at most once needs before it begins: null, or what a lost attempt has done already. */
  async function settleOnce<T>(name: string, options: StepOptions<T>): Promise<{ output: T } | null> {
    const attempt = run.intents[name]
    if (typeof attempt !== 'number') return null
    if (!options.onUncertain)
      throw new PermanentFailure(
        'step_uncertain',
        `The step "${name}" may have been done by a worker that was lost`,
      )
    const answer = await options.onUncertain({ attempt })
    return answer === 'again' ? null : answer
  }

  async function perform<T>(
    name: string,
    work: Work<T>,
    options: StepOptions<T>,
    lost: readonly number[],
  ): Promise<T> {
    const { retries, backoffMs, maxBackoffMs, timeoutMs } = { ...defaults, ...options }
    const rows = (await options.before?.()) ?? []
    const hasRows =
      options.class !== 'pure' && (await journal.begin({ name, lost, rows }, options.class === 'repeatable'))
    const startedAt = clock.now()
    const firstTry = (run.retry?.step === name ? run.retry.tries : 0) + 1
    for (let tries = firstTry; ; tries++) {
      try {
        const input = { tries, hasRows: hasRows && tries === firstTry }
        const output = await tryOnce(name, work, timeoutMs, input)
        const executions = { maybeAlsoAttempt: lost.at(-1) ?? null, tries: tries + lost.length }
        const row = rowOf(name, output, options, { ...executions, startedAt })
        await store(row, output, options)
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
          })
        }
        await pause(waitMs, signal)
      }
    }
  }

  async function tryOnce<T>(
    name: string,
    work: Work<T>,
    timeoutMs: number,
    input: Pick<StepInput, 'tries' | 'hasRows'>,
  ): Promise<T> {
    // By hand: `AbortSignal.timeout` would keep its timer, and what the step holds, long after the step is done.
    const stop = new AbortController()
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
    const onAbort = () => stop.abort(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => stop.abort(new StepTimeout(name, timeoutMs)), timeoutMs).unref()
    try {
      // A step that ignores its signal must not hold the run: what it returns later is dropped.
      const done = work({ idempotencyKey: `${run.id}:${name}`, signal: stop.signal, ...input })
      return await Promise.race([done, stopped])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  async function step<T>(name: string, work: Work<T>, options: StepOptions<T> = {}): Promise<T> {
    begin(name)
    if (recorded.has(name)) return recorded.get(name) as T
    refuseRows(name, options)
    const lost = options.class === 'pure' ? [] : lostAttemptsOf(run, name)
    const settled = options.class === 'once' ? await settleOnce(name, options) : null
    try {
      if (!settled) return await perform(name, work, options, lost)
      // The last of them did it, and none does it now.
      const executions = { maybeAlsoAttempt: lost.at(-2) ?? null, tries: lost.length }
      const row = rowOf(name, settled.output, options, { ...executions, startedAt: clock.now() })
      await store(row, settled.output, options)
      return settled.output
    } catch (error) {
      // No step is to blame when the database is away: the run is left to the node that finds it afterwards.
      throw isDatabaseOutage(error) ? new LostRun('the database was out of reach', { cause: error }) : error
    }
  }

  return {
    step,
    begin,
    /** From here on nothing more is begun. */
    close() {
      isOver = true
    },
  }
}

/** A handler that takes them for granted would lose effects, or bill them twice. */
function refuseRows(
  name: string,
  options: { deferredRows?: unknown; before?: unknown; commit?: unknown; class?: StepClass },
): void {
  if (options.before && options.class === 'pure')
    throw new Error(`the step "${name}" cannot have rows before it: nothing is committed when it begins`)
  const isOnce = options.class === 'once'
  if (options.deferredRows && isOnce !== (options.commit !== undefined))
    throw new Error(`the step "${name}" cannot defer rows: only one that is done once has a transaction too`)
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
  return !(error instanceof AppError) || error.isRetryable || error.status === 502
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
