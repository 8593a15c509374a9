import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { createFairSemaphore } from '../../../../kernel/limits/fair-semaphore.ts'

export type ThrottledDb = Pick<Db, 'rows' | 'tx' | 'tryInOneRoundTrip' | 'isInTransaction'>

// Of the ten that a node has: others must not wait for calls. One project has four of them at most.
const connections = { maxConcurrent: 7, maxConcurrentPerProject: 4 }
// How many may wait is bounded by how many calls a project may have in progress. The output must be paid for, so no
// one
// is sent away as long as the database works at all.
const waiting = { waitingPerProject: Number.POSITIVE_INFINITY, maxWaitMs: 5 * 60_000 }

/**
 * The database for bursts of calls. Hundreds of calls that begin in the same instant would queue for the connections of
 * the whole server, until those at the end, and all other requests, failed because it cannot be reached. Here they wait
 * among themselves, project by project, and leave connections for others.
 *
 * Never for work inside a transaction of someone else, who would wait with a connection for those who wait for one.
 */
export function createThrottledDb(db: Db): (projectId: string) => ThrottledDb {
  const semaphore = createFairSemaphore({ ...connections, ...waiting, refusal: busy })
  return (projectId) => ({
    rows: (statement) => semaphore.take(projectId, () => db.rows(statement)),
    tryInOneRoundTrip: (statements) => semaphore.take(projectId, () => db.tryInOneRoundTrip(statements)),
    isInTransaction: () => db.isInTransaction(),
    tx: (work) => semaphore.take(projectId, () => db.tx(work)),
  })
}

const busy = () =>
  new AppError('service_unavailable', 'The database is busy', { hint: 'Try again in a moment.' })
