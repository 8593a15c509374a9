import type { StoppedPart } from '../../agents/index.ts'
import type { CompiledGraph } from './compile.ts'
import type { Structure } from './level.ts'
import type { NodeError } from './record.ts'

/** What all expressions of a graph see, whichever node they belong to. */
export type FlowValues = {
  input: unknown
  trigger: unknown
  run: { id: string; startedAt: string; mode: 'test' | 'production' }
  user: { id: string; name: string }
}

export type NodeOutcome = {
  status: 'completed' | 'failed' | 'skipped'
  output: unknown
  error: NodeError | null
  stopped?: readonly StoppedPart[] | undefined
}

/** One pass through a level: the graph itself, or an iteration of a loop. */
export type Pass = {
  values: FlowValues
  /** The pass that the loop of this level belongs to. */
  outer: Pass | null
  /** By node, as far as they have ended. */
  outcomes: ReadonlyMap<string, NodeOutcome>
  /** `item`, `index` and `previous`, where the innermost loop has them. */
  iteration: Readonly<Record<string, unknown>>
}

export type Roots = Record<string, unknown> & { nodes: Record<string, unknown> }

/** What expressions of a node may see: those before it, wherever they are, and nothing that runs beside it. */
export function rootsOf(structure: Structure, pass: Pass, nodeId: string): Roots {
  const nodes: Record<string, unknown> = {}
  for (const id of structure.ancestorsOf(nodeId)) {
    const outcome = outcomeOf(pass, id)
    if (outcome) nodes[id] = toNodeRoot(outcome)
  }
  const { input, trigger, run, user } = pass.values
  return { input, trigger, run, user, ...iterationOf(pass), nodes }
}

// Absent where no limit ended an agent: steps that were recorded before it was there have the same key.
export const toNodeRoot = ({ status, output, error, stopped: [first] = [] }: NodeOutcome) => ({
  output,
  error,
  status,
  ...(first ? { stoppedBy: first.stoppedBy } : {}),
})

/** The same with the node itself, which its edges may look at. */
export const withOutcome = (roots: Roots, nodeId: string, outcome: NodeOutcome): Roots => ({
  ...roots,
  nodes: { ...roots.nodes, [nodeId]: toNodeRoot(outcome) },
})

function outcomeOf(pass: Pass, id: string): NodeOutcome | undefined {
  for (let at: Pass | null = pass; at; at = at.outer) {
    const outcome = at.outcomes.get(id)
    if (outcome) return outcome
  }
  return undefined
}

function iterationOf(pass: Pass): Record<string, unknown> {
  for (let at: Pass | null = pass; at; at = at.outer) if ('index' in at.iteration) return at.iteration
  return {}
}

/** What a node is given, evaluated. */
export function nodeInput(
  { nodes }: CompiledGraph,
  nodeId: string,
  roots: Roots,
  now: number,
): Record<string, unknown> {
  const compiled = nodes.get(nodeId)!
  const input = compiled.request.evaluate({ roots, now }) as Record<string, unknown>
  const { type } = compiled.node
  // A script without a mapping sees what an expression would.
  if ((type === 'code' || type === 'llm_agent') && !('state' in input))
    return { state: { input: roots.input, nodes: roots.nodes, ...pick(roots, 'item', 'index') } }
  return input
}

const pick = (roots: Roots, ...names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => name in roots).map((name) => [name, roots[name]]))
