import { forEachSettled } from '../../../../kernel/async/for-each-settled.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import type { Log } from '../../../../kernel/log.ts'
import { systemScope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import { listLapsed } from '../../read-accounts.ts'
import { type AccountRow, lockAccount, setStatus } from '../../store/account.ts'
import { lapseReasons } from './show-account.ts'

export type LapseDeps = { db: Db; clock: Clock; log: Log; audit: Audit; events: Events }

const batch = 200
// What is left waits for the next time: others have to be swept, too.
const maxBatches = 50

/**
 * Unused links and tokens that cannot be refreshed expire by time. That is recorded and published,
 * once, by whichever node comes first.
 */
export function createLapse({ db, clock, log, audit, events }: LapseDeps) {
  async function lapse({ project_id, id }: AccountRow): Promise<void> {
    const scope = systemScope(project_id)
    await db.tx(async (tx) => {
      const at = clock.now()
      const account = await lockAccount(tx, scope, id, at)
      if (account?.shown_status !== 'EXPIRED' || account.status === 'EXPIRED') return
      const reason = account.connected_at === null ? 'link_expired' : 'token_expired'
      const owner = { ...scope, externalUser: { id: account.external_user_id, name: '' } }
      await setStatus(tx, owner, id, 'EXPIRED', lapseReasons[reason], at)
      await audit.record(tx, owner, {
        action: 'connected_account.expired',
        targetType: 'connected_account',
        targetId: id,
        details: { code: reason },
      })
      const data = { id, toolkitSlug: account.toolkit_slug, reason }
      await events.publish(tx, owner, { type: 'connected_account.expired', data })
    })
  }

  return async function lapseAll(): Promise<void> {
    for (let round = 0; round < maxBatches; round++) {
      const found = await listLapsed(db, clock.now(), batch)
      await forEachSettled(found, lapse, {
        log,
        failed: 'some expired connected accounts were not marked as expired',
      })
      if (found.length < batch) return
    }
  }
}
