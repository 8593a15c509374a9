import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Problem } from '../../schema/problem.ts'
import type { Definition } from '../../schema/workflow.ts'

type SchemaLocation = { schema: unknown; path: string; nodeId: string | null }

/** JSON Schemas of the input, the output and of nodes. */
export async function checkSchemas(
  scope: Scope,
  definition: Definition,
  checks: SchemaChecks,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { schema, path, nodeId } of schemasOf(definition)) {
    if (isPlain(schema)) continue
    // The first is the cause; others are about alternatives that it might have been.
    for (const fault of (await checks.faultsOf(schema, scope)).slice(0, 1))
      problems.push({
        severity: 'error',
        code: 'invalid_schema',
        message: `The JSON Schema is not valid: ${fault.path || 'it'} ${fault.message}.`,
        fix: 'Correct the schema, or remove it.',
        nodeId,
        path: `${path}${fault.path}`,
      })
  }
  return problems
}

function schemasOf({ graph, agent }: Definition): SchemaLocation[] {
  const found: SchemaLocation[] = []
  const add = (holder: object, path: string, nodeId: string | null) => {
    for (const name of ['inputSchema', 'outputSchema'] as const) {
      const schema = (holder as Partial<Record<typeof name, unknown>>)[name]
      if (schema !== undefined) found.push({ schema, path: `${path}/${name}`, nodeId })
    }
  }
  if (graph) add(graph, '/graph', null)
  for (const [i, node] of (graph?.nodes ?? []).entries()) add(node, `/graph/nodes/${i}`, node.id)
  if (agent) add(agent, '/agent', null)
  return found
}

const plainTypes = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

/** Most schemas are fields with a type and a title: those need no thread to be found right. */
function isPlain(schema: unknown, depth = 0): boolean {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth > 8) return false
  return Object.entries(schema).every(([key, value]) => {
    if (key === 'type') return typeof value === 'string' && plainTypes.has(value)
    if (key === 'title' || key === 'description') return typeof value === 'string'
    if (key === 'required') return Array.isArray(value) && value.every((each) => typeof each === 'string')
    if (key === 'properties')
      return (
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        Object.values(value).every((each) => isPlain(each, depth + 1))
      )
    return key === 'items' && isPlain(value, depth + 1)
  })
}
