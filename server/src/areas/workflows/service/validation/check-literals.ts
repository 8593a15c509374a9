import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { JsonSchema } from '../../../../kernel/json-schema/schema-walk.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Problem } from '../../schema/problem.ts'
import type { Definition } from '../../schema/workflow.ts'
import { schemaKeyOf, type ToolSchemas } from './expressions/types.ts'

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
    const { properties = {}, $defs, definitions } = schema as Record<string, JsonSchema | undefined>
    for (const [name, value] of Object.entries(node.inputMapping)) {
      if (!Object.hasOwn(properties, name) || hasTemplate(value)) continue
      const part = { ...defined({ $defs, definitions }), ...(properties[name] as JsonSchema) }
      const { faults } = await checks.check(part, value, scope)
      for (const fault of faults.slice(0, 5))
        problems.push({
          severity: 'error',
          code: 'invalid_argument',
          message: `The argument "${name}" of ${node.toolSlug} ${fault.message}.`,
          fix: `Change the value, or map it with an expression.`,
          nodeId: node.id,
          path: `/graph/nodes/${i}/inputMapping/${name}${fault.path}`,
        })
    }
  }
  return problems
}

const defined = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(given).filter(([, each]) => each !== undefined))
