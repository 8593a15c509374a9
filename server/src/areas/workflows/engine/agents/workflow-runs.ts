import type { Clock } from '../../../../kernel/clock.ts'
import { createPace } from '../../../../kernel/compute/pace.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Log } from '../../../../kernel/log.ts'
import type { RunContext } from '../../../../kernel/runs/run.ts'
import type { WorkflowCall, WorkflowEnd } from '../../../agents/index.ts'
import type { ExecutionInput } from '../execution.ts'
import { type NodeFailure, toNodeFailure } from '../failure.ts'
import { untilWorked } from '../interpreter/deadline.ts'
import { createExecutionCounters } from '../interpreter/execution-counters.ts'
import { runFlow } from '../interpreter/run-flow.ts'
import { runNode } from '../interpreter/run-node.ts'
import type { ExecutionState, Flow } from '../interpreter/state.ts'
import { failureOfStop } from '../interpreter/stop.ts'
import type { Outputs } from '../outputs.ts'
import type { Pauses } from '../pauses.ts'
import type { Subflows } from '../subflows.ts'
import type { AgentVersions } from './agent-versions.ts'
import type { TurnPlace } from './turn-place.ts'
import { contentsOf } from './workflow-contents.ts'

export type WorkflowRunsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  subflows: Subflows
  pauses: Pauses
  outputs: Outputs
  agentVersions: AgentVersions
}

type Around = Pick<ExecutionState, 'turns' | 'depth' | 'namespace' | 'rights'>

/**
 * Workflows that agents execute as tools: their steps are in the run of the agent under the name of the call, so that they
 * share its scope, its limits, its pauses and its end. A failure is the result of the call, and the agent continues.
 */
export function createWorkflowRuns(deps: WorkflowRunsDeps) {
  function stateOf(place: TurnPlace, around: Around): ExecutionState {
    const { context, waits, effects, threadId, workedMs } = place
    return {
      ...deps,
      ...around,
      root: inNamespace(context, around.namespace),
      effects,
      waits,
      workedMs,
      recording: null,
      counters: createExecutionCounters(),
      threadId,
      skipped: new Set(),
      pace: createPace(),
    }
  }

  async function flowOf(
    { run, scope }: RunContext,
    { workflow, input, step, taint }: WorkflowCall,
    at: number,
  ) {
    const { id: workflowId, version } = workflow
    const { mode } = run.input as ExecutionInput
    const flow: Flow = {
      compiled: await deps.subflows.compiled(scope, workflowId, version),
      values: {
        input,
        trigger: null,
        run: { id: run.id, startedAt: new Date(at).toISOString(), mode },
        user: { id: scope.externalUser.id, name: scope.externalUser.name },
      },
      taint,
      workflowId,
      version,
      prefix: `${step}/`,
      depth: 0,
    }
    return flow
  }

  return {
    contentsOf: contentsOf(deps.subflows),
    async run(place: TurnPlace, call: WorkflowCall, around: Around): Promise<WorkflowEnd> {
      const { context, signal } = place
      const { step } = call
      const { at } = await context.step(`${step}:start`, async () => ({ at: deps.clock.now().getTime() }), {
        class: 'pure',
      })
      const state = stateOf(place, around)
      try {
        const flow = await flowOf(context, call, at)
        const done = await untilWorked(
          { workedMs: state.workedMs, context, step, signal },
          flow.compiled.graph.timeoutSec,
          (until) =>
            state.waits.outside(() =>
              runFlow({ state, flow, entry: context, now: at, signal: until }, runNode),
            ),
        )
        const creditsMicro = state.counters.credits()
        const { output, stopped } = done
        const outcome = { isOk: true as const, output, creditsMicro, logId: null, stopped }
        return { outcome, creditsMicro, taint: done.taint, context: done.context }
      } catch (error) {
        if (signal.aborted) throw signal.reason
        const failure = toNodeFailure(failureOfStop(error))
        if (!failure) throw error
        return failed(failure, context, state.counters.credits())
      }
    },
  }
}

export type WorkflowRuns = ReturnType<typeof createWorkflowRuns>

const failed = (
  { code, message, facts }: NodeFailure,
  context: RunContext,
  creditsMicro: number,
): WorkflowEnd => {
  // The user connects the account by the link, and has the agent execute it again.
  const link = facts.connection?.redirectUrl
  return {
    creditsMicro,
    taint: facts.taint ?? null,
    context,
    outcome: {
      isOk: false,
      code,
      message: typeof link === 'string' ? `${message} ${link}` : message,
      creditsMicro,
      logId: null,
      isRetryable: false,
      hadNoEffect: false,
      retryAfterMs: null,
      connection: null,
    },
  }
}

/** Its events say to which call they belong. */
const inNamespace = (context: RunContext, ns: readonly string[]): RunContext => ({
  ...context,
  emit: (type, data, options) => context.emit(type, { ...(data as object), ns }, options),
})
