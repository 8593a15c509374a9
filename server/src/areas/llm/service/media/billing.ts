import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Usage } from '../../../usage/index.ts'
import { endMediaJob, type MediaResult, mediaJobTable, raiseMediaHold } from '../../store/media-job.ts'

const { workIdOf } = mediaJobTable

export type MediaBillingDeps = { db: Db; clock: Clock; usage: Usage }

export const nothingMade = {
  usedMicro: 0,
  usd: 0,
  units: 0,
  isEstimated: false,
  fileIds: [],
  result: null,
} as const

/** The books of media: a job ends and is paid in one transaction, once. */
export function createMediaBilling({ db, usage }: MediaBillingDeps) {
  return {
    hold: (tx: Tx, scope: Scope, job: { id: string; modelId: string }, microCredits: number) =>
      usage.hold(tx, scope, {
        workId: workIdOf(job.id),
        type: 'media',
        microCredits,
        subject: { modelId: job.modelId },
      }),

    /** False when there is no more to be had. */
    raise: (scope: Scope, id: string, microCredits: number): Promise<boolean> =>
      usage.raise(db, scope, { workId: workIdOf(id), type: 'media', microCredits }, (tx) =>
        raiseMediaHold(tx, scope.projectId, id, microCredits),
      ),

    /** False when it was over already. */
    async end(tx: Tx, scope: Scope, id: string, result: MediaResult): Promise<boolean> {
      const job = await endMediaJob(tx, scope.projectId, id, result)
      if (!job) return false
      const workId = workIdOf(id)
      if (result.status !== 'succeeded' && job.heldMicro > 0)
        await usage.release(tx, scope, workId, result.errorCode ?? result.status)
      else
        await usage.charge(tx, scope, {
          workId,
          type: 'media',
          microCredits: result.usedMicro,
          subject: { modelId: job.model },
          quantity: { calls: 1 },
          priceRef: `model:${job.model}`,
          metadata: { units: result.units, ...(result.isEstimated ? { estimated: true } : {}) },
        })
      return true
    },
  }
}

export type MediaBilling = ReturnType<typeof createMediaBilling>
