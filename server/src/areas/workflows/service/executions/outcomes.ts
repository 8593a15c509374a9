import type { Db } from '../../../../kernel/db/db.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ExecutionOutput } from '../../engine/execution.ts'
import type { FlowResponse } from '../../graph/record.ts'
import type {
  EndedStatus,
  ExecutionError,
  ExecutionStatus,
  ExecutionSummary,
} from '../../schema/execution.ts'
import { findExecution } from '../../store/executions/read.ts'
import { isEnded } from './to-response.ts'

export type Ended = {
  status: EndedStatus
  output: unknown
  error: ExecutionError | null
  /** Null where it is stored alone. */
  summary: ExecutionSummary | null
  creditsMicro: number | null
  toolMicro?: number | undefined
  response: FlowResponse | null
}

/** How far it is when the time is over. */
export type StillOpen = { open: ExecutionStatus }

type Started = { executionId: string; outcome: Promise<Ended | null> }

/** Waits for the end of executions, on whichever node they are executed. */
export function createOutcomes({ db, runs }: { db: Db; runs: Pick<Runs, 'follow' | 'find'> }) {
  async function stored(scope: Scope, id: string): Promise<Ended | StillOpen> {
    const row = await findExecution(db, scope, id)
    if (!row) return { open: 'cancelled' }
    if (!isEnded(row.status)) return { open: row.status }
    const output = (await runs.find(db, scope, id))?.output as ExecutionOutput | null | undefined
    return { ...row, status: row.status as EndedStatus, response: output?.response ?? null }
  }

  /** Reads its log until it has ended, or waits for a human: only a further request can lead to its end then. */
  async function followed(scope: Scope, id: string, signal: AbortSignal): Promise<Ended | StillOpen> {
    const stop = new AbortController()
    const stopped = AbortSignal.any([signal, stop.signal])
    const first = await stored(scope, id)
    if (!('open' in first) || first.open === 'paused') return first
    for await (const { type } of runs.follow(scope, id, 0, stopped, { waitsForEnd: true })) {
      if (type !== 'execution.paused') continue
      const found = await stored(scope, id)
      if (!('open' in found) || found.open === 'paused') {
        stop.abort()
        return found
      }
    }
    return stored(scope, id)
  }

  return {
    /**
     * The end, or how far it is when the time is over, the caller has left, or it waits for a human. The execution continues
     * in each case.
     */
    async within(
      scope: Scope,
      { executionId, outcome }: Started,
      ms: number,
      signal: AbortSignal,
    ): Promise<Ended | StillOpen> {
      const timeout = new AbortController()
      const timer = setTimeout(() => timeout.abort(), ms)
      const over = AbortSignal.any([signal, timeout.signal])
      const { promise: isOver, resolve } = Promise.withResolvers<null>()
      over.addEventListener('abort', () => resolve(null), { once: true })
      try {
        const ended = await Promise.race([outcome, isOver])
        if (ended) return ended
        return over.aborted ? stored(scope, executionId) : await followed(scope, executionId, over)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

export type Outcomes = ReturnType<typeof createOutcomes>
