import type { Clock } from '../../../../kernel/clock.ts'
import type { Tx } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { exportUserRows } from '../../../../kernel/user-rows.ts'
import { listMediaJobsOf } from '../../read-media-jobs.ts'
import { lockOpenMediaJobsOf, mediaJobTable } from '../../store/media-job.ts'
import { type MediaBilling, nothingMade } from './billing.ts'
import { toMediaJob } from './jobs.ts'

/** What happens to the media jobs of an end user who is erased, merged or exported. What they made are files. */
export const createMediaUserData = ({ billing, clock }: { billing: MediaBilling; clock: Clock }) => ({
  countedAs: null,
  permission: 'llm:read',
  async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
    for (const { id } of await lockOpenMediaJobsOf(tx, scope, userId)) {
      const failure = { errorCode: null, errorMessage: null, at: clock.now() }
      await billing.end(tx, scope, id, { ...nothingMade, status: 'cancelled', ...failure })
    }
    await mediaJobTable.forgetUser(tx, scope, userId)
  },
  move: mediaJobTable.moveUser,
  export: exportUserRows('media_job', listMediaJobsOf, (job) => ({ ...toMediaJob(job), input: job.input })),
})
