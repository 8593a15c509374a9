import type { Db } from '../../../kernel/db/db.ts'
import { createTurns } from '../../../kernel/limits/turns.ts'

/**
 * The database for those who come in crowds. Hundreds of calls that begin in the same instant would stand in line for the
 * connections of the whole server, until those at the end, and everybody else, were told that it cannot be reached. Here
 * they wait among themselves and leave connections for others.
 *
 * Never for work inside a transaction of somebody else, who would wait with a connection for those who wait for one.
 */
export function dbInTurns(db: Db, atOnce: number): Pick<Db, 'rows' | 'tx' | 'atOnce' | 'isEnclosed'> {
  const turns = createTurns(atOnce)
  return {
    rows: (statement) => turns.take(() => db.rows(statement)),
    atOnce: (statements) => turns.take(() => db.atOnce(statements)),
    isEnclosed: () => db.isEnclosed(),
    tx: (work) => turns.take(() => db.tx(work)),
  }
}
