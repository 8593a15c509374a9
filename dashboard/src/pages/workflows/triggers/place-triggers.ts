import { nodeSize } from '../graph/edit.ts'
import { loopSizes } from '../graph/layout.ts'
import { nodesOfLevel } from '../graph/structure.ts'
import type { FlowGraph, Point } from '../graph/types.ts'

const gap = { x: 72, y: 20 } as const
/** More than these begin another column. */
const rows = 6

/**
 * Where triggers are drawn: in columns to the left of the start, in the middle of it, and left of whatever else was put
 * there. Triggers are not part of the graph, so that their places follow from it and are not stored.
 */
export function placeTriggers(graph: FlowGraph, count: number): Point[] {
  const start = graph.nodes.find(({ type }) => type === 'start')
  if (!start || count === 0) return []
  const { x, y } = start.position ?? { x: 0, y: 0 }
  const stride = { x: nodeSize.width + gap.x, y: nodeSize.height + gap.y }
  const tallest = Math.min(count, rows)
  const top = y - ((tallest - 1) * stride.y) / 2
  const left = leftOf(graph, x, { top, bottom: top + tallest * stride.y })
  return Array.from({ length: count }, (_, index) => {
    const column = Math.floor(index / rows)
    const inColumn = Math.min(rows, count - column * rows)
    const first = y - ((inColumn - 1) * stride.y) / 2
    return { x: left - (column + 1) * stride.x, y: first + (index % rows) * stride.y }
  })
}

/** The left side of everything at the height of the start. */
function leftOf(graph: FlowGraph, startX: number, band: { top: number; bottom: number }): number {
  const loops = loopSizes(graph)
  const neighbours = nodesOfLevel(graph, undefined).filter((node) => {
    const { y } = node.position ?? { x: 0, y: 0 }
    const { height } = loops.get(node.id) ?? nodeSize
    return y < band.bottom && y + height > band.top
  })
  return Math.min(startX, ...neighbours.map(({ position }) => position?.x ?? 0))
}
