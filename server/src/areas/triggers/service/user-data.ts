import type { Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { deleteUserRows, exportUserRows, moveUserRows } from '../../../kernel/user-rows.ts'
import type { UserData } from '../../external-users/index.ts'
import { lockRegisteredOfUser } from '../store/registration.ts'
import { countUserTriggers, listUserInvocations, listUserTriggers, moveTriggers } from '../store/user-data.ts'
import type { Unregistering } from './toolkits/unregistering.ts'

const deleteTriggers = deleteUserRows('trigger_instance')
const moveInvocations = moveUserRows('trigger_invocation')

/** Triggers that an end user owns, with their invocations. Schedules and runs are the kernel's, which does the same. */
export const createTriggerUserData = (unregistering: Pick<Unregistering, 'begin'>): UserData => ({
  countedAs: 'triggers',
  permission: 'triggers:read',
  count: countUserTriggers,
  async erase(tx: Tx, scope: Scope, userId: string) {
    for (const row of await lockRegisteredOfUser(tx, scope, userId)) await unregistering.begin(tx, row)
    await deleteTriggers(tx, scope, userId)
  },
  async move(tx: Tx, scope: Scope, fromId: string, intoId: string) {
    await moveTriggers(tx, scope, fromId, intoId)
    await moveInvocations(tx, scope, fromId, intoId)
  },
  async *export(q, scope, userId) {
    yield* exportUserRows('trigger', listUserTriggers, (row) => ({ ...row }))(q, scope, userId)
    yield* exportUserRows('trigger_invocation', listUserInvocations, (row) => ({ ...row }))(q, scope, userId)
  },
})
