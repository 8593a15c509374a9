import { createWriteBatcher } from '../db/batching/write-batcher.ts'
import { preconditionFailed } from '../db/db.ts'
import type { Scope } from '../scope.ts'
import { type RowBatch, rowsCommitted, rowsRefused, statementsOf } from './deferred-rows.ts'
import type { AheadOptions, NewRun, Run } from './run.ts'
import { type StartedRun, type StarterDeps, type StartHere, toRunAtWork, toRunToStart } from './start-here.ts'
import { type AheadRow, type AheadRun, insertingAhead, insertingEnded } from './store/ahead-store.ts'
import { type Flush, stepRowsOf } from './store/flush-store.ts'
import type { Intent } from './store/intents.ts'
import { queuedChannel } from './tree.ts'
import { toOutcome } from './worker/outcome.ts'

type Entry = AheadRun & { begin: readonly RowBatch[]; steps: readonly RowBatch[]; end: readonly RowBatch[] }

// As long as a script runs before it is recorded; a round trip to the database takes about as long.
const defaultBudgetMs = 5

type AheadDeps = Pick<StarterDeps, 'db' | 'clock' | 'newId' | 'kinds' | 'worker' | 'options'> & {
  startHere: StartHere
}

/**
 * Executes runs before they are stored. What several of them have to store at the same time is one commit, in as many
 * statements as for one: the rows of each area are written by its writer, for all runs together.
 */
export function createAheadStarter({ db, clock, newId, kinds, worker, options, startHere }: AheadDeps) {
  const write = createWriteBatcher(async (entries: Entry[]): Promise<AheadRow[]> => {
    const current = { ...options, kinds: [...kinds.keys()] }
    const phases = (['begin', 'steps', 'end'] as const).map((phase) =>
      entries.flatMap((entry) => entry[phase]),
    )
    const rows = phases.flatMap(statementsOf)
    const insert = entries.every(({ flush }) => flush.result)
      ? insertingEnded(entries)
      : insertingAhead(entries, current, queuedChannel)
    const results = await db.tryInOneRoundTrip([insert, ...rows])
    if (results === null) throw preconditionFailed()
    rowsCommitted(phases.flat())
    const byId = new Map((results[0] as AheadRow[]).map((row) => [row.id, row]))
    return entries.map(({ run }) => byId.get(run.id)!)
  }, process.nextTick)

  return async function runAhead(
    scope: Scope,
    { kind, input, id = newId() }: Omit<NewRun, 'runAt'>,
    { rows = [], rowsOfEnded, budgetMs = defaultBudgetMs }: AheadOptions = {},
  ): Promise<StartedRun | null> {
    const inPlace = (repeats?: readonly Intent[]) =>
      startHere(scope, { kind, input, id }, statementsOf(rows), repeats && { repeats })
    const slot = db.isInTransaction() ? null : worker.reserve()
    if (!slot) return inPlace()
    let ofSteps: readonly RowBatch[] = []
    let begun: readonly Intent[] = []
    try {
      const more = { at: clock.now(), limits: kinds.get(kind), hasCapacity: true, repeats: null }
      const stored = toRunToStart(scope, { kind, input, id }, more)
      const run = toRunAtWork(scope, stored)
      const {
        stored: became,
        outcome,
        begunAhead,
      } = worker.workAhead(run, {
        budgetMs,
        async write(flush) {
          ofSteps = flush.rows
          const { status, at } = await write({ run: stored, flush, ...rowsOf(run, flush) })
          return status === 'queued' ? null : { lastSeq: flush.events.length, at }
        },
      })
      const how = await became
      if (how !== 'refused') return { id, isHere: how !== 'elsewhere', results: [], outcome }
      begun = begunAhead()
    } finally {
      slot.release()
    }
    // With the reason why, if there is one: rows of the caller that demand what is not so refuse this as well.
    const started = await inPlace(begun)
    if (started) rowsRefused(ofSteps)
    return started

    function rowsOf(run: Run, flush: Flush): Pick<Entry, 'begin' | 'steps' | 'end'> {
      if (flush.result && rowsOfEnded)
        return { begin: [], steps: stepRowsOf(flush), end: rowsOfEnded(run, toOutcome(flush.result)) }
      return { begin: rows, steps: stepRowsOf(flush), end: flush.endRows }
    }
  }
}
