import { type Db, preconditionFailed, type Statement } from '../db.ts'
import { createLanes } from './lanes.ts'

type OneRoundTripDb = Pick<Db, 'tryInOneRoundTrip'>
type FastPathDb = Pick<Db, 'tryInOneRoundTrip' | 'isInTransaction'>
type Entry = { order: string; statements: readonly Statement[]; mergeable: Mergeable | null }

/** How those of one kind are sent as few statements, whatever their number. */
export type Merge<Row> = {
  /** In the order of their ids. */
  statements(rows: readonly Row[]): readonly Statement[]
  /** What one of them would have got from its own statements. */
  resultsOf(row: Row, results: readonly unknown[][]): unknown[][]
}
export type Mergeable = { merge: Merge<unknown>; row: unknown }

export const mergeable = <Row>(merge: Merge<Row>, row: Row): Mergeable => ({
  // It is given nothing but the rows that came with it.
  merge: merge as Merge<unknown>,
  row,
})

/** What is sent for some entries, and what each of them gets from the results. */
type Sent = {
  entries: readonly Entry[]
  statements: readonly Statement[]
  resultsOf(entry: Entry, results: unknown[][]): unknown[][]
}

function sentFor(merge: Merge<unknown> | null, entries: readonly Entry[]): Sent[] {
  if (merge === null || entries.length === 1)
    return entries.map((entry) => ({
      entries: [entry],
      statements: entry.statements,
      resultsOf: (_entry, results) => results,
    }))
  const statements = merge.statements(entries.map(({ mergeable }) => mergeable!.row))
  return [
    { entries, statements, resultsOf: ({ mergeable }, results) => merge.resultsOf(mergeable!.row, results) },
  ]
}

/**
 * Pieces of work of one project that begin, or end, while others of it are in flight do so together: in one round trip,
 * with one commit. When that fails, each is retried alone and gets its own error. A lane is of one project, so that no
 * one waits for the locks of another.
 *
 * A caller that changes several of these rows in one statement must lock them in the order of their ids, as is done
 * here.
 */
export function createRequestCoalescer(db: FastPathDb) {
  let wasShared = false
  // Under load the first one waits for those that come with it: else every second round trip would be of one alone.
  const inLane = createLanes<Entry, unknown[][] | null>((drain) =>
    wasShared ? void setImmediate(drain) : drain(),
  )

  async function sendTogether(
    fastPath: FastPathDb,
    entries: readonly Entry[],
  ): Promise<(unknown[][] | null)[]> {
    wasShared = entries.length > 1
    if (!wasShared) return [await fastPath.tryInOneRoundTrip(entries[0]!.statements)]
    const inOrder = [...entries].sort((a, b) => (a.order < b.order ? -1 : 1))
    const all = [...Map.groupBy(inOrder, ({ mergeable }) => mergeable?.merge ?? null)].flatMap((each) =>
      sentFor(...each),
    )
    const results = await fastPath.tryInOneRoundTrip(all.flatMap(({ statements }) => statements))
    if (results === null) throw preconditionFailed()
    const byEntry = new Map<Entry, unknown[][]>()
    for (const { entries: sent, statements, resultsOf } of all) {
      const own = results.splice(0, statements.length)
      for (const entry of sent) byEntry.set(entry, resultsOf(entry, own))
    }
    return entries.map((entry) => byEntry.get(entry)!)
  }

  /**
   * A connection to the database that is shared with those who name the same lane; `order` is the id of what begins or
   * ends. A caller that waits in the queue of its project passes its own connection. What can be merged is sent as few
   * statements with others of its kind, which must do the same as those that it sends alone.
   */
  return (
    name: string,
    order: string,
    fastPath: FastPathDb = db,
    mergeable: Mergeable | null = null,
  ): OneRoundTripDb => ({
    async tryInOneRoundTrip(statements) {
      // What belongs to a transaction goes with it alone.
      if (fastPath.isInTransaction()) return fastPath.tryInOneRoundTrip(statements)
      return inLane(name, { order, statements, mergeable }, (entries) => sendTogether(fastPath, entries))
    },
  })
}

export type RequestCoalescer = ReturnType<typeof createRequestCoalescer>
