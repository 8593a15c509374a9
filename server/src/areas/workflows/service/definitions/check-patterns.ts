import { AppError } from '../../../../kernel/errors.ts'
import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { AgentPatch } from '../../schema/agent-patch.ts'

/** Compiling all patterns that an agent may have takes a second, so a thread does it and no shape. */
export async function refuseUnusablePatterns(
  checks: SchemaChecks,
  scope: Scope,
  agent: AgentPatch | null | undefined,
  at = '/agent',
): Promise<void> {
  const rules = agent?.behavior?.guardrails?.pii?.rules ?? []
  const custom = rules.flatMap(({ pattern }, i) => (pattern === undefined ? [] : [{ pattern, i }]))
  if (custom.length === 0) return
  const faults = await checks.faultsOf({ allOf: custom.map(({ pattern }) => ({ pattern })) }, scope)
  const details = faults.map(({ path, rule, message }) => {
    const index = custom[Number(path.split('/')[2])]?.i
    const within = `${at}/behavior/guardrails/pii/rules`
    return {
      in: 'body' as const,
      path: index === undefined ? within : `${within}/${index}/pattern`,
      rule,
      message,
    }
  })
  const [first] = details
  if (first) throw new AppError('invalid_parameter', `${first.path.slice(1)} ${first.message}`, { details })
}
