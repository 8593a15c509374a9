import type { Clock } from '../../../../kernel/clock.ts'
import type { Queryable, Tx } from '../../../../kernel/db/db.ts'
import { nobodyId } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { WorkSource } from '../../../usage/index.ts'
import {
  countMediaJobsOf,
  listEndedMediaIds,
  listKnownMediaIds,
  listMediaJobsOf,
} from '../../read-media-jobs.ts'
import { forgetMediaJobsOf, lockOpenMediaJobsOf, moveMediaJobs } from '../../store/media-job.ts'
import { type MediaBooks, mediaWorkId, nothingMade } from './books.ts'
import { toMediaJob } from './jobs.ts'

const exportedAtOnce = 200

/** What happens to the media jobs of an end user who is erased, merged or exported. What they made are files. */
export const createOwnedMedia = ({ books, clock }: { books: MediaBooks; clock: Clock }) => ({
  countedAs: null,
  count: countMediaJobsOf,
  async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
    for (const { id } of await lockOpenMediaJobsOf(tx, scope, userId)) {
      const told = { errorCode: null, errorMessage: null, at: clock.now() }
      await books.end(tx, scope, id, { ...nothingMade, status: 'cancelled', ...told })
    }
    await forgetMediaJobsOf(tx, scope, userId)
  },
  move: moveMediaJobs,
  async *export(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
    for (let after = nobodyId; ; ) {
      const jobs = await listMediaJobsOf(q, scope, userId, after, exportedAtOnce)
      for (const job of jobs) yield { type: 'media_job', ...toMediaJob(job), input: job.input }
      if (jobs.length < exportedAtOnce) return
      after = jobs.at(-1)!.id
    }
  },
})

const idOf = (workId: string) => workId.slice(mediaWorkId('').length)

export const paidMedia: WorkSource = {
  name: 'media',
  async listEnded(q, scope, { from, after, limit }) {
    const ids = await listEndedMediaIds(q, scope, {
      from,
      after: after === '' ? nobodyId : idOf(after),
      limit,
    })
    return ids.map(mediaWorkId)
  },
  known: async (q, scope, workIds) => (await listKnownMediaIds(q, scope, workIds.map(idOf))).map(mediaWorkId),
}
