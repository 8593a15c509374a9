import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { CompiledVersions } from '../../engine/compiled-versions.ts'
import type { ExecutionInput } from '../../engine/execution.ts'
import type { EndedStatus } from '../../schema/execution.ts'
import type { Replay, ReplayBody, ReplayOutcome } from '../../schema/replay.ts'
import { versionLabel } from '../../schema/version-number.ts'
import type { WorkflowRow } from '../../schema/workflow.ts'
import { findExecution } from '../../store/executions/read.ts'
import { listSteps } from '../../store/executions/steps.ts'
import type { RecordedStep } from '../../store/recording.ts'
import { getWorkflow } from '../access.ts'
import { executionNotFound } from '../executions/refusals.ts'
import { notStored } from '../executions/retry.ts'
import { nodeStepsOf } from '../executions/steps.ts'
import { isEnded } from '../executions/to-response.ts'
import type { RecordedCase } from './case.ts'
import { compareNodes, compareResults, countVerdicts } from './compare.ts'
import type { RunCase } from './run-case.ts'

export type ReplayDeps = {
  db: Db
  runs: Pick<Runs, 'find'>
  versions: Pick<CompiledVersions, 'get'>
  runCase: RunCase
}

/** Runs what was recorded of executions through other versions of their workflow, without calling anything. */
export function createReplay({ db, runs, versions, runCase }: ReplayDeps) {
  /** What was recorded of an execution that has ended. */
  async function recordedCase(scope: Scope, id: string): Promise<RecordedCase> {
    const execution = await findExecution(db, scope, id)
    if (!execution) throw executionNotFound()
    if (!isEnded(execution.status))
      throw new AppError('invalid_state', 'The execution has not ended', { hint: 'Wait for its end.' })
    const run = await runs.find(db, scope, id)
    if (!run || !execution.keepsPayloads) throw notStored()
    const { input, trigger } = run.input as ExecutionInput
    const steps = nodeStepsOf(await listSteps(db, scope, id))
    const { id: userId, name } = run.scope.externalUser
    return {
      executionId: id,
      workflowId: execution.workflowId,
      version: execution.version,
      user: { id: userId, name },
      startedAt: run.startedAt ?? execution.createdAt,
      input: input as Record<string, unknown>,
      trigger: trigger ?? null,
      steps: steps.map(({ name: step, key, record }) => ({ name: step, key, record })),
      status: execution.status as EndedStatus,
      output: execution.output,
      error: execution.error && { code: execution.error.code, message: execution.error.message },
    }
  }

  const targetOf = (workflow: WorkflowRow, against: ReplayBody['against']): number =>
    against === 'draft' ? workflow.version : against

  async function replayCase(
    scope: Scope,
    recorded: RecordedCase,
    version: number,
    signal: AbortSignal,
  ): Promise<Replay & { steps: readonly RecordedStep[] }> {
    const { workflowId } = recorded
    const after = await versions.get(scope, workflowId, version)
    const before = await versions.get(scope, workflowId, recorded.version).catch(() => null)
    const replayed = await runCase(scope, recorded, { workflowId, version }, signal)
    const nodes = compareNodes(recorded.steps, replayed.steps, { before, after })
    const counts = countVerdicts(nodes)
    const was: ReplayOutcome = { status: recorded.status, output: recorded.output, error: recorded.error }
    const result = compareResults(was, replayed.outcome)
    return {
      executionId: recorded.executionId,
      fromVersion: versionLabel(recorded.version),
      toVersion: versionLabel(version),
      isGreen: result.verdict === 'same' && counts.unmatched === 0,
      counts,
      nodes,
      result,
      steps: replayed.steps,
    }
  }

  return {
    recordedCase,
    replayCase,
    targetOf,
    async replay(scope: Scope, id: string, { against }: ReplayBody, signal: AbortSignal): Promise<Replay> {
      const recorded = await recordedCase(scope, id)
      const workflow = await getWorkflow(db, scope, recorded.workflowId)
      return replayCase(scope, recorded, targetOf(workflow, against), signal)
    },
  }
}

export type Replays = ReturnType<typeof createReplay>
