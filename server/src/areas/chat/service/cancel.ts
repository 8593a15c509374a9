import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ThreadRef, Threads } from '../../threads/index.ts'
import type { AgentRuns } from './ports.ts'

export type CancelDeps = { db: Db; threads: Pick<Threads, 'runs'>; agentRuns: AgentRuns }

// A run is final within five seconds of its cancel, whatever its tools do.
const maxWaitMs = 8_000
const lookEveryMs = 20

/** Ends runs of threads, and waits until they have ended. */
export function createCancel({ db, threads, agentRuns }: CancelDeps) {
  /** Ended before, or meanwhile, is as good. */
  async function one(scope: Scope, id: string, rollback: boolean): Promise<void> {
    await agentRuns.cancel(scope, id, { rollback }).catch((error: unknown) => {
      const isOver =
        error instanceof AppError && ['execution_ended', 'execution_not_found'].includes(error.code)
      if (!isOver) throw error
    })
  }

  async function untilEnded(ref: ThreadRef, isOver: (open: readonly string[]) => boolean): Promise<void> {
    for (let waited = 0; waited < maxWaitMs; waited += lookEveryMs) {
      const open = await threads.runs.list(db, ref)
      if (isOver(open.map(({ executionId }) => executionId))) return
      await delay(lookEveryMs)
    }
  }

  return {
    one,
    untilEnded: (ref: ThreadRef, id: string) => untilEnded(ref, (open) => !open.includes(id)),
    /** All of a thread: those that wait first, so that none of them becomes active. */
    async all(scope: Scope, ref: ThreadRef, { rollback = false } = {}): Promise<void> {
      const open = await threads.runs.list(db, ref)
      if (open.length === 0) return
      for (const { executionId } of open.toReversed()) await one(scope, executionId, rollback)
      const ids = new Set(open.map(({ executionId }) => executionId))
      await untilEnded(ref, (left) => !left.some((id) => ids.has(id)))
    },
  }
}

export type Cancel = ReturnType<typeof createCancel>
