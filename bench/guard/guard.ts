import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { joinEmbedded } from '../../server/src/kernel/db/embedded/index.ts'
import { countOperation } from '../../server/test/costs/count.ts'
import expected from '../../server/test/costs/expected.json' with { type: 'json' }
import { type Operation, prepareOperations } from '../../server/test/costs/operations.ts'
import { startQueryCounter } from '../../server/test/costs/query-counter.ts'
import { ask, forkChild } from '../children.ts'
import { meterOf, meterOfChildren } from '../meters/cpu-time.ts'
import { postmasterPid, startServer } from '../product.ts'
import { median, table } from '../report-format.ts'
import { runBenchmark, stopSignal } from '../stopping.ts'
import { createApiCall } from './api-call.ts'

/**
 * Compares what every kind of request costs with a stored table, and fails where it costs more: round trips and
 * statements, bytes of the write-ahead log, and processor time of server and database. Processor time is counted in requests
 * of a plain server, alternating, so that the machine it runs on makes little difference: for a profile, and for a new end
 * user where it writes, since what a commit takes of the processor differs with the disk.
 */
type Costs = { roundTrips: number; statements: number; walBytes: number; cpu: number }

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const keys = ['roundTrips', 'statements', 'walBytes', 'cpu'] as const
const maxGrowth = 1.15
// A page more or less in the log, and a hundredth of a second in which processor time is counted.
const tolerance: Costs = { roundTrips: 0, statements: 0, walBytes: 400, cpu: 0.3 }
const plan = { rounds: 7, roundMs: 500, walCalls: 40, attempts: 4, maxMs: 600_000 }

async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(plan.maxMs)
  const { database, databasePid } = await startDatabase(cleanup)
  const counter = await startQueryCounter(database)
  cleanup.defer(counter.close)
  const server = await startServer(cleanup, {
    DATABASE_URL: `postgres://${database.user}:${encodeURIComponent(String(database.password ?? ''))}@127.0.0.1:${counter.port}/${database.database}`,
    STOA_PIECES: '0',
    LOG_LEVEL: 'fatal',
  })
  const client = new pg.Client(database)
  await client.connect()
  cleanup.defer(() => client.end())
  const plain = forkChild(cleanup, 'servers/plain-server.ts')
  const { url } = await ask<{ url: string }>(plain, { database }, signal)
  const callPlain = createApiCall(cleanup, url, server.apiKey)
  const plainRead = () => callPlain('GET', '/users/profile')
  const plainWrite = () =>
    callPlain(
      'POST',
      '/external-users',
      { name: randomUUID(), metadata: {} },
      { 'idempotency-key': randomUUID() },
    )
  const meters = {
    ours: () => sum([meterOf(server.pid), meterOfChildren(databasePid)]),
    plain: () => sum([meterOf(plain.pid!), meterOfChildren(databasePid)]),
  }
  const found: Record<string, Costs> = {}
  for (const operation of await prepareOperations(createApiCall(cleanup, server.url, server.apiKey))) {
    const measure = async (): Promise<Costs> => {
      signal.throwIfAborted()
      const counted = await countOperation(operation, counter)
      const walBytes = await measureWal(operation, client)
      const cpu = await measureCpu(operation, walBytes > 0 ? plainWrite : plainRead, meters)
      return { ...counted, walBytes, cpu }
    }
    found[operation.name] = await leastOf(operation.name, measure)
  }
  await report(found)
}

const sum = (meters: (() => number)[]) => () => meters.reduce((total, meter) => total + meter(), 0)

/** A separate one, on which nothing but requests writes: no vacuum, and no whole pages after a checkpoint. */
async function startDatabase(cleanup: AsyncDisposableStack) {
  const directory = await mkdtemp(join(tmpdir(), 'stoa-guard-'))
  cleanup.defer(() => rm(directory, { recursive: true, force: true }))
  await chmod(directory, 0o755)
  const throwawaySettings = { full_page_writes: 'off', autovacuum: 'off' }
  const embedded = await joinEmbedded({ dataDir: directory, onNotice: () => undefined, throwawaySettings })
  cleanup.defer(embedded.leave)
  return { database: embedded.settings as pg.ClientConfig, databasePid: postmasterPid(directory) }
}

async function walPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0' as at`)
  return Number(rows[0]!.at)
}

async function measureWal({ run }: Operation, client: pg.Client): Promise<number> {
  const before = await walPosition(client)
  for (let i = 0; i < plan.walCalls; i++) await run()
  return Math.round(((await walPosition(client)) - before) / plan.walCalls)
}

/** In requests of the plain server; the median of rounds, each compared with its neighbour in time. */
async function measureCpu(
  { run }: Operation,
  plain: () => Promise<unknown>,
  meters: { ours(): () => number; plain(): () => number },
): Promise<number> {
  const perCall = async (work: () => Promise<unknown>, meter: () => number) => {
    const endAt = performance.now() + plan.roundMs
    let calls = 0
    while (performance.now() < endAt) {
      await work()
      calls++
    }
    return meter() / calls
  }
  const ratios: number[] = []
  for (let round = 0; round < plan.rounds; round++) {
    const reference = await perCall(plain, meters.plain())
    ratios.push((await perCall(run, meters.ours())) / reference)
  }
  return Number(median(ratios).toFixed(2))
}

/** What seems to have grown is measured again: other work on the machine only ever adds. */
async function leastOf(name: string, measure: () => Promise<Costs>): Promise<Costs> {
  let costs = await measure()
  for (let attempt = 1; attempt < plan.attempts && grown(name, costs).length > 0; attempt++) {
    const again = await measure()
    costs = {
      roundTrips: Math.min(costs.roundTrips, again.roundTrips),
      statements: Math.min(costs.statements, again.statements),
      walBytes: Math.min(costs.walBytes, again.walBytes),
      cpu: Math.min(costs.cpu, again.cpu),
    }
  }
  return costs
}

function grown(name: string, costs: Costs): string[] {
  const known = (expected as Record<string, Costs>)[name]
  if (!known) return [`${name} is not in the table: npm run bench:guard -- --write`]
  return keys.flatMap((key) => {
    const limit = known[key] * maxGrowth + tolerance[key]
    return costs[key] > limit ? [`${name}: ${key} ${costs[key]}, at most ${limit.toFixed(2)}`] : []
  })
}

async function report(found: Record<string, Costs>): Promise<void> {
  const known = expected as Record<string, Costs>
  const rows = Object.entries(found).map(([name, costs]) => [
    name,
    ...keys.map((key) => `${costs[key]}${known[name] ? ` (${known[name][key]})` : ''}`),
  ])
  console.log(table(['found (expected)', 'round trips', 'statements', 'WAL bytes', 'CPU'], rows))
  if (options.write) {
    await writeFile(
      new URL('../../server/test/costs/expected.json', import.meta.url),
      `${JSON.stringify(found, null, 2)}\n`,
    )
    return
  }
  const above = Object.entries(found).flatMap(([name, costs]) => grown(name, costs))
  if (above.length > 0) throw new Error(`costs have grown:\n${above.join('\n')}`)
}

await runBenchmark(main)
