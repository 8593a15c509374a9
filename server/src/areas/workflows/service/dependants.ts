import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ConnectionDependants } from '../../connections/index.ts'
import type { ToolkitDependants } from '../../toolkits/index.ts'
import { listWorkflowsUsing, releaseAccount, releaseConfig } from '../store/binding.ts'
import { listBoundToConfig, listPinning, pinOf } from '../store/pin.ts'

/** Active workflows that would stop without something of an area below, for those who are about to delete it. */
export const dependantsOfTool = (q: Queryable, scope: Scope, slug: string) =>
  listPinning(q, scope, pinOf.tool(slug))

/** Agents that read it. */
export const dependantsOfSkill = (q: Queryable, scope: Scope, id: string) =>
  listPinning(q, scope, pinOf.skill(id))

/** They stay when the toolkit goes: their next execution fails where it needs it. */
export const dependantsOfToolkits: ToolkitDependants = {
  what: 'active workflows',
  countSecrets: async () => 0,
  count: async (tx, scope, slug) => (await listPinning(tx, scope, pinOf.toolkit(slug))).count,
  list: (q, scope, slug) => listPinning(q, scope, pinOf.toolkit(slug)),
  remove: async () => undefined,
}

/** By a binding or by a node. A deleted account or auth config is bound to nothing. */
export const dependantsOfAccounts: ConnectionDependants = {
  async list(q: Queryable, scope: Scope, accountId: string) {
    const workflows = await listWorkflowsUsing(q, scope, accountId)
    return workflows.map(({ id, name }) => ({ type: 'workflow', id, name, nextRunAt: null }))
  },
  release: (tx: Tx, scope: Scope, accountId: string) => releaseAccount(tx, scope, accountId),
  listOfConfig: listBoundToConfig,
  releaseConfig: (tx: Tx, scope: Scope, authConfigId: string) => releaseConfig(tx, scope, authConfigId),
}
