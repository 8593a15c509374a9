import { AppError } from '../../../../kernel/errors.ts'
import { NIL_UUID } from '../../../../kernel/ids.ts'
import { PermanentFailure, type Run } from '../../../../kernel/runs/run.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Engine } from '../../engine/engine.ts'
import { executionKind } from '../../engine/execution.ts'
import { recordingOf } from '../../engine/recording.ts'
import { type NodeRecord, parseStepName } from '../../graph/record.ts'
import type { ReplayOutcome } from '../../schema/replay.ts'
import type { RecordedStep } from '../../store/recording.ts'
import type { RecordedCase } from './case.ts'
import { createMemoryRun } from './memory-run.ts'

export type RunCase = (
  scope: Scope,
  recorded: RecordedCase,
  target: { workflowId: string; version: number },
  signal: AbortSignal,
) => Promise<{ steps: RecordedStep[]; outcome: ReplayOutcome }>

/** Executes a version on what was recorded, in memory: no run, no request to anywhere, no row. */
export const createRunCase =
  ({ engine }: { engine: Pick<Engine, 'replay'> }): RunCase =>
  async (scope, recorded, target, signal) => {
    const acting = { ...scope, externalUser: recorded.user }
    const memory = createMemoryRun(toRun(acting, recorded, target), acting, signal)
    const outcome = await outcomeOf(() =>
      engine.replay(memory.context, recordingOf(recorded.steps, recorded.startedAt)),
    )
    const steps = memory
      .steps()
      .filter(({ name }) => parseStepName(name).isNode)
      .map(({ name, key, output }) => ({ name, key, record: output as NodeRecord }))
    return { steps, outcome }
  }

/** How a replay ended, where it ended by itself. */
export async function outcomeOf(replay: () => Promise<unknown>): Promise<ReplayOutcome> {
  try {
    return { status: 'completed', output: await replay(), error: null }
  } catch (error) {
    if (!(error instanceof PermanentFailure || error instanceof AppError)) throw error
    const status = error.code === 'execution_timeout' ? 'timeout' : 'failed'
    return { status, output: null, error: { code: error.code, message: error.message } }
  }
}

/** The run of a replay, which is nowhere but in memory. */
export const toRun = (
  scope: Scope,
  { executionId, input, trigger, startedAt }: RecordedCase,
  target: { workflowId: string; version: number },
): Run => ({
  projectId: scope.projectId,
  id: executionId,
  externalUserId: scope.externalUser.id,
  scope,
  kind: executionKind,
  input: { ...target, mode: 'production', threadId: NIL_UUID, input, trigger, replayOf: executionId },
  status: 'running',
  output: null,
  error: null,
  attempt: 1,
  losses: 0,
  interruptedAttempt: null,
  runAt: startedAt,
  waitingFor: null,
  retry: null,
  isCancelRequested: false,
  parentId: null,
  depth: 0,
  hasChildren: false,
  intents: {},
  createdAt: startedAt,
  startedAt,
  endedAt: null,
})
