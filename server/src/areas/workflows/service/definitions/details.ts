import type { Db, Queryable } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type {
  Definition,
  ExecutionCounts,
  Warning,
  WorkflowRow,
  WorkflowView,
} from '../../schema/workflow.ts'
import { findUsable } from '../../store/use.ts'
import { referencesOf } from '../validation/definition-walk.ts'
import { noExecutions, toDetail } from './to-response.ts'

export type CountsOf = (
  q: Queryable,
  scope: Scope,
  workflowIds: readonly string[],
) => Promise<ReadonlyMap<string, ExecutionCounts>>

export type DetailsDeps = { db: Db; countsOf: CountsOf }

/** A workflow with everything that belongs to it. */
export function createDetails({ db, countsOf }: DetailsDeps) {
  /** Workflows that it references and that were deleted, or are not visible to this user. */
  async function warningsOf(scope: Scope, definition: Definition): Promise<Warning[]> {
    const { subflows, agents } = referencesOf(definition)
    const named = [...subflows, ...agents]
    const found = await findUsable(db, scope, [...new Set(named.map(({ name }) => name))])
    return named
      .filter(({ name }) => !found.has(name))
      .map(({ name, path }) => ({
        code: 'workflow_not_found',
        message: `There is no workflow ${name} that the acting user can use.`,
        path,
      }))
  }

  return async (scope: Scope, workflow: WorkflowRow, definition: Definition): Promise<WorkflowView> => {
    const counts = await countsOf(db, scope, [workflow.id])
    return toDetail(scope, workflow, definition, counts.get(workflow.id) ?? noExecutions, {
      connections: [],
      toolkitAuthConfigs: [],
      toolkitConnections: [],
      warnings: await warningsOf(scope, definition),
    })
  }
}

export type Details = ReturnType<typeof createDetails>
