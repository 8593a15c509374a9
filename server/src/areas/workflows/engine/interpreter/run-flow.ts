import type { RunContext } from '../../../../kernel/runs/run.ts'
import { strongestTaint, type Taint } from '../../../../kernel/text/taint.ts'
import type { StoppedPart } from '../../../agents/index.ts'
import type { FlowResponse } from '../../graph/record.ts'
import { outputOf } from '../nodes/outputs.ts'
import { type RunNode, runLevel } from './level.ts'
import type { ExecutionState, Flow, LivePass } from './state.ts'
import { stoppedParts } from './stopped-parts.ts'

export type FlowRun = {
  state: ExecutionState
  flow: Flow
  entry: RunContext
  now: number
  signal: AbortSignal
}

export type FlowEnd = {
  output: unknown
  /** Origin of its output. */
  taint: Taint
  response: FlowResponse | null
  stopped: StoppedPart[]
  /** There is an end, and every way to it was skipped. */
  isEndSkipped: boolean
  context: RunContext
  now: number
}

/** Executes a graph. Its output is that of the `end` that ran, those of several by id, and null when none did. */
export async function runFlow(
  { state, flow, entry, now, signal }: FlowRun,
  runNode: RunNode,
): Promise<FlowEnd> {
  const pass: LivePass = {
    values: flow.values,
    outer: null,
    iteration: {},
    flow,
    level: flow.compiled.structure.levels.get(null)!,
    outcomes: new Map(),
    taint: null,
    labels: [],
  }
  await runLevel({ state, pass, entry, now, signal }, runNode)
  const all = pass.level.nodes
    .filter(({ type }) => type === 'end')
    .map(({ id }) => ({ id, result: pass.outcomes.get(id)! }))
  const ends = all.filter(({ result }) => result.status === 'completed')
  const results = ends.map(({ result }) => result)
  const responding = ends.find(({ result }) => result.response)
  return {
    output: outputOf(ends),
    response: responding
      ? { ...responding.result.response!, nodeId: ends.length > 1 ? responding.id : null }
      : null,
    stopped: stoppedParts([...pass.outcomes.values()].flatMap(({ stopped = [] }) => stopped)),
    isEndSkipped: all.length > 0 && all.every(({ result }) => result.status === 'skipped'),
    taint: strongestTaint(results.map(({ taint }) => taint)),
    context: results[0]?.context ?? entry,
    now: Math.max(now, ...results.map((result) => result.now)),
  }
}
