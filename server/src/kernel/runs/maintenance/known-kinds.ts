import type { Db } from '../../db/db.ts'
import type { Log } from '../../log.ts'
import type { RunKind } from '../run.ts'
import { listStranded, markKnown, type StrandedKind } from './kind-store.ts'

// Longer than an upgrade of one node after the other leaves a kind without a worker.
const strandedAfterMinutes = 10

/**
 * Which kinds of runs have workers. A run of a kind that a node does not know stays in its queue for one that does, so
 * that old and new versions can run side by side; this reports when no node is left for it.
 */
export function createKnownKinds({
  db,
  log,
  kinds,
}: {
  db: Db
  log: Log
  kinds: ReadonlyMap<string, RunKind>
}) {
  let lastSeen: readonly StrandedKind[] = []
  return {
    /** Says that a worker for these kinds is here; to be called more often than kinds count as forgotten. */
    report: () =>
      markKnown(db, [...kinds.keys()]).catch((error) =>
        log.warn({ err: error }, 'the supported run kinds could not be recorded'),
      ),
    async check(): Promise<readonly StrandedKind[]> {
      lastSeen = await listStranded(db, strandedAfterMinutes)
      for (const { kind, runs, oldestAt } of lastSeen)
        log.warn({ kind, runs, oldestAt }, 'runs are waiting for a node that supports their kind')
      return lastSeen
    },
    /** As the last check found them. */
    stranded: () => lastSeen,
  }
}
