import type { Db } from '../../../kernel/db/db.ts'
import { notify } from '../../../kernel/db/listen.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findIsRunning } from '../read-executions.ts'
import { executionNotFound } from './refusals.ts'

/** Notifies all nodes that a script was cancelled; the one that runs it stops it. */
export const cancelledChannel = 'stoa_sandbox_cancelled'

/** Stops scripts that run or wait, wherever they do. What their sessions hold stays. */
export function createCancelling({ db }: { db: Db }) {
  const stops = new Map<string, AbortController>()
  const onCancel = (id: string): void => stops.get(id)?.abort()
  return {
    onCancel,
    /** The work is given what is aborted once someone cancels the execution, or its caller leaves. */
    async during<T>(
      id: string,
      work: (stop: AbortController) => Promise<T>,
      caller: AbortSignal | null = null,
    ): Promise<T> {
      const stop = new AbortController()
      const leave = () => stop.abort()
      stops.set(id, stop)
      caller?.addEventListener('abort', leave)
      if (caller?.aborted) leave()
      try {
        return await work(stop)
      } finally {
        stops.delete(id)
        caller?.removeEventListener('abort', leave)
      }
    },
    async cancel(scope: Scope, id: string): Promise<void> {
      const isRunning = await findIsRunning(db, scope, id)
      if (isRunning === null) throw executionNotFound()
      if (!isRunning)
        throw new AppError('invalid_state', 'The execution has already ended', {
          hint: 'See GET /api/v1/sandbox/executions/{executionId}.',
        })
      if (stops.has(id)) onCancel(id)
      else await notify(db, cancelledChannel, id)
    },
  }
}

export type Cancelling = ReturnType<typeof createCancelling>
