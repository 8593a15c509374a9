import type { GraphProblem } from '../../graph/problem.ts'
import { nameOfEdge } from '../../graph/structural-problems.ts'
import type { Graph } from '../../schema/graph.ts'
import type { Problem } from '../../schema/problem.ts'

/** A problem of the structure, with its place as a JSON pointer. Its last sentence says how to fix it. */
export function toProblem(
  graph: Graph,
  { code, message, severity, nodeId, edge, path }: GraphProblem,
): Problem {
  const sentences = message.match(/[^.]+(?:\.(?!\s|$)[^.]*)*\.?\s*/g) ?? [message]
  return {
    severity,
    code,
    message,
    fix: sentences.at(-1)!.trim(),
    nodeId: nodeId ?? null,
    path: pointerOf(graph, { nodeId, edge, path }),
  }
}

function pointerOf(
  graph: Graph,
  {
    nodeId,
    edge,
    path,
  }: { nodeId?: string | undefined; edge?: string | undefined; path?: string | undefined },
): string {
  if (path !== undefined) return `/graph/${path.replaceAll(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}`
  const ofEdge = edge === undefined ? -1 : graph.edges.findIndex((each) => nameOfEdge(each) === edge)
  if (ofEdge >= 0) return `/graph/edges/${ofEdge}`
  const ofNode = nodeId === undefined ? -1 : graph.nodes.findIndex(({ id }) => id === nodeId)
  return ofNode >= 0 ? `/graph/nodes/${ofNode}` : '/graph'
}
