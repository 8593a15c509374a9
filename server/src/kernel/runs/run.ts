import type { Tx } from '../db/db.ts'
import type { Scope } from '../scope.ts'
import type { RowBatch } from './deferred-rows.ts'
import type { RunPool } from './pools.ts'

export type RunStatus = 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'

/** Why a run failed, for programs and people. */
export type RunError = { code: string; message: string; step?: string; details?: Record<string, unknown> }

/** How a run ended, for the area that owns it. */
export type RunResult = { status: 'succeeded' | 'failed' | 'cancelled'; error: RunError | null }

/** How a run ended, with its output. */
export type RunOutcome = RunResult & { output: unknown }

/** How a child run ended, for its parent. */
export type ChildResult = RunOutcome & { id: string }

export type Run = {
  projectId: string
  id: string
  externalUserId: string
  /** What the run acts with: the scope of the caller that started it. */
  scope: Scope
  kind: string
  input: unknown
  status: RunStatus
  output: unknown
  error: RunError | null
  attempt: number
  losses: number
  /** The last attempt that was broken off in the middle. */
  interruptedAttempt: number | null
  runAt: string
  waitingFor: string | null
  retry: { step: string; tries: number } | null
  isCancelRequested: boolean
  /** The run that it belongs to. */
  parentId: string | null
  /** Its depth in the tree of runs. */
  depth: number
  /** Whether it has started runs that belong to it. */
  hasChildren: boolean
  /** Steps that have begun and have no record, each with the attempt that began it: see `store/intents.ts`. */
  intents: Readonly<Record<string, number | readonly number[]>>
  createdAt: string
  startedAt: string | null
  endedAt: string | null
}

export type NewRun = {
  kind: string
  input: unknown
  /** Not before this time. */
  runAt?: Date
  id?: string
}

/** What a step is given besides its own closure. */
export type StepInput = {
  /** The same for every try and every attempt: pass it to services that honour such keys. */
  idempotencyKey: string
  /** Aborted on timeout, on cancel, and when the run was lost to another worker. */
  signal: AbortSignal
  /** 1 for the first try within this attempt. */
  tries: number
  /** Whether the rows of `before` are committed, for this try. If not, the work begins without them, or says why it cannot. */
  hasRows: boolean
}

/**
 * Decides how a step is recorded, and how it continues after its worker is lost. The begin of a step is committed first,
 * except for `pure`, so exactly the steps that a lost attempt had begun are marked. A step without a class is recorded
 * before the next one begins, and repeated if it was not.
 * - `pure`: computes and nothing else. Recorded with what comes next; computed again without a word.
 * - `repeatable`: may be done twice: reads, and calls that honour the idempotency key. Recorded with what comes next,
 *   within milliseconds; done again.
 * - `once`: has an effect that must not be repeated. Its output is recorded with what comes next; one that had begun is
 *   not done again unless `onUncertain` says so.
 */
export type StepClass = 'pure' | 'repeatable' | 'once'

export type StepOptions<T> = {
  class?: StepClass
  /** A hash of the input, by which its output is found again. */
  key?: string
  /**
   * Called when a step of the class `once` had begun in an attempt that was lost: returns its output, if it is known to
   * have been done, or whether to repeat it. Called for each such attempt; without it, the run fails with
   * `step_uncertain`.
   */
  onUncertain?(lost: { attempt: number }): Promise<{ output: T } | 'again'>
  /**
   * Rows that commit before the work begins, in one flush with all records so far and the mark of its beginning. Not for
   * the class `pure`. Should the database refuse them, the step begins without them, and `hasRows` says so.
   */
  before?(): Promise<readonly RowBatch[]>
  timeoutMs?: number
  /** Tries after the first one; a failure that is not retryable ends the step immediately. */
  retries?: number
  /** The wait before the first retry; it doubles, with jitter, up to `maxBackoffMs`. */
  backoffMs?: number
  maxBackoffMs?: number
  /** Writes on our own tables that commit together with the record of the step, the ledger's included. */
  commit?(tx: Tx, output: T): Promise<void>
  /**
   * Rows that commit with the record of the step, whenever that is written, without an extra round trip. Only while
   * `canDeferRows` holds, and not beside `commit`. Should the database refuse them, nothing after the last commit counts:
   * the run resumes from there in another attempt, which cannot defer rows. A step of the class `once` commits them
   * immediately, and has `commit` as well, which does the same where they are refused, and says why it cannot.
   */
  deferredRows?(output: T): readonly RowBatch[]
}

