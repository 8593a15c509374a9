import type { FlowEdge, FlowGraph } from './types.ts'

const longestId = 64

/** What a text may be called as a node: it is a name in expressions. */
export const toNodeId = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, longestId - 4) || 'node'

/** The wanted name, or the first free one with a number behind it. */
export function freeId(preferred: string, taken: ReadonlySet<string>): string {
  if (!taken.has(preferred)) return preferred
  const stem = preferred.replace(/_\d+$/, '').slice(0, longestId - 4)
  for (let number = 2; ; number++) if (!taken.has(`${stem}_${number}`)) return `${stem}_${number}`
}

export const nodeIdsIn = (graph: FlowGraph): Set<string> => new Set(graph.nodes.map(({ id }) => id))

export function newEdge(graph: FlowGraph, from: string, to: string, more: Partial<FlowEdge> = {}): FlowEdge {
  const taken = new Set(graph.edges.map(({ id }) => id))
  const stem = `${from}-${to}`
  let id = stem
  for (let number = 2; taken.has(id); number++) id = `${stem}-${number}`
  return { id, from, to, ...more }
}

type NewEdge = Omit<FlowEdge, 'id'> & { id?: string }

/** Edges may come without ids; on the canvas each has one. */
export function withEdgeIds(edges: readonly NewEdge[]): FlowEdge[] {
  const taken = new Set(edges.flatMap(({ id }) => (id === undefined ? [] : [id])))
  return edges.map((edge) => {
    if (edge.id !== undefined) return edge as FlowEdge
    let id = `${edge.from}-${edge.to}`
    for (let number = 2; taken.has(id); number++) id = `${edge.from}-${edge.to}-${number}`
    taken.add(id)
    return { ...edge, id }
  })
}
