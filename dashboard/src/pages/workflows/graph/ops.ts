import type { FlowEdge, FlowGraph, FlowNode, GraphSettings } from './types.ts'

/**
 * One edit of a graph, with what was there before it: turned around, it is its own undo. `at` is the place in the list,
 * because the order of edges decides which one a branch takes.
 */
export type GraphOp =
  | { kind: 'node'; at: number; before: FlowNode | null; after: FlowNode | null }
  | { kind: 'edge'; at: number; before: FlowEdge | null; after: FlowEdge | null }
  | { kind: 'settings'; before: GraphSettings; after: GraphSettings }

function replaced<T extends { id: string }>(
  items: readonly T[],
  { at, before, after }: { at: number; before: T | null; after: T | null },
): readonly T[] {
  if (before === null) return after === null ? items : items.toSpliced(at, 0, after)
  const index = items.findIndex(({ id }) => id === before.id)
  if (index === -1) return items
  return after === null ? items.toSpliced(index, 1) : items.with(index, after)
}

function applyOp(graph: FlowGraph, op: GraphOp): FlowGraph {
  if (op.kind === 'node') return { ...graph, nodes: replaced(graph.nodes, op) }
  if (op.kind === 'edge') return { ...graph, edges: replaced(graph.edges, op) }
  return { nodes: graph.nodes, edges: graph.edges, ...op.after }
}

export const applyOps = (graph: FlowGraph, ops: readonly GraphOp[]): FlowGraph => ops.reduce(applyOp, graph)

/** What takes the edits back, last one first. */
export const inverseOf = (ops: readonly GraphOp[]): GraphOp[] =>
  ops.toReversed().map((op) => ({ ...op, before: op.after, after: op.before }) as GraphOp)

export const findNode = (graph: FlowGraph, id: string): FlowNode | undefined =>
  graph.nodes.find((node) => node.id === id)

export const settingsOf = ({ nodes: _nodes, edges: _edges, ...settings }: FlowGraph): GraphSettings =>
  settings

/** A node with other fields; those that are undefined are taken away. */
export function patchNode(node: FlowNode, patch: Partial<FlowNode>): FlowNode {
  const defined = Object.entries({ ...node, ...patch }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined) as FlowNode
}

export function updateNode(graph: FlowGraph, id: string, patch: Partial<FlowNode>): GraphOp[] {
  const before = findNode(graph, id)
  if (!before) return []
  const after = patchNode(before, patch)
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ kind: 'node', at: 0, before, after }]
}

export function updateEdge(graph: FlowGraph, id: string, patch: Partial<FlowEdge>): GraphOp[] {
  const before = graph.edges.find((edge) => edge.id === id)
  if (!before) return []
  const defined = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined)
  return [{ kind: 'edge', at: 0, before, after: Object.fromEntries(defined) as FlowEdge }]
}

export const updateSettings = (graph: FlowGraph, patch: GraphSettings): GraphOp[] => {
  const defined = Object.entries({ ...settingsOf(graph), ...patch }).filter(
    ([, value]) => value !== undefined,
  )
  return [
    { kind: 'settings', before: settingsOf(graph), after: Object.fromEntries(defined) as GraphSettings },
  ]
}

/** The nodes with these ids and everything inside of those that are loops. */
export function withBodies(graph: FlowGraph, ids: ReadonlySet<string>): Set<string> {
  const found = new Set(ids)
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const { id, parent } of graph.nodes) if (parent !== undefined && found.has(parent)) found.add(id)
  }
  return found
}

/** Removes nodes with their bodies and edges, and edges by themselves. The start stays. */
export function removeAll(
  graph: FlowGraph,
  nodeIds: ReadonlySet<string>,
  edgeIds: ReadonlySet<string> = new Set(),
): GraphOp[] {
  const removedIds = withBodies(
    graph,
    new Set([...nodeIds].filter((id) => findNode(graph, id)?.type !== 'start')),
  )
  const edges = graph.edges.flatMap((before, at): GraphOp[] =>
    edgeIds.has(before.id) || removedIds.has(before.from) || removedIds.has(before.to)
      ? [{ kind: 'edge', at, before, after: null }]
      : [],
  )
  const nodes = graph.nodes.flatMap((before, at): GraphOp[] =>
    removedIds.has(before.id) ? [{ kind: 'node', at, before, after: null }] : [],
  )
  // From the end of each list, so that every place holds when it is undone.
  return [...edges.toReversed(), ...nodes.toReversed()]
}

/** Appends nodes and edges. */
export function addAll(graph: FlowGraph, nodes: readonly FlowNode[], edges: readonly FlowEdge[]): GraphOp[] {
  return [
    ...nodes.map(
      (after, index): GraphOp => ({
        kind: 'node',
        at: graph.nodes.length + index,
        before: null,
        after,
      }),
    ),
    ...edges.map(
      (after, index): GraphOp => ({
        kind: 'edge',
        at: graph.edges.length + index,
        before: null,
        after,
      }),
    ),
  ]
}

export function movedTo(
  graph: FlowGraph,
  positions: ReadonlyMap<string, { x: number; y: number }>,
): GraphOp[] {
  return [...positions].flatMap(([id, { x, y }]) =>
    updateNode(graph, id, { position: { x: Math.round(x), y: Math.round(y) } }),
  )
}
