import { runAllSettled } from '../../../kernel/async/all-tried.ts'
import { forEachSettled } from '../../../kernel/async/for-each-settled.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { RetainSince } from '../../../kernel/events/store.ts'
import type { Log } from '../../../kernel/log.ts'
import { systemScope } from '../../../kernel/scope.ts'
import { deleteOldDeliveries, failStranded, listStranded } from '../store/delivery.ts'
import { lockWebhook } from '../store/webhook.ts'
import type { Settling } from './settle.ts'

const batch = 500

export type SweepDeps = { db: Db; clock: Clock; log: Log; settling: Settling }

/** Ends abandoned deliveries, and deletes those older than the retention of their project. */
export function createSweep({ db, clock, log, settling }: SweepDeps) {
  async function endStranded(): Promise<void> {
    await forEachSettled(
      await listStranded(db, batch),
      ({ projectId, webhookId, id, runId }) =>
        db.tx(async (tx) => {
          const scope = systemScope(projectId)
          await lockWebhook(tx, scope, webhookId)
          const reason = 'The delivery was interrupted too often.'
          if (await failStranded(tx, scope, id, runId, reason, clock.now()))
            await settling.passSlotsOn(tx, scope, webhookId)
        }),
      { log, failed: 'some stranded deliveries were not ended' },
    )
  }

  async function forgetOld(limits: readonly RetainSince[]): Promise<void> {
    while ((await deleteOldDeliveries(db, limits, batch)) === batch);
  }

  return (limits: readonly RetainSince[]): Promise<void> =>
    runAllSettled([endStranded, () => forgetOld(limits)], 'several parts of the webhooks could not be swept')
}
