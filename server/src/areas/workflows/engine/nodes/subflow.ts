import { NodeFailure } from '../failure.ts'
import { untilDeadline } from '../interpreter/deadline.ts'
import type { RunNode } from '../interpreter/level.ts'
import { runFlow } from '../interpreter/run-flow.ts'
import { failureOfStop } from '../interpreter/stop.ts'
import { executionLimits } from '../limits.ts'
import type { Attempt, Done, NodeKind } from './kind.ts'

/** Another workflow as part of this execution: its steps are in the same run, under the name of the node. */
export const subflowKind = (runNode: RunNode): NodeKind<'subflow'> => ({
  run: (attempt) =>
    untilDeadline(attempt, attempt.node.timeoutSec, (signal) => runSubflow({ ...attempt, signal }, runNode)),
})

async function runSubflow(attempt: Attempt<'subflow'>, runNode: RunNode): Promise<Done> {
  const { state, pass, node, step, input, context, now, signal } = attempt
  const { flow } = pass
  if (flow.depth >= executionLimits.depth)
    throw new NodeFailure(
      'recursion_limit',
      `Subflows can be at most ${executionLimits.depth} levels deep. Check that a workflow does not execute itself.`,
    )
  const { scope } = context
  const version = await context.step(
    `${step}:version`,
    () => state.subflows.resolve(scope, node.workflowId, node.workflowVersion),
    { class: 'pure' },
  )
  const compiled = await state.subflows.compiled(scope, node.workflowId, version)
  const inner = {
    compiled,
    values: { ...flow.values, input: input.input },
    taint: attempt.taint,
    workflowId: node.workflowId,
    version,
    prefix: `${step}/`,
    depth: flow.depth + 1,
  }
  const done = await state.waits
    .outside(() => runFlow({ state, flow: inner, entry: context, now, signal }, runNode))
    .catch((error) => {
      throw failureOfStop(error)
    })
  return { ...done, v: version }
}
