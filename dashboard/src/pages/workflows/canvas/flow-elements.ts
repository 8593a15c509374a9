import { MarkerType } from '@xyflow/react'
import { loopSizes } from '../graph/layout.ts'
import { listNodes } from '../graph/structure.ts'
import type { FlowGraph } from '../graph/types.ts'
import type { RunOverlay } from '../run/run-overlay.ts'
import { type Problem, problemsOf } from './editor-context.ts'
import { edgeLabel, type LineEdge } from './flow-edge.tsx'
import { type CardNode, cardLabel } from './node-card.tsx'
import { nameOf } from './node-kinds.ts'

type Drawn = {
  graph: FlowGraph
  problems: readonly Problem[]
  overlay: RunOverlay
  selectedNodes: ReadonlySet<string>
}

/** The nodes of a graph as the canvas draws them, in the order of running, which is the order of the Tab key. */
export function toCards({ graph, problems, overlay, selectedNodes }: Drawn): CardNode[] {
  const sizes = loopSizes(graph)
  const parents = new Set(graph.nodes.flatMap(({ parent }) => (parent === undefined ? [] : [parent])))
  return listNodes(graph).map(({ node }): CardNode => {
    const found = problemsOf(problems, node.id)
    const data = {
      node,
      errors: found.filter(({ severity }) => severity === 'error').length,
      warnings: found.filter(({ severity }) => severity === 'warning').length,
      run: overlay.get(node.id) ?? null,
      isEmpty: node.type === 'loop' && !parents.has(node.id),
    }
    const size = sizes.get(node.id)
    return {
      id: node.id,
      type: node.type === 'loop' ? 'loop' : 'card',
      position: node.position ?? { x: 0, y: 0 },
      ...(node.parent === undefined ? {} : { parentId: node.parent }),
      ...(size ? { style: size, ...size } : {}),
      data,
      ariaLabel: cardLabel(data),
      selected: selectedNodes.has(node.id),
      // The body of a loop is drawn above its frame.
      zIndex: node.type === 'loop' ? 0 : 1,
    }
  })
}

export function toLines(
  graph: FlowGraph,
  overlay: RunOverlay,
  selectedEdges: ReadonlySet<string>,
): LineEdge[] {
  const names = new Map(graph.nodes.map((node) => [node.id, nameOf(node)]))
  return graph.edges.map((edge): LineEdge => {
    const label = edgeLabel(graph, edge)
    const [source, target] = [overlay.get(edge.from), overlay.get(edge.to)]
    const hasEnded = source?.status === 'completed' || source?.status === 'stopped'
    const isTaken = hasEnded && target !== undefined && target.status !== 'skipped'
    return {
      id: edge.id,
      type: 'line',
      source: edge.from,
      target: edge.to,
      selected: selectedEdges.has(edge.id),
      data: { label, isError: edge.onError === true, isTaken },
      className: isTaken ? 'edge-taken' : edge.onError ? 'edge-error' : '',
      markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
      ariaLabel: `From ${names.get(edge.from)} to ${names.get(edge.to)}${label ? `: ${label}` : ''}`,
      zIndex: 1,
    }
  })
}
