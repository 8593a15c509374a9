import type { Clock } from '../../../kernel/clock.ts'
import { createPace } from '../../../kernel/compute/pace.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import type { RunContext, RunKind } from '../../../kernel/runs/run.ts'
import type { FlowValues } from '../graph/node-input.ts'
import type { AgentVersions } from './agents/agent-versions.ts'
import type { TurnRunner } from './agents/turn-place.ts'
import type { CompiledVersions } from './compiled-versions.ts'
import { createDeadline } from './deadline.ts'
import type { Effects } from './effects/effects.ts'
import type { EndRows } from './end-rows.ts'
import { type ExecutionInput, type ExecutionOutput, executionKind } from './execution.ts'
import { createExecutionCounters } from './interpreter/execution-counters.ts'
import { runFlow } from './interpreter/run-flow.ts'
import { runNode } from './interpreter/run-node.ts'
import type { ExecutionState, Flow } from './interpreter/state.ts'
import { createWaits } from './interpreter/waits.ts'
import { executionLimits } from './limits.ts'
import type { Outputs } from './outputs.ts'
import { type Pauses, wakeKeyOf } from './pauses.ts'
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
  const deadline = createDeadline(deps.clock, context, compiled.graph.timeoutSec ?? executionLimits.seconds)
  const recording = await deps.recordingFor(run.projectId, executionInput)
  const waits = createWaits({
    clock: deps.clock,
    context: context.branch(),
    key: wakeKeyOf(run.id),
    findAnswered: (ids) => deps.pauses.findAnswered(deps.db, context.scope, ids),
    onSuspended: deadline.extend,
  })
  const state: ExecutionState = {
    ...deps,
    root: context,
    effects: deps.effectsFor(executionInput),
    recording,
    waits,
    workedMs: deadline.workedMs,
    counters: createExecutionCounters(),
    threadId: executionInput.threadId,
    ...outermost(executionInput),
    skipped: new Set(),
    pace: createPace(),
  }
  const startedAt = recording?.startedAt ?? run.startedAt ?? run.createdAt
  const flow: Flow = {
    compiled,
    values: valuesOf(context, executionInput, startedAt),
    workflowId: executionInput.workflowId,
    version: executionInput.version,
    prefix: '',
    depth: 0,
  }
  const position = { entry: context.branch(), now: Date.parse(startedAt), signal: deadline.signal }
  try {
    const work = runFlow({ state, flow, ...position }, runNode)
    const { output } = await Promise.race([work, waits.interruption])
    if (run.attempt > 1) return { o: output, summary: null, creditsMicro: null }
    return {
      o: output,
      summary: state.counters.summary(compiled.graph.nodes.length),
      ...state.counters.charges(),
    }
  } finally {
    deadline.end()
    waits.close()
  }
}

const outermost = ({ trigger }: ExecutionInput): Pick<ExecutionState, 'depth' | 'namespace' | 'taint'> => ({
  depth: 0,
  namespace: [],
  taint: trigger === undefined ? null : 'trigger',
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
