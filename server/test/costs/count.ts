import type { Operation } from './operations.ts'
import type { QueryCounter, QueryCounts } from './query-counter.ts'

// What is compiled, cached and described once is not a cost of every request.
const warmUps = 8
const calls = 9
// What an operation leaves to be written after its response follows within less.
const quietMs = 40

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!

/**
 * Statements and round trips of one operation. The median of several, because schedules and sweeps send something now and
 * then.
 */
export async function countOperation({ run }: Operation, counter: QueryCounter): Promise<QueryCounts> {
  for (let i = 0; i < warmUps; i++) await run()
  const counted: QueryCounts[] = []
  for (let i = 0; i < calls; i++) {
    await counter.quiet(quietMs)
    const before = counter.counts()
    await run()
    await counter.quiet(quietMs)
    const after = counter.counts()
    counted.push({
      roundTrips: after.roundTrips - before.roundTrips,
      statements: after.statements - before.statements,
    })
  }
  return {
    roundTrips: median(counted.map(({ roundTrips }) => roundTrips)),
    statements: median(counted.map(({ statements }) => statements)),
  }
}
