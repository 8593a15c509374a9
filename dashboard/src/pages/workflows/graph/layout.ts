import { Graph, layout } from '@dagrejs/dagre'
import { loopPadding, nodeSize } from './edit.ts'
import { nodesOfLevel } from './structure.ts'
import type { FlowGraph, FlowNode, Point } from './types.ts'

export type Size = { width: number; height: number }
export type Layout = { positions: Map<string, Point>; sizes: Map<string, Size> }

const emptyLoop: Size = { width: 280, height: 140 }

/** Places every node from left to right. A loop is as large as its body, which is placed inside of it. */
export function layoutGraph(graph: FlowGraph): Layout {
  const result: Layout = { positions: new Map(), sizes: new Map() }
  layoutLevel(graph, undefined, result)
  return result
}

function layoutLevel(graph: FlowGraph, parent: string | undefined, result: Layout): Size {
  const nodes = nodesOfLevel(graph, parent)
  const sizeOf = (node: FlowNode): Size => {
    if (node.type !== 'loop') return nodeSize
    const size = layoutLevel(graph, node.id, result)
    result.sizes.set(node.id, size)
    return size
  }
  if (nodes.length === 0) return emptyLoop
  const level = new Graph()
    .setGraph({ rankdir: 'LR', nodesep: 32, ranksep: 72 })
    .setDefaultEdgeLabel(() => ({}))
  const sizes = new Map(nodes.map((node) => [node.id, sizeOf(node)]))
  for (const [id, size] of sizes) level.setNode(id, { ...size })
  for (const { from, to, label, condition } of graph.edges)
    if (sizes.has(from) && sizes.has(to)) level.setEdge(from, to, labelSpace(label ?? condition ?? ''))
  layout(level)
  const offset: Point = parent === undefined ? { x: 0, y: 0 } : { x: loopPadding.side, y: loopPadding.top }
  let [right, bottom] = [0, 0]
  for (const [id, { width, height }] of sizes) {
    const { x, y } = level.node(id) as Point
    const position = { x: x - width / 2 + offset.x, y: y - height / 2 + offset.y }
    result.positions.set(id, position)
    right = Math.max(right, position.x + width)
    bottom = Math.max(bottom, position.y + height)
  }
  return {
    width: Math.max(emptyLoop.width, right + loopPadding.side),
    height: Math.max(emptyLoop.height, bottom + loopPadding.bottom),
  }
}

/** The label of an edge has its own place between the nodes. */
const labelSpace = (text: string) =>
  text === '' ? {} : { width: Math.min(220, text.length * 7), height: 20, labelpos: 'c' as const }

/** How large a loop has to be for the positions of its nodes. */
export function loopSizes(graph: FlowGraph): Map<string, Size> {
  const sizes = new Map<string, Size>()
  const measure = (loop: FlowNode): Size => {
    const inside = nodesOfLevel(graph, loop.id).map((node) => ({
      ...(node.position ?? { x: loopPadding.side, y: loopPadding.top }),
      size: node.type === 'loop' ? measure(node) : nodeSize,
    }))
    const size = {
      width: Math.max(emptyLoop.width, ...inside.map(({ x, size: own }) => x + own.width + loopPadding.side)),
      height: Math.max(
        emptyLoop.height,
        ...inside.map(({ y, size: own }) => y + own.height + loopPadding.bottom),
      ),
    }
    sizes.set(loop.id, size)
    return size
  }
  for (const node of graph.nodes) if (node.type === 'loop' && !sizes.has(node.id)) measure(node)
  return sizes
}

/** Nodes that were never placed are, without moving those that were. */
export function layoutMissing(graph: FlowGraph): FlowGraph {
  if (graph.nodes.every(({ position }) => position !== undefined)) return graph
  const { positions } = layoutGraph(graph)
  const isNew = graph.nodes.every(({ position }) => position === undefined)
  const below =
    Math.max(0, ...graph.nodes.map(({ position, parent }) => (parent ? 0 : (position?.y ?? 0)))) + 140
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const found = positions.get(node.id)
      if (node.position || !found) return node
      return { ...node, position: isNew || node.parent ? found : { x: found.x, y: found.y + below } }
    }),
  }
}
