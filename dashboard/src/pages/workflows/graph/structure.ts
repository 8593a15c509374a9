import type { FlowEdge, FlowGraph, FlowNode } from './types.ts'

export const nodesOfLevel = (graph: FlowGraph, parent: string | undefined): FlowNode[] =>
  graph.nodes.filter((node) => node.parent === parent)

export type ListedNode = { node: FlowNode; depth: number; next: readonly FlowEdge[] }

/** The nodes in the order in which they run, loops followed by their bodies: the graph as a list. */
export function listNodes(graph: FlowGraph): ListedNode[] {
  const outgoing = Map.groupBy(graph.edges, ({ from }) => from)
  const isKnown = new Set(graph.nodes.map(({ id }) => id))
  const list: ListedNode[] = []
  const seen = new Set<string>()
  const level = (parent: string | undefined, depth: number) => {
    for (const node of inOrder(nodesOfLevel(graph, parent), graph.edges)) {
      if (seen.has(node.id)) continue
      seen.add(node.id)
      list.push({ node, depth, next: outgoing.get(node.id) ?? [] })
      if (node.type === 'loop') level(node.id, depth + 1)
    }
  }
  level(undefined, 0)
  // A body whose loop was deleted must still be listed.
  for (const node of graph.nodes)
    if (!seen.has(node.id) && (node.parent === undefined || !isKnown.has(node.parent)))
      list.push({ node, depth: 0, next: outgoing.get(node.id) ?? [] })
  return list
}

/** Before what follows it; among equals in the order of the graph. Nodes of a cycle come last. */
function inOrder(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): FlowNode[] {
  const ids = new Set(nodes.map(({ id }) => id))
  const waits = new Map(nodes.map(({ id }) => [id, 0]))
  const inside = edges.filter(({ from, to }) => ids.has(from) && ids.has(to))
  for (const { to } of inside) waits.set(to, waits.get(to)! + 1)
  const ordered: FlowNode[] = []
  const left = [...nodes]
  while (left.length > 0) {
    const at = Math.max(
      0,
      left.findIndex(({ id }) => waits.get(id) === 0),
    )
    const [node] = left.splice(at, 1)
    ordered.push(node!)
    for (const { from, to } of inside) if (from === node!.id) waits.set(to, waits.get(to)! - 1)
  }
  return ordered
}

/** The ids of what has ended before a node begins: what its expressions may name. */
export function ancestorsOf(graph: FlowGraph, id: string): Set<string> {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const incoming = Map.groupBy(graph.edges, ({ to }) => to)
  const found = new Set<string>()
  const visit = (to: string) => {
    for (const { from } of incoming.get(to) ?? []) {
      if (found.has(from)) continue
      found.add(from)
      visit(from)
    }
    const parent = byId.get(to)?.parent
    if (parent !== undefined) visit(parent)
  }
  visit(id)
  found.delete(id)
  return found
}

/** Whether an edge would close a circle. */
export const makesCycle = (graph: FlowGraph, from: string, to: string): boolean =>
  from === to || ancestorsOf(graph, from).has(to)

/** Why two nodes cannot be connected; null when they can. */
export function connectFault(graph: FlowGraph, from: string, to: string): string | null {
  const source = graph.nodes.find(({ id }) => id === from)
  const target = graph.nodes.find(({ id }) => id === to)
  if (!source || !target) return 'This node was deleted.'
  if (from === to) return 'A node cannot lead to itself.'
  if (target.type === 'start') return 'Nothing can lead to the start.'
  if (source.type === 'end') return 'Nothing can follow an end.'
  if (source.parent !== target.parent)
    return 'An edge cannot cross the border of a loop. Connect to the loop itself.'
  if (graph.edges.some((edge) => edge.from === from && edge.to === to))
    return 'These nodes are already connected.'
  if (makesCycle(graph, from, to)) return 'This would be a cycle. To repeat nodes, put them in a loop.'
  return null
}
