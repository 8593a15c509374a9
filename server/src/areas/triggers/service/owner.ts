import { scopeOfRun, toStoredScope } from '../../../kernel/runs/run-scope.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { TriggerRow } from '../schema/trigger.ts'

type Owned = Pick<TriggerRow, 'projectId' | 'userId' | 'scope'>

/** The scope in which a trigger acts: that of the caller that configured it, for its owner alone. */
export const ownerScope = ({ projectId, userId, scope }: Owned): Scope =>
  scopeOfRun({ project_id: projectId, external_user_id: userId, scope })

/** The same for what an invocation causes. */
export const scopeOfInvocation = (trigger: Owned, { depth }: { depth: number }): Scope => ({
  ...ownerScope(trigger),
  triggerDepth: depth,
})

/** What a trigger stores of the caller: it never acts across users. */
export const storedScope = (scope: Scope, owner: Scope['externalUser']): TriggerRow['scope'] =>
  toStoredScope({ ...scope, acrossUsers: false, externalUser: owner })
