import type { Db } from '../../db/db.ts'
import type { RunKind } from '../run.ts'
import { databaseTime } from '../schedules/schedule-store.ts'
import {
  deleteEndedRuns,
  deleteEventsOf,
  deleteOldSignals,
  type EndedKind,
  listEndedBefore,
  listEndedKinds,
  listEndedWithEvents,
} from './retention-store.ts'

const defaultDays = 30
const signalDays = 7
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const runsPerBatch = 100
const rowsPerBatch = 5_000
// The rest waits for the next sweep, so that one of them never starves the others.
const maxRunsPerSweep = 20_000

export type RetentionDeps = {
  db: Db
  kinds: ReadonlyMap<string, RunKind>
  /** The projects that have chosen for how many days they keep their history. */
  retentionDays(): Promise<ReadonlyMap<string, number>>
}

/** Forgets runs that have been over for long enough, in small transactions; what is not over is never touched. */
export function createRetention({ db, kinds, retentionDays }: RetentionDeps) {
  async function forget(ended: EndedKind, before: Date, most: number): Promise<number> {
    for (let forgotten = 0; ; ) {
      const ids = await listEndedBefore(db, ended, before, Math.min(runsPerBatch, most - forgotten))
      if (ids.length === 0) return forgotten
      while ((await deleteEventsOf(db, ended.projectId, ids, rowsPerBatch)) === rowsPerBatch);
      await deleteEndedRuns(db, ended.projectId, ids)
      forgotten += ids.length
    }
  }

  // How far the events of a project's runs of a kind were forgotten, so that no sweep looks at them twice.
  const forgottenTo = new Map<string, Date>()

  /** The events alone: the run, its steps and its output stay. */
  async function forgetEvents(ended: EndedKind, to: Date): Promise<void> {
    const key = `${ended.projectId} ${ended.kind}`
    const range = { from: forgottenTo.get(key) ?? new Date(0), to }
    while (true) {
      const ids = await listEndedWithEvents(db, ended, range, runsPerBatch)
      while ((await deleteEventsOf(db, ended.projectId, ids, rowsPerBatch)) === rowsPerBatch);
      if (ids.length < runsPerBatch) break
    }
    forgottenTo.set(key, to)
  }

  return {
    async sweep(): Promise<void> {
      const chosen = await retentionDays()
      const now = await databaseTime(db)
      let left = maxRunsPerSweep
      for (const ended of await listEndedKinds(db)) {
        const days = chosen.get(ended.projectId) ?? kinds.get(ended.kind)?.retentionDays ?? defaultDays
        const before = new Date(now.getTime() - days * dayMs)
        if (new Date(ended.oldest) < before) left -= await forget(ended, before, left)
        if (left <= 0) break
        const hours = kinds.get(ended.kind)?.eventRetentionHours
        if (hours !== undefined) await forgetEvents(ended, new Date(now.getTime() - hours * hourMs))
      }
      while ((await deleteOldSignals(db, signalDays, rowsPerBatch)) === rowsPerBatch);
    },
  }
}
