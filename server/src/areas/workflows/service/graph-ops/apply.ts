import { AppError } from '../../../../kernel/errors.ts'
import { nameOfEdge } from '../../graph/structural-problems.ts'
import { Edge, Graph, graphLimits, Node } from '../../schema/graph.ts'
import type { GraphOp } from '../../schema/graph-ops.ts'
import { renameNode } from './rename.ts'

/** An operation as it is sent again to undo another. */
export type InverseOp = Record<string, unknown> & { op: GraphOp['op'] }

type Applied = { graph: Graph; inverse: InverseOp[] }

/** All of them, or none: one that does not fit refuses the whole list. */
export function applyOps(graph: Graph, ops: readonly GraphOp[]): Applied {
  let current = graph
  const inverse: InverseOp[] = []
  for (const [i, op] of ops.entries()) {
    const applied = applyOp(current, op, i)
    current = applied.graph
    // Undone in the opposite order.
    inverse.unshift(...applied.inverse)
  }
  if (current.nodes.length > graphLimits.nodes || current.edges.length > graphLimits.edges)
    throw refusal(0, `A graph has at most ${graphLimits.nodes} nodes and ${graphLimits.edges} edges`)
  return { graph: current, inverse }
}

function applyOp(graph: Graph, op: GraphOp, i: number): Applied {
  switch (op.op) {
    case 'addNode':
      return addNode(graph, op, i)
    case 'updateNode':
      return updateNode(graph, op, i)
    case 'removeNode':
      return removeNode(graph, op.id, i)
    case 'renameNode':
      return rename(graph, op, i)
    case 'addEdge':
      return {
        graph: { ...graph, edges: inserted(graph.edges, op.edge, op.index) },
        inverse: [{ op: 'removeEdge', edge: nameOfEdge(op.edge) }],
      }
    case 'updateEdge':
      return updateEdge(graph, op, i)
    case 'removeEdge': {
      const at = indexOfEdge(graph, op.edge, i)
      return {
        graph: { ...graph, edges: graph.edges.toSpliced(at, 1) },
        inverse: [{ op: 'addEdge', edge: graph.edges[at], index: at }],
      }
    }
    case 'setGraph':
      return setGraph(graph, op, i)
  }
}

const inserted = <T>(list: readonly T[], item: T, index: number = list.length): T[] =>
  list.toSpliced(Math.min(index, list.length), 0, item)

function addNode(graph: Graph, { node, index }: Extract<GraphOp, { op: 'addNode' }>, i: number): Applied {
  const id = node.id === '' ? freeId(graph, node.type) : node.id
  if (graph.nodes.some((each) => each.id === id)) throw refusal(i, `There is a node "${id}" already`)
  return {
    graph: { ...graph, nodes: inserted(graph.nodes, { ...node, id }, index) },
    inverse: [{ op: 'removeNode', id }],
  }
}

function freeId({ nodes }: Graph, type: string): string {
  const taken = new Set(nodes.map(({ id }) => id))
  for (let i = 1; ; i++) {
    const id = i === 1 ? type : `${type}_${i}`
    if (!taken.has(id)) return id
  }
}

type Change = { set: Record<string, unknown>; unset: readonly string[] }

/** The object after a change, and the change that undoes it. */
function changed<T extends object>(was: T, { set, unset }: Change): { next: unknown; undo: Change } {
  const names = new Set([...Object.keys(set), ...unset])
  const kept = Object.entries(was).filter(([name]) => !unset.includes(name))
  const before = Object.entries(was).filter(([name]) => names.has(name))
  const added = [...names].filter((name) => !Object.hasOwn(was, name))
  return {
    next: { ...Object.fromEntries(kept), ...set },
    undo: { set: Object.fromEntries(before), unset: added },
  }
}

function updateNode(graph: Graph, op: Extract<GraphOp, { op: 'updateNode' }>, i: number): Applied {
  const at = indexOfNode(graph, op.id, i)
  if (Object.hasOwn(op.set, 'id') || op.unset.includes('id'))
    throw refusal(i, 'An id is changed with renameNode')
  const { next, undo } = changed(graph.nodes[at]!, op)
  const node = Node.safeParse(next)
  if (!node.success) throw refusal(i, `The node would not be valid: ${firstIssue(node.error)}`)
  return {
    graph: { ...graph, nodes: graph.nodes.with(at, node.data) },
    inverse: [{ op: 'updateNode', id: op.id, ...undo }],
  }
}

