import type { PlannedGraph, PlannedNode, Sum } from './plan.ts'

const isEarly = ({ mode }: PlannedNode) => mode !== 'all'

/** What can be reached from a node along the edges, in either direction. */
function reachedFrom({ edges }: PlannedGraph, id: string, [from, to]: ['from' | 'to', 'from' | 'to']) {
  const reached = new Set<string>()
  const follow = (at: string) => {
    for (const edge of edges)
      if (edge[from] === at && !reached.has(edge[to])) {
        reached.add(edge[to])
        follow(edge[to])
      }
  }
  follow(id)
  return reached
}
const ancestorsOf = (graph: PlannedGraph, id: string) => reachedFrom(graph, id, ['to', 'from'])
const descendantsOf = (graph: PlannedGraph, id: string) => reachedFrom(graph, id, ['from', 'to'])

/**
 * Which branch wins a join that does not wait for all depends on time. Three rules make everything else of a graph
 * independent of it: nothing behind such a join reads what is before it, nothing before it stops the execution by its
 * failure, and what a branch that lost would have given is compared only where it was given.
 */
export function makeIndependentOfWinners(graph: PlannedGraph): void {
  for (const join of graph.nodes.filter(isEarly)) {
    const before = ancestorsOf(graph, join.id)
    const behind = descendantsOf(graph, join.id)
    for (const node of graph.nodes) {
      if (behind.has(node.id)) stopReading(node, before)
      if (!before.has(node.id)) continue
      node.isRaced = true
      if (node.onError === 'stop') node.onError = 'continue'
    }
  }
}

/** The node reads none of these, nor does what is inside it. */
function stopReading(node: PlannedNode, ids: ReadonlySet<string>): void {
  const without = (sum: Sum): Sum => ({ ...sum, refs: sum.refs.filter(({ id }) => !ids.has(id)) })
  node.sum = without(node.sum)
  node.runIf = node.runIf && without(node.runIf)
  if (!node.body) return
  for (const inner of node.body.nodes) stopReading(inner, ids)
  for (const edge of node.body.edges) edge.when = edge.when && without(edge.when)
}
