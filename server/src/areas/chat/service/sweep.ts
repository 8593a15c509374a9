import { forEachSettled } from '../../../kernel/async/for-each-settled.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Log } from '../../../kernel/log.ts'
import { systemScope } from '../../../kernel/scope.ts'
import type { Threads } from '../../threads/index.ts'
import type { Deletion } from './deletion.ts'

export type ThreadSweepDeps = { db: Db; log: Log; threads: Pick<Threads, 'expired'>; deletion: Deletion }

/** Deletes threads whose time to live is over. Safe on every node at any time. */
export const createThreadSweep =
  ({ db, log, threads, deletion }: ThreadSweepDeps) =>
  async (): Promise<void> =>
    forEachSettled(
      await threads.expired(db),
      ({ projectId, id }) => deletion.temporaryThread(systemScope(projectId), id),
      { log, failed: 'some expired threads were not deleted' },
    )
