import type { Clock } from '../../../kernel/clock.ts'
import type { Queryable, Statement, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { ThreadRef, ThreadStatus } from '../schema/thread.ts'
import { listSpecialEntries } from '../store/path.ts'
import {
  claimingThread,
  endingThreadRun,
  endThreadRun,
  insertQueuedRun,
  listThreadRuns,
  otherActiveRun,
  rebaseRun,
  recountCredits,
  rollBackTo,
  setThreadStatus,
} from '../store/run.ts'
import { foldPath } from './folded-path.ts'

/** How many runs of a thread may wait for the active one. */
export const maxQueuedRuns = 20

/**
 * The runs of a thread: one is active and writes, others wait for it in the order in which they came. A run is in here from
 * the transaction that starts it to the one that ends it.
 */
export function createQueue({ clock }: { clock: Clock }) {
  return {
    /** For a start in one round trip: demands that no run is active. */
    claiming: (ref: ThreadRef, executionId: string) => claimingThread(ref, executionId, clock.now()),
    /** Adds a run, in the caller's transaction, which has locked the thread: active where none is, else it waits. */
    async add(tx: Tx, ref: ThreadRef, executionId: string): Promise<'active' | 'queued'> {
      const open = await listThreadRuns(tx, ref)
      if (open.length === 0) {
        await tx.rows(claimingThread(ref, executionId, clock.now()))
        return 'active'
      }
      if (open.length > maxQueuedRuns)
        throw new AppError('run_queue_full', `${maxQueuedRuns} runs wait for the active run of the thread`, {
          hint: 'Wait for some of them to end, or cancel them.',
        })
      await insertQueuedRun(tx, ref, executionId, clock.now())
      return 'queued'
    },
    /** Those that have not ended, the active one first. */
    list: (q: Queryable, ref: ThreadRef) => listThreadRuns(q, ref),
    async isActive(q: Queryable, ref: ThreadRef, executionId: string): Promise<boolean> {
      const open = await listThreadRuns(q, ref)
      return open.some((run) => run.isActive && run.executionId === executionId)
    },
    /**
     * Ends a run whichever way it ended, in the transaction of its end. Returns the run that is active now because of it: the
     * caller wakes it. Ending it again changes nothing.
     */
    end: (
      tx: Tx,
      ref: ThreadRef,
      executionId: string,
      { status, creditsMicro }: { status: Exclude<ThreadStatus, 'busy'>; creditsMicro: number | Statement },
    ): Promise<string | null> =>
      endThreadRun(tx, ref, executionId, { status, creditsMicro, at: clock.now() }),
    /** The same as statements beside others. Behind them `promoted` finds the run that is active because of it. */
    ending: (
      ref: ThreadRef,
      executionId: string,
      { status, creditsMicro }: { status: Exclude<ThreadStatus, 'busy'>; creditsMicro: number | Statement },
    ): Statement[] => endingThreadRun(ref, executionId, { status, creditsMicro, at: clock.now() }),
    /** A query for its id, behind a prefix. */
    promoted: (ref: ThreadRef, endedId: string, prefix: string): Statement =>
      otherActiveRun(ref, endedId, prefix),
    /** A call that is cancelled is paid for after its run has ended. */
    recountCredits: (q: Queryable, ref: ThreadRef) => recountCredits(q, ref),
    /** The active run waits for a human, or continues. */
    interrupt: (tx: Tx, ref: ThreadRef, executionId: string) =>
      setThreadStatus(tx, ref, executionId, 'interrupted', clock.now()),
    resume: (tx: Tx, ref: ThreadRef, executionId: string) =>
      setThreadStatus(tx, ref, executionId, 'busy', clock.now()),
    /** Removes what the active run has written to the thread; it is to be ended by the same transaction. */
    async rollBack(tx: Tx, ref: ThreadRef, executionId: string): Promise<boolean> {
      const run = (await listThreadRuns(tx, ref)).find((each) => each.executionId === executionId)
      if (!run?.isActive) return false
      const base = { branch: run.baseBranch ?? 0, place: run.basePlace ?? 0 }
      const { total } = foldPath(await listSpecialEntries(tx, ref, base), base.place)
      await rollBackTo(tx, ref, base, total)
      return true
    },
    /** The active run has moved the head before it writes: a rollback returns to where it is now. */
    rebase: (tx: Tx, ref: ThreadRef, executionId: string): Promise<void> => rebaseRun(tx, ref, executionId),
  }
}
