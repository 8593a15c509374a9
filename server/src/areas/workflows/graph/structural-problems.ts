import type { Edge, Graph, Node, NodeOf } from '../schema/graph.ts'
import { isSettableHeader, settableHeaders } from '../schema/response-settings.ts'
import type { Structure } from './level.ts'
import type { GraphProblem } from './problem.ts'

type Found = Omit<GraphProblem, 'severity'> & { severity?: GraphProblem['severity'] }

const error = (problem: Found): GraphProblem => ({ severity: 'error', ...problem })
export const nameOfEdge = ({ id, from, to }: Edge): string => id ?? `${from}->${to}`

/** What is wrong with nodes by themselves and with what they are connected to. */
export function nodeProblems(graph: Graph, structure: Structure): GraphProblem[] {
  const problems = [...startProblems(graph.nodes), ...duplicateProblems(graph.nodes)]
  if (!graph.nodes.some(({ type }) => type === 'end'))
    problems.push(error({ code: 'end_missing', message: 'The graph has no end node. Add one.' }))
  graph.nodes.forEach((node, index) => {
    const path = `nodes[${index}]`
    const found = [
      ...positionProblems(node, structure),
      ...ownProblems(node, structure),
      ...routeProblems(node, graph.edges),
    ]
    problems.push(
      ...found.map((problem) =>
        error({
          nodeId: node.id,
          ...problem,
          path: [path, ...(problem.path ? [problem.path] : [])].join('.'),
        }),
      ),
    )
  })
  return [...problems, ...unreachableProblems(structure)]
}

function startProblems(nodes: readonly Node[]): GraphProblem[] {
  const starts = nodes.filter(({ type }) => type === 'start')
  if (starts.length === 0)
    return [
      error({
        code: 'start_missing',
        message: 'The graph has no start node. Add one with the id "start" and connect it.',
      }),
    ]
  return starts.flatMap((node, index) => {
    if (index > 0)
      return error({
        code: 'start_duplicate',
        nodeId: node.id,
        message: 'A graph has one start node. Remove this one.',
      })
    return node.id === 'start'
      ? []
      : error({
          code: 'start_id',
          nodeId: node.id,
          message: 'The id of the start node must be "start". Rename it.',
        })
  })
}

function duplicateProblems(nodes: readonly Node[]): GraphProblem[] {
  const seen = new Set<string>()
  return nodes.flatMap(({ id }, index) => {
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return error({
      code: 'node_id_duplicate',
      nodeId: id,
      path: `nodes[${index}].id`,
      message: `Two nodes have the id "${id}". Rename one of them.`,
    })
  })
}

/** The parent of a node, and which nodes have one. */
function positionProblems({ id, type, parent }: Node, { nodes, loopsAround }: Structure): Found[] {
  if (parent === undefined) return []
  if (type === 'start' || type === 'end')
    return [
      {
        code: 'node_in_loop',
        message: `A node of the type ${type} cannot be in the body of a loop. Remove its parent.`,
      },
    ]
  const loop = nodes.get(parent)
  if (!loop)
    return [
      {
        code: 'parent_unknown',
        message: `The parent "${parent}" does not exist. Name a loop node, or remove the parent.`,
      },
    ]
  if (loop.type !== 'loop')
    return [
      {
        code: 'parent_not_loop',
        message: `The parent "${parent}" is of the type ${loop.type}. Only loops have a body.`,
      },
    ]
  return loopsAround(id).length === 0
    ? [
        {
          code: 'parent_cycle',
          message: `The loop "${parent}" is in its own body. Remove the parent of one of the loops.`,
        },
      ]
    : []
}

/** What a node of this type needs. */
function ownProblems(node: Node, structure: Structure): Found[] {
  const outgoing =
    structure.levels.get(structure.loopsAround(node.id)[0] ?? null)?.outgoing.get(node.id) ?? []
  const incoming =
    structure.levels.get(structure.loopsAround(node.id)[0] ?? null)?.incoming.get(node.id) ?? []
  switch (node.type) {
    case 'branch':
      return outgoing.length > 0
        ? []
        : [
            {
              code: 'branch_without_edges',
              message: 'A branch needs at least one outgoing edge. Connect it, or remove it.',
            },
          ]
    case 'join':
      return typeof node.mode === 'number' && node.mode > incoming.length
        ? [
            {
              code: 'join_count',
              message: `The join waits for ${node.mode} branches and has ${incoming.length} incoming edges. Lower the number, or connect more.`,
            },
          ]
        : []
    case 'loop':
      return loopProblems(node, structure)
    case 'wait':
      return waitProblems(node)
    case 'end':
      return responseProblems(node)
    case 'placeholder':
      return [
        {
          code: 'placeholder',
          message:
            `This node replaces "${node.source}", which could not be imported. Replace it. ${node.note}`.trim(),
        },
      ]
    case 'llm_agent':
      if (node.agentId !== undefined || node.agent !== undefined) return []
      return [{ code: 'agent_missing', message: 'An agent node needs `agent` or `agentId`.' }]
    default:
      return []
  }
}

