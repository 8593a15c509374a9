import { type Db, preconditionFailed, type Statement } from './db.ts'
import { createLanes } from './lanes.ts'

type OneRoundTripDb = Pick<Db, 'tryInOneRoundTrip'>
type FastPathDb = Pick<Db, 'tryInOneRoundTrip' | 'isInTransaction'>
type Entry = { order: string; statements: readonly Statement[] }

/**
 * Pieces of work of one project that begin, or end, while others of it are in flight do so together: in one round trip,
 * with one commit. When that fails, each is retried alone and gets its own error. A lane is of one project, so that no
 * one waits for the locks of another.
 *
 * A caller that changes several of these rows in one statement must lock them in the order of their ids, as is done
 * here.
 */
export function createRequestCoalescer(db: FastPathDb) {
  const inLane = createLanes<Entry, unknown[][] | null>()

  async function sendTogether(
    fastPath: FastPathDb,
    entries: readonly Entry[],
  ): Promise<(unknown[][] | null)[]> {
    if (entries.length === 1) return [await fastPath.tryInOneRoundTrip(entries[0]!.statements)]
    const inOrder = [...entries].sort((a, b) => (a.order < b.order ? -1 : 1))
    const results = await fastPath.tryInOneRoundTrip(inOrder.flatMap(({ statements }) => statements))
    if (results === null) throw preconditionFailed()
    const byEntry = new Map<Entry, unknown[][]>()
    for (const entry of inOrder) byEntry.set(entry, results.splice(0, entry.statements.length))
    return entries.map((entry) => byEntry.get(entry)!)
  }

  /**
   * A connection to the database that is shared with those who name the same lane; `order` is the id of what begins or
   * ends. A caller that waits in the queue of its project passes its own connection.
   */
  return (name: string, order: string, fastPath: FastPathDb = db): OneRoundTripDb => ({
    async tryInOneRoundTrip(statements) {
      // What belongs to a transaction goes with it alone.
      if (fastPath.isInTransaction()) return fastPath.tryInOneRoundTrip(statements)
      return inLane(name, { order, statements }, (entries) => sendTogether(fastPath, entries))
    },
  })
}

export type RequestCoalescer = ReturnType<typeof createRequestCoalescer>
