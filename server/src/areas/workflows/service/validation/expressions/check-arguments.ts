import type { Graph, NodeOf } from '../../../schema/graph.ts'
import type { Problem } from '../../../schema/problem.ts'
import { schemaKeyOf, type ToolSchemas } from './outside.ts'

/** Whether each tool gets the arguments that it needs, and none that it does not take. */
export const checkArguments = ({ nodes }: Graph, tools: ToolSchemas): Problem[] =>
  nodes.flatMap((node, i) => {
    const schema = node.type === 'action' ? tools[schemaKeyOf(node)]?.input : undefined
    return schema ? checkNode(node as NodeOf<'action'>, `/graph/nodes/${i}/inputMapping`, schema) : []
  })

type InputSchema = { required?: unknown; properties?: unknown; additionalProperties?: unknown }

function checkNode(node: NodeOf<'action'>, path: string, schema: InputSchema): Problem[] {
  const names = Object.keys(node.inputMapping)
  const properties = Object.keys((schema.properties ?? {}) as object)
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const at = { severity: 'error' as const, nodeId: node.id }
  const missing = required
    .filter((name) => !names.includes(name) && !hasDefault(schema, name))
    .map((name) => ({
      ...at,
      code: 'missing_argument',
      message: `${node.toolSlug} needs the argument "${name}".`,
      fix: `Add "${name}" to the input mapping.`,
      path: `${path}/${name}`,
    }))
  if (schema.additionalProperties !== false) return missing
  const unknown = names
    .filter((name) => !properties.includes(name))
    .map((name) => ({
      ...at,
      code: 'unknown_argument',
      message: `${node.toolSlug} has no argument "${name}".`,
      fix: properties.length > 0 ? `Use one of ${properties.slice(0, 10).join(', ')}.` : 'Remove it.',
      path: `${path}/${name}`,
    }))
  return [...missing, ...unknown]
}

const hasDefault = ({ properties }: InputSchema, name: string): boolean => {
  const property = Object.entries((properties ?? {}) as object).find(([key]) => key === name)?.[1] as unknown
  return typeof property === 'object' && property !== null && 'default' in property
}
