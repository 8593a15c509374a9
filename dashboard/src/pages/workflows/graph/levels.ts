import { freePosition } from './edit.ts'
import { newEdge } from './ids.ts'
import { addAll, applyOps, findNode, type GraphOp, removeAll, updateNode, withBodies } from './ops.ts'
import { connectFault } from './structure.ts'
import type { FlowEdge, FlowGraph, FlowNode, Point } from './types.ts'

/** The nodes of a selection that can be put elsewhere: start and end stay, and the body of a loop follows its loop. */
export const movableOf = (graph: FlowGraph, ids: ReadonlySet<string>): FlowNode[] =>
  graph.nodes.filter(
    ({ id, type, parent }) =>
      ids.has(id) && type !== 'start' && type !== 'end' && (parent === undefined || !ids.has(parent)),
  )

/** The loops that nodes can be put into: not one of themselves, and not one inside of them. */
export function loopsFor(graph: FlowGraph, ids: ReadonlySet<string>): FlowNode[] {
  const own = withBodies(graph, ids)
  return graph.nodes.filter(({ id, type }) => type === 'loop' && !own.has(id))
}

/**
 * Puts nodes into the body of a loop, or out of it. Edges stay on one level, so those to nodes that stay behind are
 * removed; where one node led in and one out, these two are connected. Without a place, each goes where there is space.
 */
export function moveToLevel(
  graph: FlowGraph,
  ids: ReadonlySet<string>,
  parent: string | undefined,
  positions: ReadonlyMap<string, Point> = new Map(),
): GraphOp[] {
  const isAllowed = parent === undefined || loopsFor(graph, ids).some(({ id }) => id === parent)
  const moved = movableOf(graph, ids).filter((node) => node.parent !== parent)
  if (!isAllowed || moved.length === 0) return []
  const names = new Set(moved.map(({ id }) => id))
  const left = graph.edges.filter(({ from, to }) => names.has(from) !== names.has(to))
  const cut = removeAll(graph, new Set(), new Set(left.map(({ id }) => id)))
  let next = applyOps(graph, cut)
  const ops = [...cut]
  const edit = (more: readonly GraphOp[]) => {
    ops.push(...more)
    next = applyOps(next, more)
  }
  for (const { id } of moved) {
    const position = positions.get(id) ?? freePosition(next, undefined, parent)
    edit(updateNode(next, id, { parent, position } as Partial<FlowNode>))
  }
  edit(bridge(next, left, names))
  return ops
}

/** What came before the moved nodes leads to what came behind them. */
function bridge(graph: FlowGraph, left: readonly FlowEdge[], moved: ReadonlySet<string>): GraphOp[] {
  const into = left.filter(({ to }) => moved.has(to))
  const outOf = left.filter(({ from }) => moved.has(from))
  const [first, last] = [into[0], outOf[0]]
  if (into.length !== 1 || outOf.length !== 1 || !first || !last) return []
  if (connectFault(graph, first.from, last.to) !== null) return []
  const { condition, onError, label } = first
  const kept = Object.entries({ condition, onError, label }).filter(([, value]) => value !== undefined)
  return addAll(graph, [], [newEdge(graph, first.from, last.to, Object.fromEntries(kept))])
}

/** Whether there is a loop to put nodes into, or to take them out of. */
export const canChangeLevel = (graph: FlowGraph, ids: ReadonlySet<string>): boolean =>
  movableOf(graph, ids).some(({ parent }) => parent !== undefined) ||
  (movableOf(graph, ids).length > 0 && loopsFor(graph, ids).length > 0)

/** The loop around a node, and the one around that. */
export const outerLevel = (graph: FlowGraph, id: string): string | undefined => {
  const parent = findNode(graph, id)?.parent
  return parent === undefined ? undefined : findNode(graph, parent)?.parent
}
