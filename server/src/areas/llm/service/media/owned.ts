import type { Clock } from '../../../../kernel/clock.ts'
import type { Tx } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { exportUserRows } from '../../../../kernel/user-rows.ts'
import { listMediaJobsOf } from '../../read-media-jobs.ts'
import { lockOpenMediaJobsOf, mediaJobTable } from '../../store/media-job.ts'
import { type MediaBooks, nothingMade } from './books.ts'
import { toMediaJob } from './jobs.ts'

/** What happens to the media jobs of an end user who is erased, merged or exported. What they made are files. */
export const createOwnedMedia = ({ books, clock }: { books: MediaBooks; clock: Clock }) => ({
  countedAs: null,
  async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
    for (const { id } of await lockOpenMediaJobsOf(tx, scope, userId)) {
      const told = { errorCode: null, errorMessage: null, at: clock.now() }
      await books.end(tx, scope, id, { ...nothingMade, status: 'cancelled', ...told })
    }
    await mediaJobTable.forgetUser(tx, scope, userId)
  },
  move: mediaJobTable.moveUser,
  export: exportUserRows('media_job', listMediaJobsOf, (job) => ({ ...toMediaJob(job), input: job.input })),
})
