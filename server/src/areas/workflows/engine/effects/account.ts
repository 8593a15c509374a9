import type { Queryable } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Tools } from '../../../tools/index.ts'
import { findAccounts } from '../../store/account.ts'
import { listWorkflowBindings } from '../../store/binding.ts'
import { findAccountUnder } from '../../store/definition.ts'
import type { ToolRequest } from './effects.ts'

type ToolTraits = Awaited<ReturnType<Tools['traits']>>
/** An account, or the auth config under which the acting user has none; both null leave it to the tool. */
export type ChosenAccount = { accountId: string | null; missingUnder: string | null }
type Bound = { connectedAccountId: string | null; authConfigId: string | null }

/**
 * Which account a tool of a workflow uses: that of the node, else the one that its toolkit is bound to, else the newest under
 * the bound auth config. A binding chooses among the accounts of the acting user: that of
 * the owner is not used for another who executes a shared workflow. Bindings are read once for each execution and hold for all of it.
 */
export function createAccountChoice(db: Queryable) {
  const bindings = new Map<string, Promise<ReadonlyMap<string, Bound>>>()

  async function readBindings(scope: Scope, workflowId: string): Promise<ReadonlyMap<string, Bound>> {
    const rows = await listWorkflowBindings(db, { projectId: scope.projectId, id: workflowId })
    const ids = rows.flatMap(({ connectedAccountId }) => connectedAccountId ?? [])
    const usable = await findAccounts(db, scope, ids)
    return new Map(
      rows.map(({ toolkitSlug, connectedAccountId, authConfigId }) => [
        toolkitSlug,
        {
          authConfigId,
          connectedAccountId: usable.has(connectedAccountId ?? '') ? connectedAccountId : null,
        },
      ]),
    )
  }

  function boundTo(scope: Scope, workflowId: string): Promise<ReadonlyMap<string, Bound>> {
    const known = bindings.get(workflowId) ?? readBindings(scope, workflowId)
    bindings.set(workflowId, known)
    return known
  }

  return async function accountFor(
    scope: Scope,
    { noAuth, toolkitSlug }: Pick<ToolTraits, 'noAuth' | 'toolkitSlug'>,
    { connectedAccountId }: Pick<ToolRequest, 'connectedAccountId'>,
    workflowId: string,
  ): Promise<ChosenAccount> {
    if (connectedAccountId !== undefined || noAuth) return account(connectedAccountId ?? null)
    const bound = (await boundTo(scope, workflowId)).get(toolkitSlug)
    if (!bound) return account(null)
    if (bound.connectedAccountId !== null || bound.authConfigId === null)
      return account(bound.connectedAccountId)
    const found = await findAccountUnder(db, scope, bound.authConfigId)
    return found === null ? { accountId: null, missingUnder: bound.authConfigId } : account(found)
  }
}

const account = (accountId: string | null): ChosenAccount => ({ accountId, missingUnder: null })
