import type { Edge, Graph, Node } from '../schema/graph.ts'
import type { Level, Structure } from './level.ts'
import { cyclicNodes, topologicalOrder } from './order.ts'
import type { GraphProblem } from './problem.ts'
import { edgeProblems, nodeProblems } from './structural-problems.ts'

/** The structure, as far as there is one, and everything that is wrong with it. */
export function readStructure(graph: Graph): { structure: Structure; problems: GraphProblem[] } {
  const nodes = new Map<string, Node>()
  for (const node of graph.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node)
  const levelOf = (id: string): string | null => loopOf(nodes, nodes.get(id))
  const edges = graph.edges.filter(
    ({ from, to }) => nodes.has(from) && nodes.has(to) && from !== to && levelOf(from) === levelOf(to),
  )
  const byLevel = Map.groupBy(nodes.values(), ({ id }) => levelOf(id))
  const edgesByLevel = Map.groupBy(edges, ({ from }) => levelOf(from))
  const levels = new Map<string | null, Level>()
  const cycles: string[][] = []
  for (const [loopId, members] of byLevel) {
    const own = edgesByLevel.get(loopId) ?? []
    levels.set(loopId, createLevel(loopId, members, own))
    cycles.push(...cyclicNodes(members, own))
  }
  const structure = createStructure(nodes, levels)
  const problems = [
    ...nodeProblems(graph, structure),
    ...edgeProblems(graph, structure),
    ...cycles.map(cycleProblem),
  ]
  return { structure, problems }
}

function createLevel(loopId: string | null, members: readonly Node[], edges: readonly Edge[]): Level {
  return {
    loopId,
    nodes: topologicalOrder(members, edges),
    incoming: Map.groupBy(edges, ({ to }) => to),
    outgoing: Map.groupBy(edges, ({ from }) => from),
  }
}

/** The level of a node whose parent is not a loop is that of the graph: the problem is reported beside it. */
function loopOf(nodes: ReadonlyMap<string, Node>, node: Node | undefined): string | null {
  const parent = node?.parent === undefined ? undefined : nodes.get(node.parent)
  if (parent?.type !== 'loop' || isWithinItself(nodes, parent)) return null
  return parent.id
}

function isWithinItself(nodes: ReadonlyMap<string, Node>, loop: Node): boolean {
  const seen = new Set<string>()
  for (let at: Node | undefined = loop; at; at = at.parent === undefined ? undefined : nodes.get(at.parent)) {
    if (seen.has(at.id)) return true
    seen.add(at.id)
  }
  return false
}

function createStructure(
  nodes: ReadonlyMap<string, Node>,
  levels: ReadonlyMap<string | null, Level>,
): Structure {
  const ancestors = new Map<string, ReadonlySet<string>>()
  const loopsAround = (id: string): string[] => {
    const around: string[] = []
    for (let at = loopOf(nodes, nodes.get(id)); at !== null; at = loopOf(nodes, nodes.get(at)))
      around.push(at)
    return around
  }
  // In the order of the level, so that those of the nodes before are known.
  const collect = (level: Level) => {
    const outer = level.loopId === null ? [] : ancestors.get(level.loopId)!
    for (const { id } of level.nodes) {
      const own = new Set(outer)
      for (const { from } of level.incoming.get(id) ?? []) {
        own.add(from)
        for (const before of ancestors.get(from) ?? []) own.add(before)
      }
      ancestors.set(id, own)
    }
    for (const { id } of level.nodes) {
      const body = levels.get(id)
      if (body) collect(body)
    }
  }
  const root = levels.get(null)
  if (root) collect(root)
  const none: ReadonlySet<string> = new Set()
  return { nodes, levels, loopsAround, ancestorsOf: (id) => ancestors.get(id) ?? none }
}

const cycleProblem = (ids: readonly string[]): GraphProblem => ({
  code: 'cycle',
  severity: 'error',
  nodeId: ids[0]!,
  message: `The nodes ${ids.join(', ')} form a cycle. Remove one of the edges between them; use a loop node to repeat something.`,
})
