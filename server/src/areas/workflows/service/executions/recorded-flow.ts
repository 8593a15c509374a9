import type { CompiledGraph } from '../../graph/compile.ts'
import {
  type FlowValues,
  type NodeOutcome,
  nodeInput,
  type Pass,
  type Roots,
  rootsOf,
} from '../../graph/node-input.ts'
import { type NodeRecord, parseStepName, stepNameOf } from '../../graph/record.ts'

/** What was recorded of an execution: by the name of the step, including outputs in files. */
export type Recording = {
  nodes: ReadonlyMap<string, NodeRecord>
  /** The version of each subflow that was reached, by the step of its node. */
  subflowVersions: ReadonlyMap<string, number>
}

/** A graph that was executed, with what its expressions saw. */
export type RecordedFlow = {
  compiled: CompiledGraph
  values: FlowValues
  prefix: string
  startedAt: number
  recording: Recording
}

/** The record with the result of a node: that of its last try. */
export function lastRecord({ nodes }: Recording, step: string): NodeRecord | undefined {
  let found = nodes.get(step)
  for (let attempt = 1; found?.s === 'retry'; attempt++) {
    const next = nodes.get(`${step}~${attempt}`)
    if (!next) break
    found = next
  }
  return found
}

const toOutcome = (record: NodeRecord): NodeOutcome =>
  record.s === 'ok'
    ? { status: 'completed', output: record.o ?? null, error: null, stopped: record.p }
    : { status: 'failed', output: null, error: record.e ?? null }

/** What the expressions of a step saw, and when; null for a node that is not in the graph. */
export function recordedRoots(flow: RecordedFlow, step: string): { roots: Roots; now: number } | null {
  const { path, labels } = parseStepName(step)
  const nodeId = path.at(-1)!
  const { structure, nodes } = flow.compiled
  const compiled = nodes.get(nodeId)
  if (!compiled) return null
  const loops = structure.loopsAround(nodeId).toReversed()
  const pass = loops.reduce(
    (outer, loopId, depth) => iterationPass(flow, outer, loopId, labels, depth),
    topPass(flow),
  )
  const roots = rootsOf(structure, pass, nodeId)
  const now = lastBarrier(flow, nodeId, labels)
  const label = labels[loops.length]
  if (compiled.forEach && label !== undefined) {
    const index = indexOf(label)
    const items = compiled.forEach.evaluate({ roots, now })
    Object.assign(roots, { index, item: Array.isArray(items) ? items[index] : null })
  }
  return { roots, now }
}

/**
 * What a step was given, evaluated again from the graph and the outputs that were recorded before it. Null where that
 * cannot be known: a node that is not in the graph, an expression that failed.
 */
export function recordedInput(flow: RecordedFlow, step: string): Record<string, unknown> | null {
  try {
    const seen = recordedRoots(flow, step)
    return seen && nodeInput(flow.compiled, parseStepName(step).path.at(-1)!, seen.roots, seen.now)
  } catch {
    return null
  }
}

// A loop that is tried again has the number of the try behind the index.
const indexOf = (label: string): number => Number(label.split('.', 1)[0])

const topPass = (flow: RecordedFlow): Pass => ({
  values: flow.values,
  outer: null,
  iteration: {},
  outcomes: outcomesOf(flow, null, []),
})

function iterationPass(
  flow: RecordedFlow,
  outer: Pass,
  loopId: string,
  labels: readonly string[],
  depth: number,
): Pass {
  const index = indexOf(labels[depth] ?? '0')
  return {
    values: flow.values,
    outer,
    iteration: iterationOf(flow, outer, loopId, { index, labels: labels.slice(0, depth) }),
    outcomes: outcomesOf(flow, loopId, labels.slice(0, depth + 1)),
  }
}

function iterationOf(
  flow: RecordedFlow,
  outer: Pass,
  loopId: string,
  { index, labels }: { index: number; labels: readonly string[] },
): Record<string, unknown> {
  const { over } = flow.compiled.nodes.get(loopId)!
  const now = lastBarrier(flow, loopId, labels)
  if (over) {
    const items = over.evaluate({ roots: rootsOf(flow.compiled.structure, outer, loopId), now })
    return { index, item: Array.isArray(items) ? items[index] : null }
  }
  const ended = lastRecord(flow.recording, stepNameOf(flow.prefix, loopId, labels))?.o
  return { index, previous: Array.isArray(ended) && index > 0 ? ended[index - 1] : null }
}

/** The nodes of a level that have ended, in one iteration of the loops around it. */
function outcomesOf(
  flow: RecordedFlow,
  loopId: string | null,
  labels: readonly string[],
): Map<string, NodeOutcome> {
  const outcomes = new Map<string, NodeOutcome>()
  for (const { id } of flow.compiled.structure.levels.get(loopId)?.nodes ?? []) {
    const record = lastRecord(flow.recording, stepNameOf(flow.prefix, id, labels))
    if (record) outcomes.set(id, toOutcome(record))
  }
  return outcomes
}

/** What `now` was for a node: when the last node before it had ended. */
function lastBarrier(flow: RecordedFlow, nodeId: string, labels: readonly string[]): number {
  const times = [...flow.compiled.structure.ancestorsOf(nodeId)].flatMap((id) => {
    const depth = flow.compiled.structure.loopsAround(id).length
    return lastRecord(flow.recording, stepNameOf(flow.prefix, id, labels.slice(0, depth)))?.at ?? []
  })
  return Math.max(flow.startedAt, ...times)
}
