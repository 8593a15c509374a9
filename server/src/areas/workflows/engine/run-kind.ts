import type { Clock } from '../../../kernel/clock.ts'
import { createPace } from '../../../kernel/compute/pace.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import type { RunContext, RunKind } from '../../../kernel/runs/run.ts'
import { triggerTaint } from '../../../kernel/text/taint.ts'
import type { FlowValues } from '../graph/node-input.ts'
import type { AgentVersions } from './agents/agent-versions.ts'
import type { TurnRunner } from './agents/turn-place.ts'
import type { CompiledVersions } from './compiled-versions.ts'
import type { Effects } from './effects/effects.ts'
import type { EndRows } from './end-rows.ts'
import { type ExecutionInput, type ExecutionOutput, executionKind } from './execution.ts'
import { createExecutionCounters } from './interpreter/execution-counters.ts'
import { runFlow } from './interpreter/run-flow.ts'
import { runNode } from './interpreter/run-node.ts'
import type { ExecutionState, Flow } from './interpreter/state.ts'
import { executionLimits } from './limits.ts'
import { openWaits } from './open-waits.ts'
import type { Outputs } from './outputs.ts'
import type { Pauses } from './pauses.ts'
import type { Recording } from './recording.ts'
import type { Subflows } from './subflows.ts'

export type RunKindDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  versions: CompiledVersions
  subflows: Subflows
  pauses: Pauses
  outputs: Outputs
  turns: TurnRunner
  agentVersions: AgentVersions
  endRows: EndRows
  /** What it does outside, and what another execution has done for it. */
  effectsFor(input: ExecutionInput): Effects
  recordingFor(projectId: string, input: ExecutionInput): Promise<Recording | null>
}

/**
 * Executions of workflows as runs: each node is a recorded step, and a lost execution resumes after the last of them.
 */
export function createRunKind(deps: RunKindDeps): RunKind {
  return {
    kind: executionKind,
    pool: 'executions',
    perProject: executionLimits.perProject,
    perConcurrencyKey: executionLimits.perWorkflow,
    maxLosses: executionLimits.maxLosses,
    handle: (context) => execute(deps, context),
    endRows: deps.endRows,
  }
}

async function execute(deps: RunKindDeps, context: RunContext): Promise<ExecutionOutput> {
  const { run } = context
  const executionInput = run.input as ExecutionInput
  const compiled = await deps.versions.get(run, executionInput.workflowId, executionInput.version)
  const { deadline, waits } = await openWaits(deps, context, {
    seconds: compiled.graph.timeoutSec ?? executionLimits.seconds,
  })
  const recording = await deps.recordingFor(run.projectId, executionInput)
  const state: ExecutionState = {
    ...deps,
    root: context,
    effects: deps.effectsFor(executionInput),
    recording,
    waits,
    workedMs: deadline.workedMs,
    counters: createExecutionCounters(),
    threadId: executionInput.threadId,
    ...outermost,
    skipped: new Set(),
    pace: createPace(),
  }
  const startedAt = recording?.startedAt ?? run.startedAt ?? run.createdAt
  const flow: Flow = {
    compiled,
    values: valuesOf(context, executionInput, startedAt),
    workflowId: executionInput.workflowId,
    version: executionInput.version,
    ...outermostFlow(executionInput),
  }
  const position = { entry: context, now: Date.parse(startedAt), signal: deadline.signal }
  try {
    const work = runFlow({ state, flow, ...position }, runNode)
    const { output, response, isEndSkipped, stopped } = await Promise.race([work, waits.interruption])
    const ofParts = stopped.length > 0 ? { stoppedParts: stopped } : {}
    const result = { o: output, ...(response ? { response } : {}) }
    if (run.attempt > 1) return { ...result, ...ofParts, summary: null, creditsMicro: null }
    const counted = state.counters.summary(compiled.graph.nodes.length)
    const summary = {
      ...counted,
      ...(isEndSkipped ? { isEndSkipped } : {}),
      ...ofParts,
    }
    return { ...result, summary, ...state.counters.charges() }
  } finally {
    deadline.end()
    waits.close()
  }
}

const outermost: Pick<ExecutionState, 'depth' | 'namespace' | 'rights'> = {
  depth: 0,
  namespace: [],
  rights: null,
}

const outermostFlow = ({ trigger }: ExecutionInput): Pick<Flow, 'taint' | 'prefix' | 'depth'> => ({
  taint: trigger === undefined ? null : triggerTaint,
  prefix: '',
  depth: 0,
})

const valuesOf = (
  { run, scope }: RunContext,
  { input, trigger = null, mode }: ExecutionInput,
  startedAt: string,
): FlowValues => ({
  input,
  trigger,
  run: { id: run.id, startedAt, mode },
  user: { id: scope.externalUser.id, name: scope.externalUser.name },
})
