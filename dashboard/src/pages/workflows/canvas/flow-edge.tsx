import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react'
import type { FlowEdge, FlowGraph } from '../graph/types.ts'

export type LineData = { label: string; isError: boolean; isTaken: boolean }
export type LineEdge = Edge<LineData, 'line'>

const longestLabel = 40
const shortened = (text: string) =>
  text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text

/** The text on an edge: its own label, its condition, or that it is taken when no other one is. */
export function edgeLabel(graph: FlowGraph, { from, label, condition, onError }: FlowEdge): string {
  if (label) return label
  if (condition) return shortened(condition)
  if (onError) return 'on error'
  const source = graph.nodes.find(({ id }) => id === from)
  return source?.type === 'branch' ? 'else' : ''
}

export function LineEdgeView({
  id,
  sourceX,
  sourceY,
  targetX,
  targetY,
  sourcePosition,
  targetPosition,
  data,
  selected,
  markerEnd,
}: EdgeProps<LineEdge>) {
  const [path, labelX, labelY] = getBezierPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
  })
  return (
    <>
      <BaseEdge id={id} path={path} {...(markerEnd === undefined ? {} : { markerEnd })} />
      {data?.label && (
        <EdgeLabelRenderer>
          <span
            className="edge-label"
            data-error={data.isError ? '' : undefined}
            data-selected={selected ? '' : undefined}
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
          >
            {data.label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
}
