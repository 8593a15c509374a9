import { type Db, demandUnmet, type Statement } from './db.ts'
import { createGathering } from './gathering.ts'

type OneTrip = Pick<Db, 'atOnce'>
type Way = Pick<Db, 'atOnce' | 'isEnclosed'>
type Entry = { order: string; statements: readonly Statement[] }
type Lane = { take(entry: Entry): Promise<unknown[][] | null>; users: number }

/**
 * Pieces of work of one project that begin, or end, while others of it are on their way do so together: in one trip, with
 * one commit. Where that does not go, each goes alone and learns for itself. A lane is of one project, so that nobody
 * waits for the locks of another.
 *
 * Whoever changes several of these rows in one statement must lock them in the order of their ids, as is done here.
 */
export function createSharedTrips(db: Way) {
  const lanes = new Map<string, Lane>()

  async function goTogether(way: Way, entries: readonly Entry[]): Promise<(unknown[][] | null)[]> {
    if (entries.length === 1) return [await way.atOnce(entries[0]!.statements)]
    const inOrder = [...entries].sort((a, b) => (a.order < b.order ? -1 : 1))
    const answers = await way.atOnce(inOrder.flatMap(({ statements }) => statements))
    if (answers === null) throw demandUnmet()
    const byEntry = new Map<Entry, unknown[][]>()
    for (const entry of inOrder) byEntry.set(entry, answers.splice(0, entry.statements.length))
    return entries.map((entry) => byEntry.get(entry)!)
  }

  function laneOf(name: string, way: Way): Lane {
    const known = lanes.get(name)
    if (known) return known
    const lane = { take: createGathering((entries: Entry[]) => goTogether(way, entries)), users: 0 }
    lanes.set(name, lane)
    return lane
  }

  /**
   * A way to the database that is shared with those who name the same lane; `order` is the id of what begins or ends.
   * Whoever stands in a line of its project gives its way.
   */
  return (name: string, order: string, way: Way = db): OneTrip => ({
    async atOnce(statements) {
      // What belongs to a transaction goes with it alone.
      if (way.isEnclosed()) return way.atOnce(statements)
      const lane = laneOf(name, way)
      lane.users++
      try {
        return await lane.take({ order, statements })
      } finally {
        if (--lane.users === 0) lanes.delete(name)
      }
    },
  })
}

export type SharedTrips = ReturnType<typeof createSharedTrips>
