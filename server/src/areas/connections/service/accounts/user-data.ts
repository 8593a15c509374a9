import type { Clock } from '../../../../kernel/clock.ts'
import type { Queryable, Tx } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { countOfUser, listOfUser } from '../../read-accounts.ts'
import { moveAccounts } from '../../store/account.ts'
import { forgetUserOfRevocations, moveRevocations } from '../../store/revocation.ts'
import type { Context } from '../context.ts'
import type { Removal } from './removal.ts'
import { showAccount } from './show-account.ts'

/** What happens to the accounts of an end user who is erased, merged or exported. Grants are given back as well. */
export function createAccountUserData({
  clock,
  context,
  removal,
}: {
  clock: Clock
  context: Context
  removal: Removal
}) {
  return {
    countedAs: 'connections',
    permission: 'connected-accounts:read',
    count: countOfUser,
    async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
      await forgetUserOfRevocations(tx, scope, userId)
      for (const account of await listOfUser(tx, scope, userId, clock.now())) {
        const config = await context.config(tx, scope, account.auth_config_id)
        await removal.removeIn(tx, scope, config, account, true)
      }
    },
    async move(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
      await moveAccounts(tx, scope, fromId, intoId)
      await moveRevocations(tx, scope, fromId, intoId)
    },
    /** Without a single secret: only that there are some. */
    async *export(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
      for (const account of await listOfUser(q, scope, userId, clock.now())) {
        const toolkit = { slug: account.toolkit_slug, name: account.toolkit_slug, logo: null }
        const { version: _, state: __, ...visible } = showAccount(account, toolkit, null)
        yield { type: 'connected_account', ...visible }
      }
    },
  } as const
}