/** What a handler works with. Names of steps are unique within a run and stay the same between versions. */
export type RunContext = {
  readonly run: Run
  /** What the run acts with: the scope of the caller that started it. */
  readonly scope: Scope
  readonly signal: AbortSignal
  /** Whether steps may have `deferredRows`; else the handler writes them step by step, and learns why it cannot. */
  readonly canDeferRows: boolean
  /** Runs once, or returns what it recorded before: after a crash the run resumes after its last recorded step. */
  step<T>(name: string, work: (input: StepInput) => Promise<T>, options?: StepOptions<T>): Promise<T>
  /**
   * What an earlier attempt recorded under this name, before the handler comes to it: decisions that concern what comes
   * before them, such as which of several branches was first.
   */
  recordOf<T>(name: string): { output: T } | null
  /** Gives the worker free until then. */
  sleep(name: string, until: Date): Promise<void>
  /** Gives the worker free until `runs.signal` sends this key, or the time is over: then null. */
  waitFor<T>(name: string, key: string, until?: Date): Promise<T | null>
  /**
   * Starts a run that belongs to this one, and returns its id. It acts with the same scope, and is cancelled when this
   * one ends, whichever way; what should outlive it is enqueued by itself.
   */
  startChild(name: string, child: Omit<NewRun, 'id'>): Promise<string>
  /** Gives the worker free until these children have ended; how each of them did, in the given order. */
  join(name: string, ids: readonly string[]): Promise<ChildResult[]>
  /** Adds to the run's log; readers see it in order and without gaps. */
  emit(type: string, data: unknown, options?: EmitOptions): void
}

export type EmitOptions = {
  /** Written immediately while a reader on this node shows it: the first token of a response. */
  isUrgent?: boolean
  /** Joins it to the event before, when that is of the same type and not written yet: the tokens of a response. */
  merge?(earlier: unknown, later: unknown): unknown
}

export type RunHandler = (context: RunContext) => Promise<unknown>

export type RunKind = {
  kind: string
  handle: RunHandler
  /** Runs of this kind that one project may execute concurrently. */
  perProject?: number
  /** Of those, the ones whose input has the same `concurrencyKey`. */
  perConcurrencyKey?: number
  /** Whose capacity it shares; `work` unless named. */
  pool?: RunPool
  /**
   * Writes on the area's own tables that commit with the end of the run, whichever way it ends: by its handler, cancelled
   * while it was queued or waiting, or given up after too many lost workers. Calls no other service.
   */
  onEnd?(tx: Tx, run: Run, result: RunResult): Promise<void>
  /**
   * The same as rows that travel with the end, in one round trip where the run belongs to no tree. They demand nothing:
   * the end of a run cannot be refused. A kind may have both; these are written first.
   */
  endRows?(run: Run, outcome: RunOutcome): readonly RowBatch[]
  /** The ends for which `endRows` are everything: `onEnd` is not called for them, so that they need no transaction. */
  endsWithRows?(run: Run, result: RunResult): boolean
  /** A run that loses more workers than this is given up. */
  maxLosses?: number
  /** For how many hours the events of a run that is over are stored, where that is shorter than the run itself. */
  eventRetentionHours?: number
  /** For how many days finished runs are retained by default. */
  retentionDays?: number
}

/** What is written with a run that begins ahead (`runs.runAhead`). */
export type AheadOptions = {
  /** Rows of the caller that exist exactly if the run does. They may demand what must be so. */
  rows?: readonly RowBatch[]
  /**
   * In place of `rows` and of the kind's `endRows`, where the run has ended before anything was written: the caller's rows
   * as they are at the end, so that they are inserted once and not updated.
   */
  rowsOfEnded?(run: Run, outcome: RunOutcome): readonly RowBatch[]
  /** For how long it is worked on before it is started in place; 5 milliseconds unless given. */
  budgetMs?: number
}

/** Thrown by a step whose failure no retry can fix. */
export class PermanentFailure extends Error {
  readonly code: string
  /** Where in the run it failed, for people. */
  readonly step: string | undefined
  /** What the area knows beside it, for its own rows at the end of the run. */
  readonly details: Record<string, unknown> | undefined

  constructor(code: string, message: string, step?: string, details?: Record<string, unknown>) {
    super(message)
    this.name = 'PermanentFailure'
    this.code = code
    this.step = step
    this.details = details
  }
}
