import { Graph, type GraphInput } from '../schema/graph.ts'

/** A workflow to begin with: it runs as it is, without any account, with the example as its input. */
export type WorkflowTemplate = {
  slug: string
  name: string
  description: string
  category: 'data' | 'approval' | 'content' | 'control-flow'
  exampleInput: Record<string, unknown>
  graph: Graph
}

type TemplateInput = Omit<WorkflowTemplate, 'graph'> & { graph: GraphInput }

/** The graph is parsed when it is first read: that takes longer than to load everything else about workflows. */
export function template({ graph, ...rest }: TemplateInput): WorkflowTemplate {
  let parsed: Graph | null = null
  return {
    ...rest,
    get graph() {
      parsed ??= Graph.parse(graph)
      return parsed
    },
  }
}

/** Edges of a chain. */
export const chain = (...ids: string[]): { from: string; to: string }[] =>
  ids.slice(1).map((to, i) => ({ from: ids[i]!, to }))

export const text = { type: 'string' } as const
export const number = { type: 'number' } as const
export const objectOf = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})
