import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ask, forkChild } from './children.ts'
import { describeMachine } from './machine.ts'
import { type Measurements, measure, roundsWithin, warmUp } from './measure.ts'
import { type Product, startProduct } from './product.ts'
import { fixed, grouped, markdown, median } from './report-format.ts'
import { runBenchmark, stopSignal } from './stopping.ts'
import { graphOf, input, subjects } from './workflows/graphs.ts'
import { createHttpClient, type HttpClient } from './workflows/http-client.ts'
import { createPlainRows } from './workflows/plain-rows.ts'

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = {
  ...(options.short
    ? { rounds: 1, alone: { count: 20, maxMs: 500 }, together: { count: 64, maxMs: 1_000 } }
    : { rounds: 5, alone: { count: 100, maxMs: 800 }, together: { count: 480, maxMs: 1_500 } }),
  concurrency: 16,
  roundsMs: 140_000,
  maxMs: 480_000,
}

type Contestant = { name: string; pid: number; work(): Promise<unknown>; rounds: Measurements[] }

/** What a workflow costs that is executed and answered in one request, beside inserting the same rows by hand and DBOS. */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(plan.maxMs)
  const machine = describeMachine()
  const product = await startProduct(cleanup, { STOA_PIECES: '0' })
  const pool = new pg.Pool({ ...product.database, max: 10 })
  cleanup.defer(() => pool.end())
  const insertPlainly = await createPlainRows(pool)
  const client = createHttpClient({ 'x-api-key': product.apiKey })
  cleanup.defer(client.close)
  const dbos = await startDbos(cleanup, product.database, signal)

  const all: { ours: Contestant; plain: Contestant; dbos: Contestant | null }[] = []
  for (const [name, { nodes, rows, dbos: dbosInput }] of Object.entries(subjects)) {
    const execute = await saveWorkflow(product, client, name, nodes)
    all.push({
      ours: { name, pid: product.pid, work: execute, rounds: [] },
      plain: { name, pid: process.pid, work: () => insertPlainly(rows), rounds: [] },
      dbos:
        dbos && dbosInput
          ? {
              name: `DBOS, ${name}`,
              pid: dbos.pid,
              work: () => completed(client, dbos.url, { input, ...dbosInput }),
              rounds: [],
            }
          : null,
    })
  }
  // They alternate, so that whatever else the machine does falls on all of them alike; the first round is warm-up.
  for (const round of roundsWithin(plan.rounds, plan.roundsMs))
    for (const each of all.flatMap(({ ours, plain, dbos }) => (dbos ? [ours, plain, dbos] : [ours, plain]))) {
      signal.throwIfAborted()
      const measurements = await measure(each.work, round < 0 ? { ...plan, ...warmUp } : plan, {
        ...product,
        pid: each.pid,
      })
      if (round >= 0) each.rounds.push(measurements)
    }
  report(machine, all)
}

async function saveWorkflow(
  { url }: Product,
  client: HttpClient,
  name: string,
  nodes: Parameters<typeof graphOf>[0],
): Promise<() => Promise<void>> {
  const base = `${url}/api/v1/workflow/manager`
  const { id } = await client.call('POST', `${base}/create`, { name, graph: graphOf(nodes) })
  await client.call('PATCH', `${base}/activeStatus/${id}`, { activeStatus: true })
  return () => completed(client, `${base}/execute/${id}`, { input, wait: 10_000 })
}

async function completed(client: HttpClient, url: string, body: object): Promise<void> {
  const { status } = await client.call('POST', url, body)
  if (status !== 'completed') throw new Error(`the execution is ${status}`)
}

/**
 * In a process of its own behind a bare HTTP server, on the same database server with the same settings, with as many
 * steps that compute the same. Only where it is installed.
 */
async function startDbos(
  cleanup: AsyncDisposableStack,
  settings: pg.ClientConfig,
  signal: AbortSignal,
): Promise<{ pid: number; url: string } | null> {
  if (!existsSync(new URL('runs/rivals/node_modules', import.meta.url))) {
    console.log('DBOS is not installed: npm ci --ignore-scripts --prefix bench/runs/rivals\n')
    return null
  }
  const admin = new pg.Client(settings)
  await admin.connect()
  await admin.query('create database bench_dbos')
  await admin.end()
  const child = forkChild(cleanup, 'runs/rivals/dbos-server.mjs')
  const database = { ...settings, database: 'bench_dbos' }
  const response = await ask<{ url: string } | { fault: string }>(child, { database }, signal)
  if ('fault' in response) throw new Error(`DBOS: ${response.fault}`)
  return { pid: child.pid!, url: response.url }
}

function report(
  machine: string,
  all: readonly { ours: Contestant; plain: Contestant; dbos: Contestant | null }[],
): void {
  const of = ({ rounds }: Contestant, key: keyof Measurements) => median(rounds.map((each) => each[key]))
  const sum = ({ cpu, databaseCpu }: Measurements) => cpu + databaseCpu
  const lineOf = (one: Contestant, plain: Contestant) => {
    /** Compared round by round: neighbours in time saw the same machine. */
    const toPlain = (value: (measurements: Measurements) => number) =>
      median(one.rounds.map((each, round) => value(each) / value(plain.rounds[round]!)))
    return [
      one.name,
      fixed(of(one, 'p50'), 1),
      fixed(of(one, 'p90'), 1),
      grouped(of(one, 'perSecond')),
      grouped(of(one, 'cpu')),
      grouped(of(one, 'databaseCpu')),
      fixed(
        toPlain(({ p50 }) => p50),
        1,
      ),
      fixed(toPlain(sum), 1),
    ]
  }
  const { alone, together, concurrency } = plan
  const rounds = all[0]!.ours.rounds.length
  console.log(`${machine}. Up to ${alone.count} requests one after the other (${alone.maxMs} ms at most), then up to ${together.count} at concurrency ${concurrency} (${together.maxMs} ms at most); ${rounds} alternating rounds after one of warm-up, medians:

${markdown(
  [
    '',
    'p50 ms',
    'p90 ms',
    `per second at ${concurrency}`,
    'CPU µs',
    'database µs',
    'p50 to plain inserts',
    'CPU to plain inserts',
  ],
  [
    ...all.map(({ ours, plain }) => lineOf(ours, plain)),
    ...all.flatMap(({ dbos, plain }) => (dbos ? [lineOf(dbos, plain)] : [])),
  ],
)}
`)
}

await runBenchmark(main)