/** With the nodes of its body and all their edges; each comes back where it was. */
function removeNode(graph: Graph, id: string, i: number): Applied {
  indexOfNode(graph, id, i)
  const removedIds = new Set([id])
  for (let size = 0; size < removedIds.size; ) {
    size = removedIds.size
    for (const { id: each, parent } of graph.nodes)
      if (parent !== undefined && removedIds.has(parent)) removedIds.add(each)
  }
  const isRemoved = ({ from, to }: Edge) => removedIds.has(from) || removedIds.has(to)
  const nodes = graph.nodes.flatMap((node, index): InverseOp[] =>
    removedIds.has(node.id) ? [{ op: 'addNode', node, index }] : [],
  )
  const edges = graph.edges.flatMap((edge, index): InverseOp[] =>
    isRemoved(edge) ? [{ op: 'addEdge', edge, index }] : [],
  )
  return {
    graph: {
      ...graph,
      nodes: graph.nodes.filter((node) => !removedIds.has(node.id)),
      edges: graph.edges.filter((edge) => !isRemoved(edge)),
    },
    inverse: [...nodes, ...edges],
  }
}

function rename(graph: Graph, { id, to }: Extract<GraphOp, { op: 'renameNode' }>, i: number): Applied {
  indexOfNode(graph, id, i)
  if (graph.nodes.some((each) => each.id === to)) throw refusal(i, `There is a node "${to}" already`)
  return { graph: renameNode(graph, id, to), inverse: [{ op: 'renameNode', id: to, to: id }] }
}

function updateEdge(graph: Graph, op: Extract<GraphOp, { op: 'updateEdge' }>, i: number): Applied {
  const at = indexOfEdge(graph, op.edge, i)
  const { next, undo } = changed(graph.edges[at]!, op)
  const edge = Edge.safeParse(next)
  if (!edge.success) throw refusal(i, `The edge would not be valid: ${firstIssue(edge.error)}`)
  return {
    graph: { ...graph, edges: graph.edges.with(at, edge.data) },
    inverse: [{ op: 'updateEdge', edge: nameOfEdge(edge.data), ...undo }],
  }
}

const settings = ['inputSchema', 'outputSchema', 'timeoutSec']

function setGraph(graph: Graph, op: Extract<GraphOp, { op: 'setGraph' }>, i: number): Applied {
  const odd = [...Object.keys(op.set), ...op.unset].find((name) => !settings.includes(name))
  if (odd !== undefined) throw refusal(i, `A graph has no setting "${odd}"; it has ${settings.join(', ')}`)
  const { next, undo } = changed(graph, op)
  const parsed = Graph.safeParse(next)
  if (!parsed.success) throw refusal(i, `The graph would not be valid: ${firstIssue(parsed.error)}`)
  return { graph: parsed.data, inverse: [{ op: 'setGraph', ...undo }] }
}

function indexOfNode({ nodes }: Graph, id: string, i: number): number {
  const at = nodes.findIndex((node) => node.id === id)
  if (at < 0) throw refusal(i, `There is no node "${id}"`)
  return at
}

function indexOfEdge({ edges }: Graph, name: string, i: number): number {
  const at = edges.findIndex((edge) => nameOfEdge(edge) === name)
  if (at < 0) throw refusal(i, `There is no edge "${name}"`)
  return at
}

const firstIssue = ({
  issues,
}: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}): string => {
  const [issue] = issues
  return issue ? `${issue.path.map(String).join('/')} ${issue.message}`.trim() : 'it is not understood'
}

const refusal = (i: number, message: string) =>
  new AppError('invalid_parameter', message, {
    details: [{ in: 'body', path: `/ops/${i}`, rule: 'applicable', message }],
    hint: 'No operation was applied. Read the graph again and send operations that fit it.',
  })
