import type { Clock } from '../../../../kernel/clock.ts'
import type { Queryable, Tx } from '../../../../kernel/db/db.ts'
import { type Dependants, type ListDependants, listAll } from '../../../../kernel/dependants.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Dependant } from '../../schema/account.ts'
import { type AccountRow, deleteAccount, lockForRemoval } from '../../store/account.ts'
import type { AuthConfigRow } from '../../store/auth-config.ts'
import type { Revoking } from '../oauth/revoke.ts'

/** What an area above runs on connected accounts: agents, workflows, triggers. */
export type ConnectionDependants = {
  /** What would stop without the account, with when it would run next. */
  list(q: Queryable, scope: Scope, accountId: string): Promise<readonly Dependant[]>
  /** The account goes in this transaction. */
  release(tx: Tx, scope: Scope, accountId: string): Promise<void>
  /** Whether something is left to do at the service with what the account was granted, after it is deleted. */
  needsGrant?(q: Queryable, scope: Scope, accountId: string): Promise<boolean>
  /** What uses an auth config by itself, whichever its accounts are. */
  listOfConfig: ListDependants
  releaseConfig(tx: Tx, scope: Scope, authConfigId: string): Promise<void>
}

export type RemovalDeps = {
  clock: Clock
  audit: Audit
  events: Events
  externalUsers: ExternalUsers
  revoking: Revoking
}

/** Takes an account away: its secrets immediately, its grant at the service by a run that outlives it. */
export function createRemoval({ clock, audit, events, externalUsers, revoking }: RemovalDeps) {
  const dependants: ConnectionDependants[] = []
  return {
    registerDependants: (each: ConnectionDependants): void => void dependants.push(each),
    async dependantsOf(q: Queryable, scope: Scope, accountId: string): Promise<Dependant[]> {
      const found: Dependant[] = []
      for (const each of dependants) found.push(...(await each.list(q, scope, accountId)))
      return found
    },
    dependantsOfConfig: (q: Queryable, scope: Scope, authConfigId: string): Promise<Dependants> =>
      listAll(
        dependants.map(({ listOfConfig }) => listOfConfig),
        q,
        scope,
        authConfigId,
      ),
    async releaseConfig(tx: Tx, scope: Scope, authConfigId: string): Promise<void> {
      for (const each of dependants) await each.releaseConfig(tx, scope, authConfigId)
    },
    /** One that never worked and was never published. */
    discardIn: (tx: Tx, scope: Scope, account: AccountRow): Promise<void> =>
      deleteAccount(tx, scope, account.id),
    async removeIn(
      tx: Tx,
      scope: Scope,
      config: AuthConfigRow,
      found: Pick<AccountRow, 'id'>,
      isErased: boolean,
    ): Promise<void> {
      // Found before it was held: meanwhile it may have been connected, or deleted, and then all of this was done.
      const account = await lockForRemoval(tx, scope, found.id, clock.now())
      if (!account) return
      const owner = { ...scope, externalUser: { id: account.external_user_id, name: '' } }
      const stored = await revoking.grantOf(tx, scope, config, account)
      for (const each of dependants) await each.release(tx, owner, account.id)
      await deleteAccount(tx, scope, account.id)
      let isNeeded = false
      for (const each of dependants) isNeeded ||= (await each.needsGrant?.(tx, owner, account.id)) ?? false
      await revoking.beginIn(tx, account, stored, { isErased, isNeeded })
      if (account.connected_at !== null) await externalUsers.count(tx, owner, { connectionCount: -1 })
      await audit.record(tx, owner, {
        action: 'connected_account.deleted',
        targetType: 'connected_account',
        targetId: account.id,
        details: {
          toolkitSlug: account.toolkit_slug,
          revocation: stored === null ? 'unsupported' : 'pending',
        },
      })
      await events.publish(tx, owner, {
        type: 'connected_account.deleted',
        data: { id: account.id, toolkitSlug: account.toolkit_slug },
      })
    },
  }
}

export type Removal = ReturnType<typeof createRemoval>
