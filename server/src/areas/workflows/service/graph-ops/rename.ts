import { renameField } from '../../../../kernel/expressions/index.ts'
import type { Graph, Node } from '../../schema/graph.ts'
import { sitesOf } from '../validation/expressions/sites.ts'

/** The graph with another id for a node: the node itself, its edges, its body, and every expression that names it. */
export function renameNode(graph: Graph, from: string, to: string): Graph {
  const sites = sitesOf(graph)
  const fieldsOf = (kind: 'nodes' | 'edges', index: number) =>
    sites.flatMap(({ path, kind: source }) => {
      const [, , list, position, field] = path.split('/')
      return list === kind && Number(position) === index ? [{ field: field!, source }] : []
    })
  const rewrite = (holder: object, fields: ReturnType<typeof fieldsOf>) => {
    const next: Record<string, unknown> = { ...holder }
    for (const { field, source } of fields)
      next[field] = renamed(
        next[field],
        { root: 'nodes', from, to, kind: source === 'condition' ? 'condition' : 'template' },
        0,
      )
    return next
  }
  const named = (id: string) => (id === from ? to : id)
  return {
    ...graph,
    nodes: graph.nodes.map((node, i) => {
      const { id, parent } = node
      return {
        ...rewrite(node, fieldsOf('nodes', i)),
        id: named(id),
        ...(parent === undefined ? {} : { parent: named(parent) }),
      } as Node
    }),
    edges: graph.edges.map((edge, i) => ({
      ...(rewrite(edge, fieldsOf('edges', i)) as typeof edge),
      from: named(edge.from),
      to: named(edge.to),
    })),
  }
}

function renamed(value: unknown, change: Parameters<typeof renameField>[1], depth: number): unknown {
  if (typeof value === 'string') return renameField(value, change)
  if (typeof value !== 'object' || value === null || depth > 64) return value
  if (Array.isArray(value)) return value.map((each) => renamed(each, change, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, renamed(each, change, depth + 1)]),
  )
}
