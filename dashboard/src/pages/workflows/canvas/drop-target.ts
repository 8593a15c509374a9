import { useReactFlow } from '@xyflow/react'
import { useState } from 'react'
import { loopPadding, nodeSize } from '../graph/edit.ts'
import { loopsFor, movableOf } from '../graph/levels.ts'
import { listNodes } from '../graph/structure.ts'
import type { Point } from '../graph/types.ts'
import { useEditor } from './editor-context.ts'
import type { CardNode } from './node-card.tsx'

/** Where dragged nodes would belong: the loop, and each place relative to it. */
type Dropped = { parent: string | undefined; positions: ReadonlyMap<string, Point> }

export type DropTarget = {
  /** The loop that a drag is over and that is not the own one. */
  over: string | null
  show(dragged: readonly CardNode[]): void
  take(dragged: readonly CardNode[]): Dropped | null
}

const sizeOf = ({ measured, width, height }: CardNode) => ({
  width: measured?.width ?? width ?? nodeSize.width,
  height: measured?.height ?? height ?? nodeSize.height,
})

/** A place relative to one loop as a place relative to another one, below its head. */
function positionIn(parent: string | undefined, corner: Point, from: Point, { x, y }: Point): Point {
  const at = { x: Math.round(from.x + x - corner.x), y: Math.round(from.y + y - corner.y) }
  return parent === undefined
    ? at
    : { x: Math.max(loopPadding.side, at.x), y: Math.max(loopPadding.top, at.y) }
}

/** A node belongs to the innermost loop that its middle is dropped in. */
export function useDropTarget(): DropTarget {
  const { store } = useEditor()
  const { getInternalNode } = useReactFlow<CardNode>()
  const [over, setOver] = useState<string | null>(null)

  const cornerOf = (id: string | undefined): Point =>
    (id === undefined ? undefined : getInternalNode(id)?.internals.positionAbsolute) ?? { x: 0, y: 0 }

  /** Which loop is below; undefined for none. */
  const loopBelow = (dragged: readonly CardNode[]): string | undefined => {
    const { graph } = store.current()
    const [first] = dragged
    if (!first) return undefined
    const corner = cornerOf(first.parentId)
    const { width, height } = sizeOf(first)
    const middle = { x: corner.x + first.position.x + width / 2, y: corner.y + first.position.y + height / 2 }
    const holds = (id: string) => {
      const loop = getInternalNode(id)
      if (!loop) return false
      const { x, y } = loop.internals.positionAbsolute
      const size = sizeOf(loop)
      return middle.x > x && middle.x < x + size.width && middle.y > y && middle.y < y + size.height
    }
    const loops = new Set(loopsFor(graph, new Set(dragged.map(({ id }) => id))).map(({ id }) => id))
    // A loop inside of another one is listed behind it.
    return listNodes(graph).findLast(({ node: { id } }) => loops.has(id) && holds(id))?.node.id
  }

  const find = (dragged: readonly CardNode[]): Dropped | null => {
    const { graph } = store.current()
    const parent = loopBelow(dragged)
    const draggedIds = new Set(dragged.map(({ id }) => id))
    const moved = new Set(
      movableOf(graph, draggedIds).flatMap((node) => (node.parent === parent ? [] : [node.id])),
    )
    if (moved.size === 0) return null
    const positions = dragged.flatMap(({ id, parentId, position }): [string, Point][] =>
      moved.has(id) ? [[id, positionIn(parent, cornerOf(parent), cornerOf(parentId), position)]] : [],
    )
    return { parent, positions: new Map(positions) }
  }

  return {
    over,
    show: (dragged) => setOver(find(dragged)?.parent ?? null),
    take(dragged) {
      setOver(null)
      return find(dragged)
    },
  }
}
