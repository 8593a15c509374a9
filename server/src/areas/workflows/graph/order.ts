import type { Edge, Node } from '../schema/graph.ts'

/** Every node behind those that its edges come from, else in the given order. Nodes of cycles come last. */
export function topologicalOrder(nodes: readonly Node[], edges: readonly Edge[]): Node[] {
  const waiting = new Map(nodes.map(({ id }) => [id, 0]))
  for (const { to } of edges) waiting.set(to, waiting.get(to)! + 1)
  const outgoing = Map.groupBy(edges, ({ from }) => from)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const ordered = nodes.filter(({ id }) => waiting.get(id) === 0)
  for (const { id } of ordered)
    for (const { to } of outgoing.get(id) ?? []) {
      const left = waiting.get(to)! - 1
      waiting.set(to, left)
      if (left === 0) ordered.push(byId.get(to)!)
    }
  return ordered.length === nodes.length ? ordered : [...ordered, ...rest(nodes, ordered)]
}

const rest = (nodes: readonly Node[], ordered: readonly Node[]): Node[] => {
  const known = new Set(ordered)
  return nodes.filter((node) => !known.has(node))
}

/** The nodes of each cycle, in the order of its edges; one cycle of each group that is connected in a circle. */
export function cyclicNodes(nodes: readonly Node[], edges: readonly Edge[]): string[][] {
  const outgoing = Map.groupBy(edges, ({ from }) => from)
  const incoming = Map.groupBy(edges, ({ to }) => to)
  // Nodes outside of cycles are removed from both ends until nothing changes.
  const left = new Set(nodes.map(({ id }) => id))
  const isBetween = (id: string) =>
    (outgoing.get(id) ?? []).some(({ to }) => left.has(to)) &&
    (incoming.get(id) ?? []).some(({ from }) => left.has(from))
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const id of left) if (!isBetween(id)) left.delete(id)
  }
  const cycles: string[][] = []
  while (left.size > 0) {
    const cycle = cycleFrom([...left][0]!, (id) => outgoing.get(id)!.find(({ to }) => left.has(to))?.to)
    cycles.push(cycle)
    for (const id of cycle) left.delete(id)
    for (let before = -1; before !== left.size; ) {
      before = left.size
      for (const id of left) if (!isBetween(id)) left.delete(id)
    }
  }
  return cycles
}

/** Follows the edges until a node comes again. */
function cycleFrom(first: string, next: (id: string) => string | undefined): string[] {
  const positions = new Map<string, number>()
  const path: string[] = []
  for (let at: string | undefined = first; at !== undefined; at = next(at)) {
    const start = positions.get(at)
    if (start !== undefined) return path.slice(start)
    positions.set(at, path.length)
    path.push(at)
  }
  return path
}
