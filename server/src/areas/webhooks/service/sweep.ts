import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { KeepSince } from '../../../kernel/events/store.ts'
import { systemScope } from '../../../kernel/scope.ts'
import { deleteOldDeliveries, failStranded, listStranded } from '../store/delivery.ts'
import { lockWebhook } from '../store/webhook.ts'
import type { Settling } from './settle.ts'

const batch = 500

/** Ends what nobody works on any more, and forgets what is older than its project keeps it. */
export function createSweep({ db, clock, settling }: { db: Db; clock: Clock; settling: Settling }) {
  return async function sweep(limits: readonly KeepSince[]): Promise<void> {
    for (const { projectId, webhookId, id, runId } of await listStranded(db, batch)) {
      const scope = systemScope(projectId)
      await db.tx(async (tx) => {
        await lockWebhook(tx, scope, webhookId)
        const reason = 'The server lost its workers too often while it was delivering.'
        if (await failStranded(tx, scope, id, runId, reason, clock.now()))
          await settling.passTurnsOn(tx, scope, webhookId)
      })
    }
    while ((await deleteOldDeliveries(db, limits, batch)) === batch);
  }
}
