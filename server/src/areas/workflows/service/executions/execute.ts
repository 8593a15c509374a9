import type { Db } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ExecuteBody, ExecutionUsage, StartedExecution } from '../../schema/execution.ts'
import { findExecution } from '../../store/executions/read.ts'
import { findUsage, noUsage, usageOf } from '../../store/executions/usage.ts'
import type { ExecutionCounting } from './counts.ts'
import type { Ended, Outcomes } from './outcomes.ts'
import type { StartExecution } from './start-execution.ts'
import { toEnd } from './to-response.ts'

export type ExecuteDeps = {
  db: Db
  startExecution: StartExecution
  counting: ExecutionCounting
  outcomes: Outcomes
  creditsPerUsd: number
}

/** Executes workflows for callers that may wait for the end. */
export function createExecute({ db, startExecution, counting, outcomes, creditsPerUsd }: ExecuteDeps) {
  async function usageFor(
    scope: Scope,
    id: string,
    { creditsMicro, toolMicro }: Pick<Ended, 'creditsMicro' | 'toolMicro'>,
  ): Promise<ExecutionUsage> {
    if (creditsMicro === 0) return noUsage
    if (toolMicro !== undefined && toolMicro === creditsMicro)
      return usageOf({ tool: toolMicro }, creditsPerUsd)
    return (await findUsage(db, scope, [id])).get(id) ?? noUsage
  }

  async function endFor(scope: Scope, id: string, { summary }: Pick<Ended, 'summary'>) {
    return toEnd(summary ?? (await findExecution(db, scope, id))?.summary ?? null)
  }

  return async (
    scope: Scope,
    id: string,
    body: ExecuteBody,
    signal: AbortSignal,
  ): Promise<StartedExecution> => {
    const { executionId, threadId, isHere, outcome } = await startExecution.current(scope, id, body)
    counting.onStarted()
    const { wait = 0 } = body
    const ended = wait === 0 ? null : await outcomes.within(scope, { executionId, outcome }, wait, signal)
    if (ended === null || 'open' in ended)
      return { executionId, threadId, status: ended?.open ?? (isHere ? 'running' : 'queued') }
    const { status, output, error } = ended
    return {
      executionId,
      threadId,
      status,
      ...(status === 'completed'
        ? { outputData: output, ...(await endFor(scope, executionId, ended)) }
        : { error }),
      usage: await usageFor(scope, executionId, ended),
    }
  }
}

export type Execute = ReturnType<typeof createExecute>
