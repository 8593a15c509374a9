import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { systemClock } from '../server/src/kernel/clock.ts'
import { createDb } from '../server/src/kernel/db/create-db.ts'
import { embeddedPaths, joinEmbedded } from '../server/src/kernel/db/embedded/index.ts'
import { createListener } from '../server/src/kernel/db/listen.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { openPostgres } from '../server/src/kernel/db/postgres.ts'
import { createIds } from '../server/src/kernel/ids.ts'
import { createLog } from '../server/src/kernel/log.ts'
import type { RunContext, StepClass } from '../server/src/kernel/runs/run.ts'
import { createRuns } from '../server/src/kernel/runs/runs.ts'
import { systemScope } from '../server/src/kernel/scope.ts'
import { describeMachine } from './machine.ts'
import { type Measurements as Common, measure, oneByOne, roundsWithin, warmUp } from './measure.ts'
import { fixed, grouped, markdown, median, percentile } from './report-format.ts'
import { runBenchmark, stopSignal } from './stopping.ts'
import { createPlainRows } from './workflows/plain-rows.ts'

type Way = { name: string; work(steps: number): Promise<unknown> }
type Measurements = Common & { forty: number }

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = {
  ...(options.short
    ? {
        rounds: 1,
        alone: { count: 15, maxMs: 300 },
        long: { count: 3, maxMs: 300 },
        together: { count: 48, maxMs: 500 },
      }
    : {
        rounds: 5,
        alone: { count: 100, maxMs: 500 },
        long: { count: 20, maxMs: 500 },
        together: { count: 480, maxMs: 1_000 },
      }),
  concurrency: 16,
  roundsMs: 80_000,
  maxMs: 240_000,
}
const poolSize = 10

await runBenchmark(main)

/** What a run of a few steps costs, from the call to its committed end: ahead, in place and queued, by the class of its steps. */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(plan.maxMs)
  const machine = describeMachine()
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-bench-short-runs-'))
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }))
  const server = await joinEmbedded({ dataDir, onNotice: () => undefined })
  cleanup.defer(server.leave)
  const databasePid = Number(
    readFileSync(join(embeddedPaths(dataDir).cluster, 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  await migrate(server.settings, { directory: new URL('../server/migrations', import.meta.url) })
  const ways = await openWays(cleanup, server.settings)

  const rounds = new Map<string, Measurements[]>(ways.map(({ name }) => [name, []]))
  for (const round of roundsWithin(plan.rounds, plan.roundsMs))
    for (const way of ways) {
      signal.throwIfAborted()
      const measurements = await measureWay(way, databasePid, round < 0)
      // The first round is warm-up.
      if (round >= 0) rounds.get(way.name)!.push(measurements)
    }
  report(machine, rounds)
}

async function openWays(cleanup: AsyncDisposableStack, settings: pg.ClientConfig): Promise<Way[]> {
  const pool = new pg.Pool({ ...settings, max: poolSize })
  cleanup.defer(() => pool.end())
  const insertPlainly = await createPlainRows(pool)
  const postgres = openPostgres({ settings, applicationName: 'bench', poolSize, onError: () => undefined })
  cleanup.defer(() => postgres.close())
  const db = createDb(postgres)
  const listener = createListener({ settings, onNotice: () => undefined })
  await listener.start()
  cleanup.defer(() => listener.close())
  const runs = createRuns({
    db,
    clock: systemClock,
    newId: createIds(systemClock),
    log: createLog({ level: 'warn', secrets: [] }),
    listener,
    pools: { work: { concurrency: 64, perProject: 1_000 } },
  })
  const ended = new Map<string, () => void>()
  runs.register({ kind: 'short', handle: doSteps })
  // The end of a queued run is known by its transaction.
  runs.register({ kind: 'queued', handle: doSteps, onEnd: async (_, run) => void ended.get(run.id)?.() })
  runs.start()
  cleanup.defer(() => runs.stop(0))
  const scope = systemScope(randomUUID())
  const inputOf = (steps: number, stepClass?: StepClass) => ({
    steps,
    ...(stepClass && { class: stepClass }),
  })
  const here = (stepClass?: StepClass) => async (steps: number) =>
    (await runs.startHere(scope, { kind: 'short', input: inputOf(steps, stepClass) }))!.outcome
  return [
    { name: 'plain inserts, one transaction', work: (steps) => insertPlainly({ steps, tools: 0 }) },
    {
      name: 'ahead, pure',
      work: async (steps) =>
        (await runs.runAhead(scope, { kind: 'short', input: inputOf(steps, 'pure') }))!.outcome,
    },
    {
      name: 'ahead, repeatable',
      work: async (steps) =>
        (await runs.runAhead(scope, { kind: 'short', input: inputOf(steps, 'repeatable') }))!.outcome,
    },
    { name: 'in place, pure', work: here('pure') },
    { name: 'in place, repeatable', work: here('repeatable') },
    { name: 'in place, once', work: here('once') },
    { name: 'in place, no class', work: here() },
    {
      name: 'queued, pure',
      async work(steps) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const id = randomUUID()
        ended.set(id, resolve)
        await db.tx((tx) => runs.enqueue(tx, scope, { kind: 'queued', input: inputOf(steps, 'pure'), id }))
        await promise
        ended.delete(id)
      },
    },
  ]
}

async function doSteps({ run, step }: RunContext): Promise<unknown> {
  const { steps, class: stepClass } = run.input as { steps: number; class?: StepClass }
  const stepOptions = stepClass === undefined ? {} : { class: stepClass }
  for (let i = 0; i < steps; i++) await step(`n${i}`, async () => ({ o: { n: i } }), stepOptions)
  return { n: steps }
}

async function measureWay({ work }: Way, databasePid: number, isWarmUp: boolean): Promise<Measurements> {
  const long = await oneByOne(() => work(40), plan.long)
  const measurements = await measure(() => work(3), isWarmUp ? { ...plan, ...warmUp } : plan, {
    pid: process.pid,
    databasePid,
  })
  return { ...measurements, forty: percentile(long, 0.5) }
}

function report(machine: string, rounds: ReadonlyMap<string, readonly Measurements[]>): void {
  const [plain] = rounds.values()
  const of = (all: readonly Measurements[], key: keyof Measurements) => median(all.map((each) => each[key]))
  /** Compared round by round: neighbours in time saw the same machine. */
  const toPlain = (all: readonly Measurements[], key: keyof Measurements) =>
    median(all.map((each, round) => each[key] / plain![round]![key]))
  const { alone, together, long, concurrency } = plan
  console.log(`${machine}. Runs of 3 steps: up to ${alone.count} one after the other, then up to ${together.count} at concurrency ${concurrency}; up to ${long.count} of 40 steps; ${plain!.length} alternating rounds after one of warm-up, medians:

${markdown(
  [
    '',
    '3 steps p50 ms',
    'to plain',
    '40 steps p50 ms',
    'to plain',
    `runs/s at ${concurrency}`,
    'to plain',
    'CPU µs',
    'database µs',
  ],
  [...rounds].map(([name, all]) => [
    name,
    fixed(of(all, 'p50'), 2),
    fixed(toPlain(all, 'p50'), 2),
    fixed(of(all, 'forty'), 2),
    fixed(toPlain(all, 'forty'), 2),
    grouped(of(all, 'perSecond')),
    fixed(toPlain(all, 'perSecond'), 2),
    grouped(of(all, 'cpu')),
    grouped(of(all, 'databaseCpu')),
  ]),
)}
`)
}
