import type { Queryable } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Problem } from '../../schema/problem.ts'
import { findUses } from '../../store/use.ts'
import type { Reference } from './definition-walk.ts'

export const maxSubflowDepth = 5

/** A workflow must not execute itself, directly or through others, nor go deeper than an execution may. */
export async function checkCycles(
  q: Queryable,
  scope: Scope,
  workflowId: string,
  references: readonly Reference[],
): Promise<Problem[]> {
  const problems: Problem[] = []
  const known = new Map<string, readonly string[]>()
  for (const reference of references) {
    let reached: ReadonlySet<string> = new Set([reference.name])
    for (let depth = 1; reached.size > 0; depth++) {
      const problem = reached.has(workflowId)
        ? cycle(reference)
        : depth > maxSubflowDepth
          ? tooDeep(reference)
          : null
      if (problem) {
        problems.push(problem)
        break
      }
      const unread = [...reached].filter((id) => !known.has(id))
      for (const [id, uses] of await findUses(q, scope, unread)) known.set(id, uses)
      reached = new Set([...reached].flatMap((id) => known.get(id) ?? []))
    }
  }
  return problems
}

const cycle = ({ nodeId, path }: Reference): Problem => ({
  severity: 'error',
  code: 'subflow_cycle',
  message: 'The workflow would execute itself.',
  fix: 'Choose another workflow, or use a loop node to repeat something.',
  nodeId,
  path,
})

const tooDeep = ({ nodeId, path }: Reference): Problem => ({
  severity: 'error',
  code: 'recursion_limit',
  message: `Subflows are nested deeper than ${maxSubflowDepth} levels here.`,
  fix: 'Execute fewer workflows within one another.',
  nodeId,
  path,
})
