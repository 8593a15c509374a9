import type { Edge, Graph, Node } from '../../../schema/graph.ts'

/** A place of a graph with expressions. */
export type Site = {
  /** Whose ancestors it may name. */
  nodeId: string
  /** A JSON pointer. */
  path: string
  /** A mapping may hold templates at any depth; the others are one source. */
  kind: 'mapping' | 'template' | 'condition'
  value: unknown
  expects?: 'list' | 'number' | 'string'
  /** Edges see the node that they leave; the output of an iteration sees the body of the loop. */
  sees?: 'itself' | 'body'
  /** Within the items of the node's own `forEach`. */
  isPerItem?: boolean
}

type Part = Pick<Site, 'kind' | 'expects' | 'sees' | 'isPerItem'> & { field: string; value: unknown }

const mapping = (field: string, value: unknown): Part => ({ field, value, kind: 'mapping', isPerItem: true })
const template = (field: string, value: unknown, expects?: Site['expects']): Part => ({
  field,
  value,
  kind: 'template',
  isPerItem: true,
  ...(expects && { expects }),
})

export function sitesOf({ nodes, edges }: Graph): Site[] {
  return [
    ...nodes.flatMap((node, i) => sitesOfNode(node, `/graph/nodes/${i}`)),
    ...edges.flatMap((edge, i) => sitesOfEdge(edge, `/graph/edges/${i}`)),
  ]
}

const sitesOfEdge = ({ from, condition }: Edge, path: string): Site[] =>
  condition === undefined
    ? []
    : [{ nodeId: from, path: `${path}/condition`, kind: 'condition', value: condition, sees: 'itself' }]

function sitesOfNode(node: Node, path: string): Site[] {
  const parts = [...optionsOf(node), ...partsOf(node)]
  return parts
    .filter(({ value }) => value !== undefined)
    .map(({ field, ...part }) => ({ ...part, nodeId: node.id, path: `${path}/${field}` }))
}

function optionsOf(node: Node): Part[] {
  const parts: Part[] = []
  if ('runIf' in node) parts.push({ field: 'runIf', value: node.runIf, kind: 'condition' })
  if ('forEach' in node)
    parts.push({ field: 'forEach', value: node.forEach, kind: 'template', expects: 'list' })
  return parts
}

/** What a node is given. */
function partsOf(node: Node): Part[] {
  switch (node.type) {
    case 'action':
    case 'code':
    case 'llm_agent':
    case 'subflow':
      return [mapping('inputMapping', node.inputMapping)]
    case 'http':
      return [
        template('url', node.url, 'string'),
        mapping('query', node.query),
        mapping('headers', node.headers),
        mapping('body', node.body),
      ]
    case 'llm':
      return [template('system', node.system), template('prompt', node.prompt)]
    case 'human_wait':
      return [template('humanMessage', node.humanMessage), template('assignee', node.assignee)]
    case 'wait':
      return [
        ...(typeof node.seconds === 'string' ? [template('seconds', node.seconds, 'number')] : []),
        template('until', node.until),
      ]
    case 'set':
      return [template('base', node.base), mapping('values', node.values)]
    case 'end':
      return [mapping('output', node.output), mapping('response', node.response)]
    case 'loop':
      return [
        { field: 'over', value: node.over, kind: 'template', expects: 'list' },
        { field: 'while', value: node.while, kind: 'condition', isPerItem: true },
        { field: 'output', value: node.output, kind: 'mapping', sees: 'body', isPerItem: true },
      ]
    default:
      return []
  }
}
