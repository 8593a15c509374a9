import type { Workflow } from '@stoa/sdk'
import { withEdgeIds } from '../graph/ids.ts'
import { layoutMissing } from '../graph/layout.ts'
import { emptyGraph, type FlowEdge, type FlowGraph, type FlowNode } from '../graph/types.ts'

type ApiGraph = NonNullable<Workflow['graph']>

/** The graph of the API as it is edited: every edge has an id, every node a place. */
export function toGraph(graph: ApiGraph | null): FlowGraph {
  if (!graph) return emptyGraph
  const { nodes, edges, ...settings } = graph
  return layoutMissing({
    ...settings,
    nodes: nodes as unknown as FlowNode[],
    edges: withEdgeIds((edges ?? []) as FlowEdge[]),
  } as FlowGraph)
}

export const toApiGraph = (graph: FlowGraph): ApiGraph => graph as unknown as ApiGraph