function loopProblems(node: NodeOf<'loop'>, { levels }: Structure): Found[] {
  const found: Found[] = []
  if ((node.over === undefined) === (node.while === undefined))
    found.push({
      code: 'loop_condition',
      message: 'A loop needs either `over` (a list) or `while` (a condition), and not both.',
    })
  if (!levels.has(node.id))
    found.push({
      code: 'loop_without_body',
      message: `The loop has no body. Give at least one node \`parent: "${node.id}"\`.`,
    })
  return found
}

function waitProblems({ seconds, until, event }: NodeOf<'wait'>): Found[] {
  const count = [seconds, until, event].filter((each) => each !== undefined).length
  return count === 1
    ? []
    : [
        {
          code: 'wait_condition',
          message: 'A wait needs exactly one of `seconds`, `until` and `event`.',
        },
      ]
}

/** The response comes from the origin of the server, which a workflow must not speak for. */
const responseProblems = ({ response }: NodeOf<'end'>): Found[] =>
  Object.keys(response?.headers ?? {})
    .filter((name) => !isSettableHeader(name))
    .map((name) => ({
      code: 'response_header',
      path: `response.headers.${name}`,
      message: `The header "${name}" cannot be set by a workflow. Use ${settableHeaders}.`,
    }))

/** A failure that is routed to nowhere ends its path without a word. */
function routeProblems(node: Node, edges: readonly Edge[]): Found[] {
  if (!('onError' in node) || node.onError !== 'route') return []
  if (edges.some(({ from, onError }) => from === node.id && onError === true)) return []
  return [
    {
      code: 'route_without_edge',
      severity: 'warning',
      message:
        'The node has `onError: "route"` and no edge with `onError: true`, so a failure is ignored and nothing behind the node runs. Add such an edge, or change `onError`.',
    },
  ]
}

/** What no edge leads to is skipped in every execution. */
function unreachableProblems({ levels }: Structure): GraphProblem[] {
  const root = levels.get(null)
  if (!root) return []
  const reached = new Set(['start'])
  for (const { id } of root.nodes)
    if ((root.incoming.get(id) ?? []).some(({ from }) => reached.has(from))) reached.add(id)
  return root.nodes
    .filter(({ id, type }) => type !== 'start' && !reached.has(id))
    .map(({ id }) => ({
      code: 'unreachable',
      severity: 'warning',
      nodeId: id,
      message: 'No path leads from the start to this node, so it never runs. Connect it, or remove it.',
    }))
}

export function edgeProblems({ edges }: Graph, structure: Structure): GraphProblem[] {
  return edges.flatMap((edge, index) =>
    edgeProblem(edge, structure).map((problem) =>
      error({ edge: nameOfEdge(edge), path: `edges[${index}]`, ...problem }),
    ),
  )
}

function edgeProblem({ from, to, onError }: Edge, { nodes, loopsAround }: Structure): Found[] {
  const missing = [...new Set([from, to])].filter((id) => !nodes.has(id))
  if (missing.length > 0)
    return missing.map((id) => ({
      code: 'edge_node_unknown',
      message: `The node "${id}" does not exist. Correct the edge, or remove it.`,
    }))
  if (from === to)
    return [
      { code: 'edge_to_itself', nodeId: from, message: 'A node cannot follow itself. Remove the edge.' },
    ]
  const found: Found[] = []
  if (loopsAround(from)[0] !== loopsAround(to)[0])
    found.push({
      code: 'edge_across_levels',
      message: `"${from}" and "${to}" are not in the body of the same loop. Connect the loop node instead.`,
    })
  const source = nodes.get(from)!
  if (onError && !('onError' in source && source.onError === 'route'))
    found.push({
      code: 'edge_on_error',
      nodeId: from,
      message: `The edge is taken when "${from}" fails, but that node does not have \`onError: "route"\`. Set it, or remove \`onError\` from the edge.`,
    })
  if (nodes.get(to)!.type === 'start')
    found.push({
      code: 'edge_to_start',
      nodeId: to,
      message: 'Nothing comes before the start. Remove the edge.',
    })
  if (source.type === 'end')
    found.push({
      code: 'edge_from_end',
      nodeId: from,
      message: 'Nothing follows an end node. Remove the edge.',
    })
  return found
}
