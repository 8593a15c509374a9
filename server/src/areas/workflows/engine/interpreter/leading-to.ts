import type { Level } from '../../graph/level.ts'

/** The nodes from which every path leads to this one: once it has begun, nothing needs them any more. */
export function onlyLeadingTo(level: Level, id: string): string[] {
  const leading = new Set([id])
  for (const node of level.nodes.toReversed()) {
    const edges = level.outgoing.get(node.id) ?? []
    if (edges.length > 0 && edges.every(({ to }) => leading.has(to))) leading.add(node.id)
  }
  leading.delete(id)
  return [...leading]
}
