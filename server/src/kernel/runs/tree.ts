import type { Tx } from '../db/db.ts'
import { writeRows } from './deferred-rows.ts'
import type { Run, RunKind, RunOutcome } from './run.ts'
import { cancelIdleRuns, type LockedRun, lockTree, requestCancels, wakeJoined } from './store/tree-store.ts'

export const queuedChannel = 'stoa_run_queued'
export const cancelChannel = 'stoa_run_cancel'

/** How deep runs may start runs, and how many there may be below one that has no parent. */
export const treeLimits = { depth: 5, descendants: 1_000 }

export type CancelOutcome = 'ended' | 'asked' | 'over' | 'unknown'

/**
 * What the end of a run means for its parent and its children. Everything is written in the transaction that ends it,
 * so that a lost node loses none of it.
 */
export function createTree(kinds: ReadonlyMap<string, RunKind>) {
  async function callOnEnd(tx: Tx, run: Run, outcome: RunOutcome): Promise<void> {
    const { endRows, onEnd, endsWithRows } = kinds.get(run.kind) ?? {}
    writeRows(tx, endRows?.(run, outcome) ?? [])
    const result = { status: outcome.status, error: outcome.error }
    if (!endsWithRows?.(run, result)) await onEnd?.(tx, run, result)
  }

  /** Running ones are requested to stop; those without a worker end here, and their areas take part in it. */
  async function cancelAll(tx: Tx, projectId: string, open: readonly LockedRun[]): Promise<void> {
    const idsOf = (isAtWork: boolean) =>
      open.filter(({ status }) => (status === 'running') === isAtWork).map(({ id }) => id)
    const [atWork, idle] = [idsOf(true), idsOf(false)]
    if (atWork.length > 0) await requestCancels(tx, projectId, atWork, cancelChannel)
    if (idle.length === 0) return
    for (const run of await cancelIdleRuns(tx, projectId, idle))
      await callOnEnd(tx, run, { status: 'cancelled', output: null, error: null })
  }

  return {
    /** Cancels a run and everything below it. */
    async cancel(tx: Tx, projectId: string, id: string): Promise<CancelOutcome> {
      const tree = await lockTree(tx, { projectId, id })
      const top = tree.find((run) => run.id === id)
      if (!top) return 'unknown'
      if (!isOpen(top)) return 'over'
      await cancelAll(tx, projectId, tree.filter(isOpen))
      if (top.status === 'running') return 'asked'
      if (top.parentId !== null) await wakeJoined(tx, { projectId, id: top.parentId }, queuedChannel)
      return 'ended'
    },
    /** To be called before a run of a tree is ended. */
    lock: (tx: Tx, run: { projectId: string; id: string }) => lockTree(tx, run),
    /** To be called when it has ended, with what was locked before: its children end with it, and its parent resumes. */
    async ended(tx: Tx, run: Run, outcome: RunOutcome, locked: readonly LockedRun[]): Promise<void> {
      await callOnEnd(tx, run, outcome)
      await cancelAll(
        tx,
        run.projectId,
        locked.filter((each) => each.id !== run.id && isOpen(each)),
      )
      if (run.parentId !== null)
        await wakeJoined(tx, { projectId: run.projectId, id: run.parentId }, queuedChannel)
    },
  }
}

export type Tree = ReturnType<typeof createTree>

const isOpen = ({ status }: LockedRun): boolean => ['queued', 'running', 'waiting'].includes(status)

/** Whether the end of the run concerns others. */
export const isInTree = (run: Run): boolean => run.parentId !== null || run.hasChildren
