import type { Clock } from '../clock.ts'
import { betweenPieces } from '../compute/pace.ts'
import { createWriteBatcher } from '../db/batching/write-batcher.ts'
import { type Db, isPreconditionFailed, preconditionFailed, type Statement, type Tx } from '../db/db.ts'
import { storableJson } from '../db/json.ts'
import type { NewId } from '../ids.ts'
import type { Scope } from '../scope.ts'
import { type RowBatch, rowsCommitted, statementsOf, writeRows } from './deferred-rows.ts'
import type { NewRun, Run, RunKind, RunOutcome } from './run.ts'
import { toStoredScope } from './run-scope.ts'
import type { Intent } from './store/intents.ts'
import {
  attemptAhead,
  insertingStarted,
  type RunToStart,
  type StartedRow,
  type StartOptions,
} from './store/start-store.ts'
import { queuedChannel } from './tree.ts'
import type { Worker } from './worker/worker.ts'

export type StartedRun = {
  id: string
  /** Whether this node works on it; else it was queued. */
  isHere: boolean
  /** The results of the statements beside it. */
  results: unknown[][]
  /** How it ended, once that is committed; null when it did not end here: it was queued, suspended, or lost. */
  outcome: Promise<RunOutcome | null>
}

export type StartHereOptions = {
  /** The steps that it began ahead, where the result was discarded: they are done again, and say so. */
  repeats?: readonly Intent[]
  /** Rows that commit with it, behind the statements; those of several runs that share a commit are written together. */
  rows?: readonly RowBatch[]
}

type Entry = { run: RunToStart; statements: readonly Statement[]; rows: readonly RowBatch[] }
type Written = { status: StartedRow['status'] | 'exists'; results: unknown[][] }

export type StarterDeps = {
  db: Db
  clock: Clock
  newId: NewId
  kinds: ReadonlyMap<string, RunKind>
  worker: Worker
  options: Omit<StartOptions, 'kinds'>
  enqueue(tx: Tx, scope: Scope, run: NewRun): Promise<string>
}

/**
 * Starts runs on the node that got the request, without the queue: the row exists before anything
 * is done, and another node resumes it if this one is lost. Those that are started at the same time share a commit.
 */
export function createStarter({ db, clock, newId, kinds, worker, options, enqueue }: StarterDeps) {
  const write = createWriteBatcher(async (entries: Entry[]): Promise<Written[]> => {
    // The kinds of a pool are registered after it is made.
    const current = { ...options, kinds: [...kinds.keys()] }
    const insert = insertingStarted(
      entries.map(({ run }) => run),
      current,
      queuedChannel,
    )
    const rows = entries.flatMap((entry) => entry.rows)
    const statements = [...entries.flatMap((entry) => entry.statements), ...statementsOf(rows)]
    const results =
      statements.length === 0 ? [await db.rows(insert)] : await db.tryInOneRoundTrip([insert, ...statements])
    if (results === null) throw preconditionFailed()
    rowsCommitted(rows)
    const statuses = new Map((results[0] as StartedRow[]).map(({ id, status }) => [id, status]))
    let next = 1
    return entries.map(({ run, statements: { length } }) => {
      const own = results.slice(next, next + length)
      next += length
      return { status: statuses.get(run.id) ?? 'exists', results: own }
    })
  })

  async function enqueueWith(
    scope: Scope,
    run: NewRun,
    statements: readonly Statement[],
    rows: readonly RowBatch[],
  ): Promise<unknown[][] | null> {
    try {
      return await db.tx(async (tx) => {
        await enqueue(tx, scope, run)
        const results: unknown[][] = []
        for (const statement of statements) results.push(await tx.rows(statement))
        writeRows(tx, rows)
        return results
      })
    } catch (error) {
      if (isPreconditionFailed(error)) return null
      throw error
    }
  }

  /** Null when a statement beside it demands what is not so: nothing was written then. */
  return async function startHere(
    scope: Scope,
    { kind, input, id = newId() }: Omit<NewRun, 'runAt'>,
    statements: readonly Statement[] = [],
    { repeats, rows = [] }: StartHereOptions = {},
  ): Promise<StartedRun | null> {
    const outcome = Promise.resolve(null)
    // What belongs to a transaction around it must not be done before that is committed.
    if (db.isInTransaction()) {
      const results = await enqueueWith(scope, { kind, input, id }, statements, rows)
      return results && { id, isHere: false, results, outcome }
    }
    const slot = worker.reserve()
    try {
      const more = {
        at: clock.now(),
        limits: kinds.get(kind),
        hasCapacity: slot !== null,
        repeats: repeats ?? null,
      }
      const run = toRunToStart(scope, { kind, input, id }, more)
      await betweenPieces(run.input.length)
      const { status, results } = await write({ run, statements, rows })
      if (status !== 'running') return { id, isHere: false, results, outcome }
      return { id, isHere: true, results, outcome: worker.adopt(toRunAtWork(scope, run)) }
    } catch (error) {
      if (isPreconditionFailed(error)) return null
      throw error
    } finally {
      slot?.release()
    }
  }
}

type StartContext = Pick<RunToStart, 'at' | 'hasCapacity' | 'repeats'> & {
  limits: Pick<RunKind, 'perProject' | 'perConcurrencyKey'> | undefined
}

export function toRunToStart(
  scope: Scope,
  { kind, input, id }: { kind: string; input: unknown; id: string },
  { limits, ...more }: StartContext,
): RunToStart {
  const concurrencyKey = concurrencyKeyOf(input)
  return {
    projectId: scope.projectId,
    id,
    externalUserId: scope.externalUser.id,
    scope: toStoredScope(scope),
    kind,
    input: storableJson(input),
    kindLimit: limits?.perProject ?? null,
    concurrencyKey,
    keyLimit: concurrencyKey === '' ? null : (limits?.perConcurrencyKey ?? null),
    ...more,
  }
}

/** The database derives it from the input in the same way. */
function concurrencyKeyOf(input: unknown): string {
  const key = (input as { concurrencyKey?: unknown } | null)?.concurrencyKey
  return typeof key === 'string' ? key : ''
}

/** What the database would return, without a query. */
export const toRunAtWork = (
  scope: Scope,
  { projectId, id, externalUserId, kind, input, at, repeats }: RunToStart,
): Run => ({
  projectId,
  id,
  externalUserId,
  kind,
  attempt: 1,
  losses: 0,
  scope: { ...scope, isOperator: false, ip: '' },
  input: JSON.parse(input),
  status: 'running',
  output: null,
  error: null,
  interruptedAttempt: repeats ? attemptAhead : null,
  runAt: at.toISOString(),
  waitingFor: null,
  retry: null,
  isCancelRequested: false,
  parentId: null,
  depth: 0,
  hasChildren: false,
  intents: Object.fromEntries((repeats ?? []).map(({ name }) => [name, attemptAhead])),
  createdAt: at.toISOString(),
  startedAt: at.toISOString(),
  endedAt: null,
})

export type StartHere = ReturnType<typeof createStarter>
