import { createLanes } from '../db/batching/lanes.ts'
import { isRefused } from '../db/batching/write-batcher.ts'
import { type Db, preconditionFailed } from '../db/db.ts'
import { type RowBatch, rowsCommitted, rowsRefused, statementsOf } from './deferred-rows.ts'

type RowDb = Pick<Db, 'tryInOneRoundTrip' | 'isInTransaction'>

/**
 * Commits deferred rows that belong to no run. What one project commits while an earlier commit of it is in flight is
 * committed together; none waits for the locks of another.
 */
export function createRowCommits(db: RowDb) {
  const inLane = createLanes<readonly RowBatch[], true>()

  async function writeAll(entries: readonly (readonly RowBatch[])[]): Promise<true[]> {
    if ((await db.tryInOneRoundTrip(statementsOf(entries.flat()))) === null) throw preconditionFailed()
    return entries.map(() => true)
  }

  /** False when the database has refused them, and nothing of them is written. */
  return async (projectId: string, batches: readonly RowBatch[]): Promise<boolean> => {
    // A transaction around it may still be rolled back, and its locks are its own.
    if (db.isInTransaction()) return false
    try {
      await inLane(projectId, batches, writeAll)
      rowsCommitted(batches)
      return true
    } catch (error) {
      if (!isRefused(error)) throw error
      rowsRefused(batches)
      return false
    }
  }
}

export type RowCommits = ReturnType<typeof createRowCommits>
