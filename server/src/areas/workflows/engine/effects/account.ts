import type { Queryable } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ToolTraits } from '../../../tools/index.ts'
import { findAccounts } from '../../store/account.ts'
import { listWorkflowBindings } from '../../store/binding.ts'
import { findAccountUnder, findNewestAccount } from '../../store/definition.ts'
import type { ToolOrigin, ToolRequest } from './effects.ts'

/**
 * An account, or the auth config under which the acting user has none; both null leave it to the tool. `ownerId` is whose it
 * is, where that is not the acting user.
 */
export type ChosenAccount = { accountId: string | null; missingUnder: string | null; ownerId: string | null }
type Bound = { connectedAccountId: string | null; authConfigId: string | null }

/**
 * Which account a tool of a workflow uses: that of the node, else the one that its toolkit is bound to, else the newest under
 * the bound auth config. A binding chooses among the accounts of the acting user: that of
 * the owner is not used for another who executes a shared workflow, unless the agent grants it. Bindings are read once for each
 * execution and hold for all of it.
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
    const key = `${workflowId}/${scope.externalUser.id}`
    const known = bindings.get(key) ?? readBindings(scope, workflowId)
    bindings.set(key, known)
    return known
  }

  /** The account that the owner would use; null when there is none that can be used. */
  async function accountOfOwner(
    scope: Scope,
    ownerId: string,
    toolkitSlug: string,
    workflowId: string,
  ): Promise<string | null> {
    const owner = { ...scope, acrossUsers: false, externalUser: { id: ownerId, name: '' } }
    const bound = (await boundTo(owner, workflowId)).get(toolkitSlug)
    if (bound?.connectedAccountId) return bound.connectedAccountId
    return bound?.authConfigId
      ? findAccountUnder(db, owner, bound.authConfigId)
      : findNewestAccount(db, owner, toolkitSlug)
  }

  return async function accountFor(
    scope: Scope,
    { noAuth, slug, toolkitSlug }: Pick<ToolTraits, 'noAuth' | 'slug' | 'toolkitSlug'>,
    { connectedAccountId }: Pick<ToolRequest, 'connectedAccountId'>,
    { workflowId, grantedBy }: Pick<ToolOrigin, 'workflowId' | 'grantedBy'>,
  ): Promise<ChosenAccount> {
    if (connectedAccountId !== undefined || noAuth) return account(connectedAccountId ?? null)
    const ownerId = (await grantedBy?.({ slug, toolkitSlug })) ?? null
    const granted = ownerId && (await accountOfOwner(scope, ownerId, toolkitSlug, workflowId))
    if (granted) return { accountId: granted, missingUnder: null, ownerId }
    const bound = (await boundTo(scope, workflowId)).get(toolkitSlug)
    if (!bound) return account(null)
    if (bound.connectedAccountId !== null || bound.authConfigId === null)
      return account(bound.connectedAccountId)
    const found = await findAccountUnder(db, scope, bound.authConfigId)
    return found === null
      ? { accountId: null, missingUnder: bound.authConfigId, ownerId: null }
      : account(found)
  }
}

const account = (accountId: string | null): ChosenAccount => ({
  accountId,
  missingUnder: null,
  ownerId: null,
})
