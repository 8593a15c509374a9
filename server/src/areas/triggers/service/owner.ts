import { scopeOfRun, toStoredScope } from '../../../kernel/runs/run-scope.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { TriggerRow } from '../schema/trigger.ts'

/** The scope in which a trigger acts: that of the caller that configured it, for its owner alone. */
export const ownerScope = ({
  projectId,
  userId,
  scope,
}: Pick<TriggerRow, 'projectId' | 'userId' | 'scope'>): Scope =>
  scopeOfRun({ project_id: projectId, external_user_id: userId, scope })

/** What a trigger stores of the caller: it never acts across users. */
export const storedScope = (scope: Scope, owner: Scope['externalUser']): TriggerRow['scope'] =>
  toStoredScope({ ...scope, acrossUsers: false, externalUser: owner })
