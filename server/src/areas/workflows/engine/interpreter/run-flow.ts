import type { RunContext } from '../../../../kernel/runs/run.ts'
import { outputOf } from '../nodes/outputs.ts'
import { type RunNode, runLevel } from './level.ts'
import type { ExecutionState, Flow, LivePass } from './state.ts'

export type FlowRun = {
  state: ExecutionState
  flow: Flow
  entry: RunContext
  now: number
  signal: AbortSignal
}

/** Executes a graph. Its output is that of the `end` that ran, those of several by id, and null when none did. */
export async function runFlow(
  { state, flow, entry, now, signal }: FlowRun,
  runNode: RunNode,
): Promise<{ output: unknown; context: RunContext; now: number }> {
  const pass: LivePass = {
    values: flow.values,
    outer: null,
    iteration: {},
    flow,
    level: flow.compiled.structure.levels.get(null)!,
    outcomes: new Map(),
    labels: [],
  }
  await runLevel({ state, pass, entry, now, signal }, runNode)
  const ends = pass.level.nodes
    .filter(({ type }) => type === 'end')
    .map(({ id }) => ({ id, result: pass.outcomes.get(id)! }))
    .filter(({ result }) => result.status === 'completed')
  const results = ends.map(({ result }) => result)
  return {
    output: outputOf(ends),
    context: results.length === 0 ? entry : entry.branch(results.map(({ context }) => context)),
    now: Math.max(now, ...results.map((result) => result.now)),
  }
}
