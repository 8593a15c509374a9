import { runAllSettled } from '../../../../kernel/async/all-tried.ts'
import { forEachSettled } from '../../../../kernel/async/for-each-settled.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { systemScope } from '../../../../kernel/scope.ts'
import { listAbandoned, listDue } from '../../read-accounts.ts'
import { type AccountRow, lockAccount } from '../../store/account.ts'
import { forgetPrevious } from '../../store/auth-config.ts'
import { deleteOldGrants } from '../../store/demo-grant.ts'
import { deleteOldLinks } from '../../store/link.ts'
import { deleteOldRevocations } from '../../store/revocation.ts'
import { type Refreshing, RefreshRefused } from '../oauth/refresh.ts'
import { createLapse, type LapseDeps } from './lapse.ts'
import type { Removal } from './removal.ts'

const dayMs = 24 * 60 * 60 * 1000
const batch = 200
const batchSize = 8
// A caller that comes back after longer waits the moment it takes to renew a token.
const usedWithinMs = 7 * dayMs
const abandonedRetentionMs = 7 * dayMs

export type SweepDeps = LapseDeps & { refreshing: Refreshing; removal: Removal }

/** Renews what will be needed, forgets what no one followed and what is over. Safe on every node at any time. */
export function createSweep(deps: SweepDeps) {
  const { db, clock, log, refreshing, removal } = deps
  const lapse = createLapse(deps)

  async function renew(account: AccountRow): Promise<void> {
    try {
      await refreshing.renew(account)
    } catch (error) {
      // The error is stored with the account; only internal errors are logged.
      if (!(error instanceof RefreshRefused || error instanceof AppError))
        log.warn({ err: error, connectedAccountId: account.id }, 'a token could not be refreshed')
    }
  }

  async function forgetAbandoned(before: Date): Promise<void> {
    await forEachSettled(
      await listAbandoned(db, before, batch),
      ({ project_id, id }) =>
        db.tx(async (tx) => {
          const scope = systemScope(project_id)
          const account = await lockAccount(tx, scope, id, before)
          if (account?.connected_at === null && ['EXPIRED', 'FAILED'].includes(account.shown_status))
            await removal.discardIn(tx, scope, account)
        }),
      { log, failed: 'some abandoned connected accounts were not deleted' },
    )
  }

  async function renewDue(now: Date): Promise<void> {
    const due = await listDue(db, now, new Date(now.getTime() - usedWithinMs), batch)
    for (let from = 0; from < due.length; from += batchSize)
      await Promise.all(due.slice(from, from + batchSize).map(renew))
  }

  return async function sweep(retainedSince: readonly { projectId: string; since: Date }[]): Promise<void> {
    const now = clock.now()
    const before = (ms: number) => new Date(now.getTime() - ms)
    await runAllSettled(
      [
        () => renewDue(now),
        lapse,
        () => forgetAbandoned(before(abandonedRetentionMs)),
        () => deleteOldLinks(db, before(dayMs)),
        () => forgetPrevious(db, now),
        () => deleteOldGrants(db, before(abandonedRetentionMs)),
        ...retainedSince.map(
          ({ projectId, since }) =>
            () =>
              deleteOldRevocations(db, projectId, since),
        ),
      ],
      'several parts of the connected accounts could not be swept',
    )
  }
}
