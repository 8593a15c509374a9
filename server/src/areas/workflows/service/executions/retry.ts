import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { AgentExecutionInput } from '../../engine/agents/turn-input.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ExecutionInput } from '../../engine/execution.ts'
import type { RetryBody, StartedExecution } from '../../schema/execution.ts'
import { type ExecutionRow, findExecution } from '../../store/executions/read.ts'
import { getWorkflow } from '../access.ts'
import type { ExecutionCounting } from './counts.ts'
import { versionFor } from './executable.ts'
import { executionNotFound } from './refusals.ts'
import { isEnded } from './to-response.ts'

export type RetryDeps = {
  db: Db
  runs: Pick<Runs, 'find'>
  engine: Pick<Engine, 'start' | 'startTurn' | 'versions'>
  counting: ExecutionCounting
}

/** Executes again what has ended, as a new execution in the same thread. */
export function createRetry({ db, runs, engine, counting }: RetryDeps) {
  async function versionOf(
    scope: Scope,
    execution: ExecutionRow,
    requested: RetryBody['version'],
  ): Promise<number> {
    // Also for the same version: a workflow that was deleted or became private is not executed again.
    const workflow = await getWorkflow(db, scope, execution.workflowId)
    if (requested === 'original') return execution.version
    return versionFor(workflow, { mode: execution.mode, version: undefined, allowWhenInactive: true })!
  }

  async function startAgain(
    owner: Scope,
    execution: ExecutionRow,
    executionInput: ExecutionInput,
    { version, from }: { version: number; from: RetryBody['from'] },
  ) {
    const { threadId, triggerId, metadata, mode } = execution
    const { input, trigger } = executionInput
    const request = {
      workflow: { id: execution.workflowId, name: execution.workflowName, type: execution.type },
      version,
      mode,
      input,
      storedInput: execution.input,
      retryOf: execution.id,
      ...(trigger ? { trigger: trigger as { kind: string; at: string } } : {}),
      ...(triggerId === null ? {} : { triggerId }),
      ...(metadata === null ? {} : { metadata }),
    }
    if (execution.type === 'static') {
      await engine.versions.get(owner, execution.workflowId, version)
      return engine.start(owner, {
        ...request,
        threadId,
        ...(from === 'start' ? {} : { resumeOf: execution.id }),
      })
    }
    // The thread has the messages of the turn, which are the same by their ids.
    const { turn } = executionInput as AgentExecutionInput
    const thread = turn.hasThread
      ? ({ kind: 'known', id: threadId, onBusy: 'enqueue' } as const)
      : ({ kind: 'none', id: threadId } as const)
    return engine.startTurn(owner, { ...request, thread, turn })
  }

  return async (scope: Scope, id: string, body: RetryBody): Promise<StartedExecution> => {
    const execution = await findExecution(db, scope, id)
    if (!execution) throw executionNotFound()
    if (!isEnded(execution.status))
      throw new AppError('invalid_state', 'The execution has not ended', { hint: 'Cancel it first.' })
    const run = await runs.find(db, scope, id)
    if (!run || !execution.keepsPayloads) throw notStored()
    const version = await versionOf(scope, execution, body.version)
    // It acts for the end user of the first one.
    const owner = { ...scope, externalUser: run.scope.externalUser }
    const started = await startAgain(owner, execution, run.input as ExecutionInput, {
      version,
      from: body.from,
    })
    counting.onStarted()
    const { executionId, threadId, isHere } = started!
    return { executionId, threadId, status: isHere ? 'running' : 'queued' }
  }
}

export type Retry = ReturnType<typeof createRetry>

export const notStored = () =>
  new AppError(
    'execution_data_unavailable',
    'The input and outputs of the execution are not stored anymore',
    {
      hint: 'Projects with storePayloads off delete them at the end; others after their retention.',
    },
  )
