import type { Queryable } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ConnectionDependants } from '../../connections/index.ts'
import { listOfAccount } from '../store/read-triggers.ts'
import { lockOfAccount } from '../store/trigger.ts'
import { hasUnregistrations } from '../store/unregistration.ts'
import type { Switching } from './switching.ts'
import type { Unregistering } from './toolkits/unregistering.ts'

/** Active triggers stop when their account is deleted: they are disabled, with the reason. */
export const accountDependants = (
  switching: Switching,
  unregistering: Pick<Unregistering, 'begin'>,
): ConnectionDependants => ({
  async list(q: Queryable, scope: Scope, accountId: string) {
    const triggers = await listOfAccount(q, scope, accountId)
    return triggers.map(({ id, slug, name, nextRunAt }) => ({
      type: 'trigger',
      id,
      name: name || slug,
      nextRunAt,
    }))
  },
  async release(tx, scope, accountId) {
    for (const trigger of await lockOfAccount(tx, scope, accountId)) {
      await unregistering.begin(tx, trigger)
      if (trigger.status === 'active') await switching.disable(tx, scope, trigger, 'connection_deleted')
    }
  },
  needsGrant: hasUnregistrations,
  listOfConfig: async () => ({ count: 0, named: [] }),
  releaseConfig: async () => undefined,
})
