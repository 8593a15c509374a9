import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { createFairTurns } from '../../../kernel/limits/fair-turns.ts'

export type DbInTurns = Pick<Db, 'rows' | 'tx' | 'atOnce' | 'isEnclosed'>

// Of the ten that a node has: others must not wait for calls. One project has four of them at most.
const connections = { atOnce: 7, atOncePerProject: 4 }
// How many may wait is bounded by how many calls a project may have under way. What was said must be paid for, so nobody
// is sent away as long as the database works at all.
const waiting = { waitingPerProject: Number.POSITIVE_INFINITY, longestWaitMs: 5 * 60_000 }

/**
 * The database for those who come in crowds. Hundreds of calls that begin in the same instant would stand in line for the
 * connections of the whole server, until those at the end, and everybody else, were told that it cannot be reached. Here
 * they wait among themselves, project by project, and leave connections for others.
 *
 * Never for work inside a transaction of somebody else, who would wait with a connection for those who wait for one.
 */
export function createDbInTurns(db: Db): (projectId: string) => DbInTurns {
  const turns = createFairTurns({ ...connections, ...waiting, refusal: busy })
  return (projectId) => ({
    rows: (statement) => turns.take(projectId, () => db.rows(statement)),
    atOnce: (statements) => turns.take(projectId, () => db.atOnce(statements)),
    isEnclosed: () => db.isEnclosed(),
    tx: (work) => turns.take(projectId, () => db.tx(work)),
  })
}

const busy = () =>
  new AppError('service_unavailable', 'The database is busy', { hint: 'Try again in a moment.' })
