import type pg from 'pg'
import { countOperation } from '../../server/test/costs/count.ts'
import type { Operation } from '../../server/test/costs/operations.ts'
import type { Installation } from './installation.ts'
import type { Costs, Round } from './verdict.ts'

const walCalls = 40

/** Work to repeat, and a meter of the processor time that it takes. */
export type Metered = { run(): Promise<unknown>; meter(): () => number }

/** Round trips and statements of an operation, and bytes of the write-ahead log. */
export async function countCosts(
  operation: Operation,
  { counter, client }: Installation,
): Promise<Omit<Costs, 'cpu'>> {
  const counts = await countOperation(operation, counter)
  const before = await walPosition(client)
  for (let i = 0; i < walCalls; i++) await operation.run()
  return { ...counts, walBytes: Math.round(((await walPosition(client)) - before) / walCalls) }
}

async function walPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0' as at`)
  return Number(rows[0]!.at)
}

// Many short rounds: other work on the machine hits both alike, and a median drops the rounds that it hits anyway.
const roundMs = 200
// A server that has just started becomes faster for some seconds.
const warmUpRounds = 30

/**
 * Rounds of both works, alternating, after some that warm up. Both are called equally often: a list becomes longer with each
 * call that inserts. Each goes first in every other round.
 */
export async function alternate(works: Record<keyof Round, Metered>, rounds: number): Promise<Round[]> {
  const measured: Round[] = []
  let calls = 1
  for (let round = -warmUpRounds; round < rounds; round++) {
    const result = { now: 0, reference: 0 }
    const order = round % 2 === 0 ? (['now', 'reference'] as const) : (['reference', 'now'] as const)
    const startedAt = performance.now()
    for (const name of order) result[name] = await repeat(works[name], calls)
    const elapsedMs = performance.now() - startedAt
    if (round >= 0) measured.push(result)
    calls = Math.max(1, Math.round(calls * Math.min(2, roundMs / elapsedMs)))
  }
  return measured
}

/** The processor time of a call. */
async function repeat({ run, meter }: Metered, calls: number): Promise<number> {
  const used = meter()
  for (let i = 0; i < calls; i++) await run()
  return used() / calls
}
