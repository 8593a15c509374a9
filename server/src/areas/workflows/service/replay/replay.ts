import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Agents } from '../../../agents/index.ts'
import type { Threads } from '../../../threads/index.ts'
import type { CompiledVersions } from '../../engine/compiled-versions.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ExecutionInput } from '../../engine/execution.ts'
import type { EndedStatus } from '../../schema/execution.ts'
import type { Replay, ReplayBody, ReplayedNode, ReplayOutcome } from '../../schema/replay.ts'
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
import { checkedSteps, compareCalls, summariseTurn, withoutMessageId } from './agents/compare-turns.ts'
import { type RecordedTurn, readTurn } from './agents/recorded-turn.ts'
import { createReplayTurn } from './agents/replay-turn.ts'
import type { RecordedCase } from './case.ts'
import { compareNodes, compareResults, countVerdicts } from './compare.ts'
import type { RunCase } from './run-case.ts'

export type ReplayDeps = {
  db: Db
  runs: Pick<Runs, 'find'>
  versions: Pick<CompiledVersions, 'get'>
  runCase: RunCase
  threads: Threads
  agents: Pick<Agents, 'run'>
  engine: Pick<Engine, 'agentVersions' | 'workflowContents'>
}

/** Runs what was recorded of executions through other versions of their workflow, without calling anything. */
export function createReplay({ db, runs, versions, runCase, threads, agents, engine }: ReplayDeps) {
  const replayTurn = createReplayTurn({ agents, engine })

  /** What was recorded of an execution that has ended. */
  async function recordedCase(scope: Scope, id: string): Promise<RecordedCase> {
    const execution = await findExecution(db, scope, id)
    if (!execution) throw executionNotFound()
    if (!isEnded(execution.status))
      throw new AppError('invalid_state', 'The execution has not ended', { hint: 'Wait for its end.' })
    const run = await runs.find(db, scope, id)
    if (!run || !execution.keepsPayloads) throw notStored()
    const { input, trigger } = run.input as ExecutionInput
    const isAgent = execution.type === 'agent'
    const steps = isAgent ? [] : nodeStepsOf(await listSteps(db, scope, id))
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
      ...(isAgent ? { agentTurn: await readTurn({ db, threads }, scope, run) } : {}),
    }
  }

  const targetOf = (workflow: WorkflowRow, against: ReplayBody['against']): number =>
    against === 'draft' ? workflow.version : against

  async function replayCase(
    scope: Scope,
    recorded: RecordedCase,
    version: number,
    signal: AbortSignal,
  ): Promise<ReplayWithSteps> {
    const { workflowId, agentTurn } = recorded
    if (agentTurn) return replayAgent(scope, { ...recorded, agentTurn }, version, signal)
    const after = await versions.get(scope, workflowId, version)
    const before = await versions.get(scope, workflowId, recorded.version).catch(() => null)
    const replayed = await runCase(scope, recorded, { workflowId, version }, signal)
    const nodes = compareNodes(recorded.steps, replayed.steps, { before, after })
    const result = compareResults(resultOf(recorded), replayed.outcome)
    return { ...reportOf(recorded, version, nodes, result), steps: replayed.steps }
  }

  async function replayAgent(
    scope: Scope,
    recorded: RecordedCase & { agentTurn: RecordedTurn },
    version: number,
    signal: AbortSignal,
  ): Promise<ReplayWithSteps> {
    const { workflowId, agentTurn } = recorded
    const agent = await engine.agentVersions.get(scope, workflowId, version)
    const replayed = await replayTurn(scope, { recorded, agent, target: { workflowId, version } }, signal)
    const nodes = compareCalls(agentTurn.steps, replayed)
    const [was, is] = [resultOf(recorded), replayed.outcome].map(withoutMessageId)
    return {
      ...reportOf(recorded, version, nodes, compareResults(was!, is!)),
      agent: summariseTurn(agentTurn.steps, replayed, nodes),
      steps: checkedSteps(replayed.steps),
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

/** With what checks are about. */
type ReplayWithSteps = Replay & { steps: readonly RecordedStep[] }

const resultOf = ({ status, output, error }: RecordedCase): ReplayOutcome => ({ status, output, error })

function reportOf(
  recorded: RecordedCase,
  version: number,
  nodes: ReplayedNode[],
  result: Replay['result'],
): Replay {
  const counts = countVerdicts(nodes)
  return {
    executionId: recorded.executionId,
    fromVersion: versionLabel(recorded.version),
    toVersion: versionLabel(version),
    isGreen: result.verdict === 'same' && counts.unmatched === 0,
    counts,
    nodes,
    result,
  }
}
