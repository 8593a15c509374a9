import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
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
  engine: Pick<Engine, 'start' | 'versions'>
  counting: ExecutionCounting
}

/** Executes again what has ended, as a new execution in the same thread. */
export function createRetry({ db, runs, engine, counting }: RetryDeps) {
  async function versionOf(
    scope: Scope,
    execution: ExecutionRow,
    wanted: RetryBody['version'],
  ): Promise<number> {
    // Also for the same version: a workflow that was deleted or became private is not executed again.
    const workflow = await getWorkflow(db, scope, execution.workflowId)
    if (wanted === 'original') return execution.version
    return versionFor(workflow, { mode: execution.mode, version: undefined, allowWhenInactive: true })!
  }

  return async (scope: Scope, id: string, body: RetryBody): Promise<StartedExecution> => {
    const execution = await findExecution(db, scope, id)
    if (!execution) throw executionNotFound()
    if (!isEnded(execution.status))
      throw new AppError('invalid_state', 'The execution has not ended', { hint: 'Cancel it first.' })
    const run = await runs.find(db, scope, id)
    if (!run || !execution.keepsPayloads) throw notStored()
    const version = await versionOf(scope, execution, body.version)
    await engine.versions.get(scope, execution.workflowId, version)
    const { input, trigger } = run.input as ExecutionInput
    // It acts for the end user of the first one.
    const owner = { ...scope, externalUser: run.scope.externalUser }
    const started = await engine.start(owner, {
      workflow: { id: execution.workflowId, name: execution.workflowName, type: execution.type },
      version,
      mode: execution.mode,
      threadId: execution.threadId,
      input,
      storedInput: execution.input,
      retryOf: id,
      ...(trigger ? { trigger: trigger as { kind: string; at: string } } : {}),
      ...(execution.triggerId === null ? {} : { triggerId: execution.triggerId }),
      ...(execution.metadata === null ? {} : { metadata: execution.metadata }),
      ...(body.from === 'start' ? {} : { resumeOf: id }),
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
