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

/** The billing of media: a job ends and is paid in one transaction, once. */
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
      const { model, heldMicro } = job
      await usage.pay(tx, scope, {
        workId: workIdOf(id),
        result:
          result.status === 'succeeded'
            ? { cost: costOf(model, result) }
            : { releasedBecause: reasonOf(result) },
        ...(heldMicro > 0
          ? {}
          : { unheld: { workId: workIdOf(id), type: 'media', subject: { modelId: model } } }),
      })
      return true
    },
  }
}

const reasonOf = ({ errorCode, status }: MediaResult) => errorCode ?? status

const costOf = (model: string, { usedMicro, units, isEstimated }: MediaResult) => ({
  microCredits: usedMicro,
  quantity: { calls: 1 },
  priceRef: `model:${model}`,
  metadata: { units, ...(isEstimated ? { estimated: true } : {}) },
})

export type MediaBilling = ReturnType<typeof createMediaBilling>
