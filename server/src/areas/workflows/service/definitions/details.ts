import type { Db, Queryable } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { versionLabel } from '../../schema/version-number.ts'
import type {
  Definition,
  ExecutionCounts,
  Warning,
  WorkflowRow,
  WorkflowView,
} from '../../schema/workflow.ts'
import { findAccounts, findAuthConfigs } from '../../store/account.ts'
import { type Binding, listWorkflowBindings } from '../../store/binding.ts'
import { findUsable } from '../../store/use.ts'
import { findWorkflow } from '../../store/workflow.ts'
import { toAuthConfig } from '../bindings/bindings.ts'
import { referencesOf } from '../validation/definition-walk.ts'
import { visibleDefinition } from '../visible-definition.ts'
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

  async function bindingsOf(scope: Scope, workflow: WorkflowRow) {
    const bindings = await listWorkflowBindings(db, workflow)
    // Accounts of others are not shown, whatever they are bound to.
    const accounts = await findAccounts(db, scope, idsIn(bindings, 'connectedAccountId'))
    const configs = await findAuthConfigs(db, scope, idsIn(bindings, 'authConfigId'))
    const bound = bindings.flatMap((binding) => {
      const account = accounts.get(binding.connectedAccountId ?? '')
      return account ? [{ binding, account }] : []
    })
    return {
      connections: bound.map(({ binding, account }) => ({
        id: binding.id,
        connectionId: account.id,
        toolkitSlug: binding.toolkitSlug,
        displayName: account.displayName,
        label: account.label,
        createdAt: binding.createdAt,
        updatedAt: binding.updatedAt,
      })),
      toolkitConnections: bound.map(({ account: { id, ...account } }) => ({
        ...account,
        connectedAccountId: id,
      })),
      toolkitAuthConfigs: [...configs.values()].map(toAuthConfig),
    }
  }

  async function sourceOf(scope: Scope, { clonedFromId }: WorkflowRow) {
    const source = clonedFromId === null ? null : await findWorkflow(db, scope, clonedFromId)
    return source ? { sourceVersionLatest: versionLabel(source.version) } : {}
  }

  return async (scope: Scope, workflow: WorkflowRow, definition: Definition): Promise<WorkflowView> => {
    const counts = await countsOf(db, scope, [workflow.id])
    const shown = await visibleDefinition(scope, workflow, definition)
    return toDetail(scope, workflow, shown, counts.get(workflow.id) ?? noExecutions, {
      ...(await bindingsOf(scope, workflow)),
      ...(await sourceOf(scope, workflow)),
      warnings: await warningsOf(scope, definition),
    })
  }
}

const idsIn = (bindings: readonly Binding[], field: 'connectedAccountId' | 'authConfigId'): string[] =>
  bindings.flatMap((binding) => binding[field] ?? [])

export type Details = ReturnType<typeof createDetails>
