import { freeId, newEdge, nodeIdsIn, toNodeId } from './ids.ts'
import { addAll, applyOps, findNode, type GraphOp, removeAll } from './ops.ts'
import { rewriteEdge, rewriteNode } from './references.ts'
import { connectFault } from './structure.ts'
import type { FlowEdge, FlowGraph, FlowNode, NodeType, Point } from './types.ts'

/** What the picker gives: a type with its first fields, and the name that the id is made of. */
export type NewNode = { type: NodeType; name?: string; idFrom?: string; fields?: Record<string, unknown> }

export const nodeSize = { width: 220, height: 64 } as const
export const loopPadding = { top: 56, side: 20, bottom: 20 } as const
const gap = { x: 72, y: 32 } as const

const isFork = (type: NodeType) => type === 'branch' || type === 'parallel'

export type AddedNode = { ops: GraphOp[]; id: string }

type InsertPosition = {
  /** The node that it follows. */
  after?: string | undefined
  /** The loop that it is put into, where it follows nothing. */
  parent?: string | undefined
  position?: Point | undefined
  /** Leads on to what followed before, where that was one edge. */
  isInserted?: boolean
}

/**
 * Adds a node behind another one. In a chain it is put between that and the next, which move aside; where it is not
 * said otherwise, it goes where there is space.
 */
export function addNode(graph: FlowGraph, newNode: NewNode, target: InsertPosition = {}): AddedNode {
  const before = target.after === undefined ? undefined : findNode(graph, target.after)
  const source = before?.type === 'end' ? undefined : before
  const id = freeId(toNodeId(newNode.idFrom ?? newNode.name ?? newNode.type), nodeIdsIn(graph))
  const parent = source?.parent ?? (source ? undefined : target.parent)
  const outgoing = source ? graph.edges.filter(({ from, onError }) => from === source.id && !onError) : []
  const follows = target.isInserted !== false && source && !isFork(source.type) ? outgoing : []
  const [next] = follows.length === 1 && newNode.type !== 'end' ? follows : []
  const node: FlowNode = {
    id,
    type: newNode.type,
    ...(newNode.name === undefined ? {} : { name: newNode.name }),
    ...newNode.fields,
    ...(parent === undefined ? {} : { parent }),
    position: target.position ?? freePosition(graph, source, parent, next),
  }
  const shifted = next ? moveAside(graph, source!, next) : []
  const cut: GraphOp[] = next ? removeAll(graph, new Set(), new Set([next.id])) : []
  const base = applyOps(graph, [...shifted, ...cut])
  const edges: FlowEdge[] = []
  if (source) edges.push(edgeBehind(base, source, id, next))
  if (next) edges.push(newEdge({ ...base, edges: [...base.edges, ...edges] }, id, next.to))
  return { ops: [...shifted, ...cut, ...addAll(base, [node], edges)], id }
}

/** As what it replaces; a branch has one edge for "else", and a second one is not taken until it has a condition. */
function edgeBehind(graph: FlowGraph, source: FlowNode, to: string, replaced?: FlowEdge): FlowEdge {
  const hasElse = graph.edges.some(
    ({ from, condition, onError }) => from === source.id && !condition && !onError,
  )
  const condition = replaced?.condition ?? (source.type === 'branch' && hasElse ? 'false' : undefined)
  return newEdge(graph, source.id, to, condition === undefined ? {} : { condition })
}

const positionOf = (node: FlowNode | undefined): Point => node?.position ?? { x: 0, y: 0 }

/** Right of the node that it follows, below what is there already. */
export function freePosition(
  graph: FlowGraph,
  source: FlowNode | undefined,
  parent: string | undefined,
  next?: FlowEdge,
): Point {
  const level = graph.nodes.filter((node) => node.parent === parent && node.position !== undefined)
  const corner =
    parent === undefined ? { x: 0, y: 0 } : { x: loopPadding.side as number, y: loopPadding.top as number }
  const rightmost = Math.max(corner.x, ...level.map(({ position }) => position!.x + nodeSize.width + gap.x))
  const begin = source
    ? { x: positionOf(source).x + nodeSize.width + gap.x, y: positionOf(source).y }
    : { x: level.length === 0 ? corner.x : rightmost, y: corner.y }
  const isTaken = ({ x, y }: Point) =>
    level.some(
      ({ position }) =>
        Math.abs(position!.x - x) < nodeSize.width + 8 && Math.abs(position!.y - y) < nodeSize.height + 8,
    )
  const position = { ...begin }
  // The next node of a chain moves aside instead.
  while (!next && isTaken(position)) position.y += nodeSize.height + gap.y
  return position
}

/** Everything behind an edge moves right by one node. */
function moveAside(graph: FlowGraph, source: FlowNode, next: FlowEdge): GraphOp[] {
  const target = findNode(graph, next.to)
  if (!target?.position || !source.position) return []
  const minX = source.position.x + 2 * (nodeSize.width + gap.x)
  const by = minX - target.position.x
  if (by <= 0) return []
  const behind = new Set([next.to])
  for (const id of behind) for (const { from, to } of graph.edges) if (from === id) behind.add(to)
  return graph.nodes.flatMap((before): GraphOp[] =>
    behind.has(before.id) && before.position
      ? [
          {
            kind: 'node',
            at: 0,
            before,
            after: { ...before, position: { x: before.position.x + by, y: before.position.y } },
          },
        ]
      : [],
  )
}

export type Connected = { ops: GraphOp[]; fault: string | null }

export function connect(graph: FlowGraph, from: string, to: string): Connected {
  const fault = connectFault(graph, from, to)
  if (fault !== null) return { fault, ops: [] }
  return { fault, ops: addAll(graph, [], [edgeBehind(graph, findNode(graph, from)!, to)]) }
}

/** Gives a node another id; edges, bodies and expressions follow. */
export function renameNode(graph: FlowGraph, from: string, to: string): GraphOp[] {
  if (from === to || nodeIdsIn(graph).has(to)) return []
  const renamed = new Map([[from, to]])
  const isChanged = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)
  const nodes = graph.nodes.flatMap((before): GraphOp[] => {
    const after = rewriteNode(before, renamed)
    return isChanged(before, after) ? [{ kind: 'node', at: 0, before, after }] : []
  })
  const edges = graph.edges.flatMap((before): GraphOp[] => {
    const after = rewriteEdge(before, renamed)
    return isChanged(before, after) ? [{ kind: 'edge', at: 0, before, after }] : []
  })
  return [...nodes, ...edges]
}

/** Puts an edge before or behind its neighbour: of the edges of a branch the first true one is taken. */
export function moveEdge(graph: FlowGraph, id: string, step: 1 | -1): GraphOp[] {
  const edge = graph.edges.find((each) => each.id === id)
  if (!edge) return []
  const siblings = graph.edges.filter(({ from }) => from === edge.from)
  const other = siblings[siblings.indexOf(edge) + step]
  if (!other) return []
  return [
    { kind: 'edge', at: graph.edges.indexOf(edge), before: edge, after: null },
    { kind: 'edge', at: graph.edges.indexOf(other), before: null, after: edge },
  ]
}
