import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { JsonSchema } from '../../../../kernel/json-schema/schema-walk.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Problem } from '../../schema/problem.ts'
import type { Definition } from '../../schema/workflow.ts'
import { schemaKeyOf, type ToolSchemas } from './expressions/outside.ts'

const hasTemplate = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return value.includes('{{')
  if (typeof value !== 'object' || value === null || depth > 64) return false
  return Object.values(value).some((each) => hasTemplate(each, depth + 1))
}

/** Arguments that are known now are held to the schema of their tool now. */
export async function checkLiterals(
  scope: Scope,
  { graph }: Definition,
  tools: ToolSchemas,
  checks: SchemaChecks,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [i, node] of (graph?.nodes ?? []).entries()) {
    const schema = node.type === 'action' ? tools[schemaKeyOf(node)]?.input : undefined
    if (node.type !== 'action' || !schema) continue
    const { part, value } = literalsOf(schema, node.inputMapping)
    if (value === null) continue
    const { faults } = await checks.check(part, value, scope)
    for (const { path, message } of faults.slice(0, mostFaults))
      problems.push({
        severity: 'error',
        code: 'invalid_argument',
        message: `The argument "${path.split('/')[1]}" of ${node.toolSlug} ${message}.`,
        fix: 'Change the value, or map it with an expression.',
        nodeId: node.id,
        path: `/graph/nodes/${i}/inputMapping${path}`,
      })
  }
  return problems
}

const mostFaults = 10

/** The arguments without expressions, and the part of the schema that is about them: one check for each node. */
function literalsOf(schema: JsonSchema, mapping: Record<string, unknown>) {
  const { properties = {}, $defs, definitions } = schema as Record<string, JsonSchema | undefined>
  const names = Object.keys(mapping).filter(
    (name) => Object.hasOwn(properties, name) && !hasTemplate(mapping[name]),
  )
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, from[name]]))
  return {
    part: { ...defined({ $defs, definitions }), type: 'object', properties: pick(properties) },
    value: names.length > 0 ? pick(mapping) : null,
  }
}

const defined = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, each]) => each !== undefined))
