import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { builtServer } from '../../server/scripts/build/freshness.ts'
import { allBuilds, buildStale } from '../../server/scripts/build/stale-builds.ts'
import expected from '../../server/test/costs/expected.json' with { type: 'json' }
import type { Operation } from '../../server/test/costs/operations.ts'
import { ask, forkChild } from '../children.ts'
import { meterOf, meterOfChildren } from '../meters/cpu-time.ts'
import { median, table } from '../report-format.ts'
import { runBenchmark, stopSignal } from '../stopping.ts'
import { createApiCall } from './api-call.ts'
import { buildBase } from './base-build.ts'
import { type Installation, startInstallation, sum } from './installation.ts'
import { alternate, countCosts, type Metered } from './measure.ts'
import { chooseRows, parseOptions } from './options.ts'
import {
  againstLimits,
  type Costs,
  costsOf,
  growthOf,
  joined,
  type Measurement,
  storedLimits,
} from './verdict.ts'

/**
 * Compares what every kind of request costs with a base, and fails where it costs more: round trips and statements, bytes of
 * the write-ahead log, and processor time of server and database. The base is a stored table, or with `--against` the
 * server of a commit, which is built and measured beside the present one. Processor time is a ratio of alternating rounds, so
 * that the machine makes little difference. With a stored table it is counted in requests of a plain server: for a profile,
 * and for a new end user where it writes, since the processor time of a commit differs with the disk.
 */
type Base = {
  limits: typeof storedLimits
  start(cleanup: AsyncDisposableStack, present: Installation, signal: AbortSignal): Promise<Reference>
  cpuText(measurement: Measurement): { base: string; now: string }
}

type Reference = {
  /** Null for a row that is not stored. */
  costs(name: string): Promise<Costs | null>
  /** The work that the rounds of an operation alternate with. */
  work(name: string, walBytes: number): Metered
}

const plan = { attempts: 8, maxMs: 7_200_000 }

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2))
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(plan.maxMs)
  const base = options.against === null ? storedBase : commitBase(await buildBase(cleanup, options.against))
  // The server would run from its sources otherwise, which takes other processor time than a bundle.
  await buildStale(allBuilds.filter(({ built }) => built === builtServer))
  const measured = new Map<string, Measurement>()
  const growing = () =>
    [...measured].filter(([, row]) => growthOf(row, base.limits).length > 0).map(([name]) => name)
  let choose = (operations: readonly Operation[]) => chooseRows(operations, options.only)
  // The optimizations of two processes differ: rows that seem to have grown are measured again by new processes.
  for (let attempt = 0; attempt < plan.attempts; attempt++) {
    for (const [name, row] of await measureRows(base, { choose, rounds: options.rounds, signal })) {
      const earlier = measured.get(name)
      measured.set(name, earlier ? joined(earlier, row) : row)
    }
    const names = growing()
    if (names.length === 0) break
    choose = (operations) => operations.filter(({ name }) => names.includes(name))
  }
  if (options.write) return store(measured)
  report(measured, base)
}

type RowOptions = {
  choose(operations: readonly Operation[]): Operation[]
  rounds: number
  signal: AbortSignal
}

/** Measures rows with new servers, which end with them. */
async function measureRows(
  base: Base,
  { choose, rounds, signal }: RowOptions,
): Promise<Map<string, Measurement>> {
  await using cleanup = new AsyncDisposableStack()
  const present = await startInstallation(cleanup)
  const reference = await base.start(cleanup, present, signal)
  const measured = new Map<string, Measurement>()
  for (const operation of choose(present.operations)) {
    signal.throwIfAborted()
    const { name, run } = operation
    const now = await countCosts(operation, present)
    const costs = await reference.costs(name)
    const works = { now: { run, meter: present.meter }, reference: reference.work(name, now.walBytes) }
    measured.set(name, { now, base: costs, rounds: await alternate(works, rounds) })
  }
  return measured
}

const storedBase: Base = {
  limits: storedLimits,
  async start(cleanup, { apiKey, database, databasePid }, signal) {
    const plain = forkChild(cleanup, 'servers/plain-server.ts')
    const { url } = await ask<{ url: string }>(plain, { database }, signal)
    const call = createApiCall(cleanup, url, apiKey)
    const read = () => call('GET', '/users/profile')
    const write = () =>
      call(
        'POST',
        '/external-users',
        { name: randomUUID(), metadata: {} },
        { 'idempotency-key': randomUUID() },
      )
    const meter = () => sum([meterOf(plain.pid!), meterOfChildren(databasePid)])
    return {
      costs: async (name) => (expected as Record<string, Costs>)[name] ?? null,
      work: (_, walBytes) => ({ run: walBytes > 0 ? write : read, meter }),
    }
  },
  cpuText: (row) => ({
    base: `${row.base?.cpu ?? '-'} plain`,
    now: `${costsOf(row).cpu.toFixed(2)} plain`,
  }),
}

const commitBase = (launcher: URL): Base => ({
  limits: againstLimits,
  async start(cleanup) {
    const installation = await startInstallation(cleanup, launcher)
    const operationOf = (name: string) => installation.operations.find((each) => each.name === name)!
    return {
      costs: async (name) => ({ ...(await countCosts(operationOf(name), installation)), cpu: 1 }),
      work: (name) => ({ run: operationOf(name).run, meter: installation.meter }),
    }
  },
  cpuText: ({ rounds }) => ({ base: microsText(rounds, 'reference'), now: microsText(rounds, 'now') }),
})

const microsText = (rounds: Measurement['rounds'], key: 'now' | 'reference'): string =>
  `${median(rounds.map((round) => round[key])).toFixed(0)} µs`

const countText = ({ roundTrips, statements, walBytes }: Omit<Costs, 'cpu'>): string =>
  `${roundTrips} RT, ${statements} st, ${walBytes} B`

function report(measured: ReadonlyMap<string, Measurement>, base: Base): void {
  const rows = [...measured].map(([name, measurement]) => {
    const cpu = base.cpuText(measurement)
    const growth = growthOf(measurement, base.limits)
    return {
      growth,
      cells: [
        name,
        `${measurement.base ? countText(measurement.base) : '-'}, ${cpu.base}`,
        `${countText(measurement.now)}, ${cpu.now}`,
        (costsOf(measurement).cpu / (measurement.base?.cpu ?? Number.NaN)).toFixed(3),
        growth.length === 0 ? 'passes' : `fails: ${growth.join('; ')}`,
      ],
    }
  })
  console.log(
    table(
      ['row', 'base', 'now', 'ratio', 'verdict'],
      rows.map(({ cells }) => cells),
    ),
  )
  const count = rows.filter(({ growth }) => growth.length > 0).length
  if (count > 0) throw new Error(`costs of ${count} of ${rows.length} rows have grown`)
}

async function store(measured: ReadonlyMap<string, Measurement>): Promise<void> {
  const costs = Object.fromEntries(
    [...measured].map(([name, measurement]) => {
      const { cpu, ...counts } = costsOf(measurement)
      return [name, { ...counts, cpu: Number(cpu.toFixed(2)) }]
    }),
  )
  const file = new URL('../../server/test/costs/expected.json', import.meta.url)
  await writeFile(file, `${JSON.stringify(costs, null, 2)}\n`)
}

await runBenchmark(main)
