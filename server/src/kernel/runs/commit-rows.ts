import { type Db, preconditionFailed } from '../db/db.ts'
import { createWriteBatcher, isRefused } from '../db/write-batcher.ts'
import { type RowBatch, rowsCommitted, rowsRefused, statementsOf } from './deferred-rows.ts'

type RowDb = Pick<Db, 'tryInOneRoundTrip' | 'isInTransaction'>
type Lane = { write(batches: readonly RowBatch[]): Promise<true>; users: number }

/**
 * Commits deferred rows that belong to no run. What one project commits while an earlier commit of it is in flight is
 * committed together; the lanes are of projects, so that none waits for the locks of another.
 */
export function createRowCommits(db: RowDb) {
  const lanes = new Map<string, Lane>()

  async function writeAll(entries: readonly (readonly RowBatch[])[]): Promise<true[]> {
    if ((await db.tryInOneRoundTrip(statementsOf(entries.flat()))) === null) throw preconditionFailed()
    return entries.map(() => true)
  }

  function laneOf(projectId: string): Lane {
    const known = lanes.get(projectId)
    if (known) return known
    const lane = { write: createWriteBatcher(writeAll), users: 0 }
    lanes.set(projectId, lane)
    return lane
  }

  /** False when the database has refused them, and nothing of them is written. */
  return async (projectId: string, batches: readonly RowBatch[]): Promise<boolean> => {
    // A transaction around it may still be rolled back, and its locks are its own.
    if (db.isInTransaction()) return false
    const lane = laneOf(projectId)
    lane.users++
    try {
      await lane.write(batches)
      rowsCommitted(batches)
      return true
    } catch (error) {
      if (!isRefused(error)) throw error
      rowsRefused(batches)
      return false
    } finally {
      if (--lane.users === 0) lanes.delete(projectId)
    }
  }
}

export type RowCommits = ReturnType<typeof createRowCommits>
