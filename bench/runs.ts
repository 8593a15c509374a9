import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { embeddedPaths, joinEmbedded } from '../server/src/kernel/db/embedded/index.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { ask, forkChild } from './children.ts'
import { meterOf, meterOfChildren } from './meters/cpu-time.ts'
import { fixed, median, table } from './report-format.ts'
import type { Job } from './runs/contestant.ts'
import { runBenchmark, stopSignal } from './stopping.ts'

type Measurements = { msPerStep: number; stepsPerSecond: number; cpu: number; databaseCpu: number }
type Contestant = { name: string; pid: number; work(job: Job): Promise<number>; rounds: Measurements[] }

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = options.short
  ? { rounds: 1, alone: 20, runs: 20, steps: 5, maxMs: 60_000 }
  : { rounds: 9, alone: 200, runs: 100, steps: 10, maxMs: 600_000 }

await runBenchmark(main)

/** What a durable step costs: in time when one run goes alone, and in steps per second when many go side by side. */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(plan.maxMs)
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-bench-runs-'))
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }))
  const server = await joinEmbedded({ dataDir, onNotice: () => undefined })
  cleanup.defer(server.leave)
  const [databasePid] = readFileSync(join(embeddedPaths(dataDir).cluster, 'postmaster.pid'), 'utf8').split(
    '\n',
  )

  const contestants: Contestant[] = []
  for (const [name, file] of filesOfContestants()) {
    const database = await freshDatabase(server.settings, `bench_${contestants.length}`, name === 'Stoa')
    const child = forkChild(cleanup, file)
    const tell = async (message: object): Promise<number> => {
      const response = await ask<{ seconds: number } | { fault: string }>(child, message, signal)
      if ('fault' in response) throw new Error(`${name}: ${response.fault}`)
      return response.seconds
    }
    await tell({ database })
    contestants.push({ name, pid: child.pid!, work: tell, rounds: [] })
  }
  for (const { work } of contestants) await work({ runs: plan.runs, steps: plan.steps })
  // Alternating, so that whatever else the machine does meanwhile falls on all of them alike.
  for (let round = 0; round < plan.rounds; round++)
    for (const contestant of contestants)
      contestant.rounds.push(await measure(contestant, Number(databasePid)))
  report(contestants)
}

function filesOfContestants(): [string, string][] {
  const files: [string, string][] = [
    ['plain inserts', 'runs/plain.ts'],
    ['Stoa', 'runs/stoa.ts'],
  ]
  if (existsSync(new URL('runs/rivals/node_modules', import.meta.url)))
    files.push(['DBOS', 'runs/rivals/dbos.mjs'], ['pg-boss', 'runs/rivals/pg-boss.mjs'])
  else console.log('The others are not installed: npm ci --prefix bench/runs/rivals\n')
  return files
}

async function freshDatabase(
  settings: pg.ClientConfig,
  name: string,
  isMigrated: boolean,
): Promise<pg.ClientConfig> {
  const admin = new pg.Client(settings)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const database = { ...settings, database: name }
  if (isMigrated) await migrate(database, { directory: new URL('../server/migrations', import.meta.url) })
  return database
}

async function measure({ work, pid }: Contestant, databasePid: number): Promise<Measurements> {
  const empty = await work({ runs: 1, steps: 0 })
  const alone = await work({ runs: 1, steps: plan.alone })
  const [cpu, databaseCpu] = [meterOf(pid), meterOfChildren(databasePid)]
  const together = await work({ runs: plan.runs, steps: plan.steps })
  const steps = plan.runs * plan.steps
  return {
    msPerStep: ((alone - empty) * 1000) / plan.alone,
    stepsPerSecond: steps / together,
    cpu: cpu() / steps,
    databaseCpu: databaseCpu() / steps,
  }
}

function report(contestants: readonly Contestant[]): void {
  const of = ({ rounds }: Contestant, key: keyof Measurements) => median(rounds.map((each) => each[key]))
  const plain = contestants[0]!
  const own = contestants[1]!
  /** Compared round by round: neighbours in time saw the same machine. */
  const timesOf = (one: Contestant, other: Contestant, key: keyof Measurements) =>
    median(one.rounds.map((each, round) => each[key] / other.rounds[round]![key]))
  console.log(`${plan.alone} steps of one run alone; ${plan.runs} runs of ${plan.steps} steps side by side; ${plan.rounds} rounds

${table(
  ['medians', 'ms per step alone', 'steps/s together', 'CPU µs/step', 'database µs/step'],
  contestants.map((each) => [
    each.name,
    fixed(of(each, 'msPerStep'), 3),
    fixed(of(each, 'stepsPerSecond')),
    fixed(of(each, 'cpu')),
    fixed(of(each, 'databaseCpu')),
  ]),
)}

A step of ours costs ${fixed(timesOf(own, plain, 'msPerStep'), 2)} plain inserts alone and ${fixed(timesOf(plain, own, 'stepsPerSecond'), 2)} side by side.
${contestants
  .slice(2)
  .map((rival) => `Steps per second to ${rival.name}: ${fixed(timesOf(own, rival, 'stepsPerSecond'), 2)}.`)
  .join('\n')}`)
}
