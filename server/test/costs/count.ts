import type { Operation } from './operations.ts'
import type { QueryCounter, QueryCounts } from './query-counter.ts'

// What is compiled, cached and described once is not a cost of every request.
const warmUps = 24
const calls = 9
// What an operation leaves to be written after its response follows within less.
const quietMs = 40

const lowerQuartile = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 2]!

/**
 * Statements and round trips of one operation. The lower quartile of several: schedules, heartbeats and sweeps send
 * something now and then, and more often the longer a request takes on a busy machine.
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
    roundTrips: lowerQuartile(counted.map(({ roundTrips }) => roundTrips)),
    statements: lowerQuartile(counted.map(({ statements }) => statements)),
  }
}
