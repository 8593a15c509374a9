import type { RetainedSince } from '../../../../kernel/area.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { pruneReplaced, pruneVersions } from '../../store/version.ts'

const newest = 100
const batch = 500
// An execution that began as its version was replaced is stored long before.
const replacedMs = 60 * 60 * 1000

/** What is older than the history of the project and is not referenced is deleted; replaced versions after an hour. */
export const createVersionSweep =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  async (retainedSince: RetainedSince) => {
    const before = new Date(clock.now().getTime() - replacedMs)
    while ((await pruneReplaced(db, { before, batch })) === batch);
    for (const retained of retainedSince)
      while ((await pruneVersions(db, retained, { newest, batch })) === batch);
  }
