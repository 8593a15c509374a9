import type { RetainedSince } from '../../../../kernel/area.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { pruneVersions } from '../../store/version.ts'

const newest = 100
const batch = 500

/** A canvas saves often: what is older than the history of the project and is not referenced is deleted. */
export const createVersionSweep = (db: Db) => async (retainedSince: RetainedSince) => {
  for (const retained of retainedSince)
    while ((await pruneVersions(db, retained, { newest, batch })) === batch);
}
