import { AppError } from '../../../../kernel/errors.ts'
import { type Graph, graphLimits, type Node } from '../../schema/graph.ts'
import type { StoredDefinition } from '../../store/version.ts'

export const emptyGraph: Graph = {
  nodes: [
    { id: 'start', type: 'start', position: { x: 0, y: 0 } },
    { id: 'end', type: 'end', position: { x: 320, y: 0 } },
  ],
  edges: [{ from: 'start', to: 'end' }],
}

/** Nodes that came without an id get one from their type: `start`, `end`, `action_2`. */
export function withIds(graph: Graph): Graph {
  if (graph.nodes.every(({ id }) => id !== '')) return graph
  const taken = new Set(graph.nodes.map(({ id }) => id))
  const nodes = graph.nodes.map((node): Node => {
    if (node.id !== '') return node
    let id: string = node.type
    for (let i = 2; taken.has(id); i++) id = `${node.type}_${i}`
    taken.add(id)
    return { ...node, id }
  })
  return { ...graph, nodes }
}

export function refuseLarge({ sizeBytes }: StoredDefinition): void {
  if (sizeBytes <= graphLimits.bytes) return
  throw new AppError('payload_too_large', 'The definition is larger than 2 MiB', {
    facts: { sizeBytes, maxBytes: graphLimits.bytes },
    hint: 'Move large texts to files, tables or subflows.',
  })
}
