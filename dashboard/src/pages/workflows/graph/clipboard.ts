import { freeId, newEdge, nodeIdsIn } from './ids.ts'
import { addAll, type GraphOp, withBodies } from './ops.ts'
import { rewriteEdge, rewriteNode } from './references.ts'
import { type FlowEdge, type FlowGraph, type FlowNode, nodeTypes } from './types.ts'

const format = 'nodes/1'

/** Nodes, what is inside of them and the edges between them, as JSON that can be pasted here or in another project. */
export function copyText(graph: FlowGraph, ids: ReadonlySet<string>): string {
  const whole = withBodies(graph, ids)
  const nodes = graph.nodes.filter(({ id, type }) => whole.has(id) && type !== 'start')
  const copied = new Set(nodes.map(({ id }) => id))
  const edges = graph.edges.filter(({ from, to }) => copied.has(from) && copied.has(to))
  return JSON.stringify({ stoa: format, nodes, edges }, null, 2)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNode = (value: unknown): value is FlowNode =>
  isRecord(value) && typeof value.id === 'string' && nodeTypes.some((type) => type === value.type)

const isEdge = (value: unknown): value is FlowEdge =>
  isRecord(value) && typeof value.from === 'string' && typeof value.to === 'string'

export type Clipped = { nodes: FlowNode[]; edges: FlowEdge[] }

/** What was copied from a canvas; null for any other text. */
export function parseCopied(text: string): Clipped | null {
  if (!text.includes(format)) return null
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || value.stoa !== format || !Array.isArray(value.nodes)) return null
    const edges = Array.isArray(value.edges) ? value.edges : []
    return value.nodes.every(isNode) && edges.every(isEdge) ? { nodes: value.nodes, edges } : null
  } catch {
    return null
  }
}

const shift = 40

/** Adds what was copied under free ids; references between the copied nodes lead to the copies. */
export function pasteOps(graph: FlowGraph, { nodes, edges }: Clipped): { ops: GraphOp[]; ids: string[] } {
  const taken = nodeIdsIn(graph)
  const renamed = new Map<string, string>()
  for (const { id } of nodes) {
    const free = freeId(id, taken)
    taken.add(free)
    renamed.set(id, free)
  }
  const known = nodeIdsIn(graph)
  const pasted = nodes
    .filter(({ type }) => type !== 'start')
    .map((node) => {
      const copy = rewriteNode(node, renamed)
      const isInside = node.parent !== undefined && renamed.has(node.parent)
      // Pasted without its loop, it belongs to the loop of that name here or to none.
      const { parent, ...free } = copy
      const placed = isInside || (parent !== undefined && known.has(parent)) ? copy : (free as FlowNode)
      const { position } = placed
      return position === undefined || isInside
        ? placed
        : { ...placed, position: { x: position.x + shift, y: position.y + shift } }
    })
  const present = new Set(pasted.map(({ id }) => id))
  let grown = graph
  const added: FlowEdge[] = []
  for (const edge of edges) {
    const { from, to, id: _id, ...rest } = rewriteEdge(edge, renamed)
    if (!present.has(from) || !present.has(to)) continue
    const next = newEdge(grown, from, to, rest)
    grown = { ...grown, edges: [...grown.edges, next] }
    added.push(next)
  }
  return { ops: addAll(graph, pasted, added), ids: [...present] }
}
