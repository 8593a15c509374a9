import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ask, forkChild } from './children.ts'
import { meterOf, meterOfChildren } from './cpu-time.ts'
import { fixed, median, percentile, table } from './figures.ts'
import { startProduct } from './product.ts'
import { runBenchmark, stopSignal } from './stopping.ts'
import { createPlainRows, type PlainRows } from './workflows/plain-rows.ts'

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = options.short
  ? { rounds: 1, alone: 20, together: 64, maxMs: 180_000 }
  : { rounds: 5, alone: 100, together: 480, maxMs: 900_000 }
const concurrency = 16

type Node = { id: string; type: string; [option: string]: unknown }
type Measurements = { p50: number; p90: number; perSecond: number; cpu: number; databaseCpu: number }

/** What a workflow costs that is executed and answered in one request, beside inserting the same rows by hand. */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(plan.maxMs)
  const product = await startProduct(cleanup, { STOA_PIECES: '0' })
  const pool = new pg.Pool({ ...product.database, max: 10 })
  cleanup.defer(() => pool.end())
  const insertPlainly = await createPlainRows(pool)
  const workflows = await Promise.all(
    Object.entries(graphs).map(async ([name, { nodes, rows }]) => {
      const id = await saveWorkflow(product, name, nodes)
      return { name, rows, work: () => execute(product, id) }
    }),
  )
  const dbos = await startDbos(cleanup, product.database, signal)

  const measurements = new Map<string, { ours: Measurements[]; plain: Measurements[] }>()
  for (let round = -1; round < plan.rounds; round++)
    for (const subject of workflows) {
      signal.throwIfAborted()
      const plain = () => insertPlainly(subject.rows)
      const [own, bare] = [
        await measure(subject.work, product.pid, product.databasePid),
        await measure(plain, process.pid, product.databasePid),
      ]
      // The first round is warm-up.
      if (round < 0) continue
      const known = measurements.get(subject.name) ?? { ours: [], plain: [] }
      known.ours.push(own)
      known.plain.push(bare)
      measurements.set(subject.name, known)
    }
  report(measurements)
  if (dbos) console.log(await dbos())
}

const set = (id: string, from: string): Node => ({ id, type: 'set', values: { n: `{{ ${from} + 1 }}` } })
const calculate = (id: string, from: string): Node => ({
  id,
  type: 'action',
  toolSlug: 'math_calculate',
  inputMapping: { expression: `{{ ${from} }} + 1` },
})
const previous = (index: number, field: string) =>
  index === 0 ? 'input.n' : `nodes.n${index - 1}.output.${field}`
const setChain = (steps: number) => Array.from({ length: steps }, (_, i) => set(`n${i}`, previous(i, 'n')))
const toolChain = (steps: number) =>
  Array.from({ length: steps }, (_, i) => calculate(`n${i}`, previous(i, 'result')))

/** Each with the rows that one execution of it writes. */
const graphs: Record<string, { nodes: Node[]; rows: PlainRows }> = {
  '3 expressions': { nodes: setChain(3), rows: { steps: 4, tools: 0 } },
  '3 tools that compute': { nodes: toolChain(3), rows: { steps: 4, tools: 3 } },
  '40 expressions': { nodes: setChain(40), rows: { steps: 41, tools: 0 } },
  '40 tools that compute': { nodes: toolChain(40), rows: { steps: 41, tools: 40 } },
  'fan-out over 100': {
    nodes: [{ id: 'n0', type: 'set', values: { n: '{{ item }}' }, forEach: '{{ input.list }}' }],
    rows: { steps: 102, tools: 0 },
  },
}

const input = { n: 1, list: Array.from({ length: 100 }, (_, i) => i) }

type Target = { url: string; apiKey: string }

async function call(
  { url, apiKey }: Target,
  method: string,
  path: string,
  body: unknown,
): Promise<{ status?: string; id?: string }> {
  const response = await fetch(`${url}/api/v1/workflow/manager${path}`, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data, message } = (await response.json()) as {
    data: { status?: string; id?: string }
    message: string
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${message}`)
  return data
}

async function saveWorkflow(product: Target, name: string, nodes: readonly Node[]): Promise<string> {
  const ids = ['start', ...nodes.map(({ id }) => id), 'end']
  const graph = {
    nodes: [{ id: 'start', type: 'start' }, ...nodes, { id: 'end', type: 'end' }],
    edges: ids.slice(1).map((to, index) => ({ from: ids[index], to })),
  }
  const { id } = await call(product, 'POST', '/create', { name, graph })
  await call(product, 'PATCH', `/activeStatus/${id}`, { activeStatus: true })
  return id!
}

async function execute(product: Target, id: string): Promise<void> {
  const { status } = await call(product, 'POST', `/execute/${id}`, { input, wait: 10_000 })
  if (status !== 'completed') throw new Error(`the execution is ${status}`)
}

async function measure(work: () => Promise<void>, pid: number, databasePid: number): Promise<Measurements> {
  const times: number[] = []
  for (let i = 0; i < plan.alone; i++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  times.sort((left, right) => left - right)
  const [cpu, databaseCpu, startedAt] = [meterOf(pid), meterOfChildren(databasePid), performance.now()]
  let started = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (started++ < plan.together) await work()
    }),
  )
  return {
    p50: percentile(times, 0.5),
    p90: percentile(times, 0.9),
    perSecond: plan.together / ((performance.now() - startedAt) / 1000),
    cpu: cpu() / plan.together,
    databaseCpu: databaseCpu() / plan.together,
  }
}

/** Started where it is installed: a workflow of steps that do nothing, called in its own process. */
async function startDbos(cleanup: AsyncDisposableStack, settings: pg.ClientConfig, signal: AbortSignal) {
  if (!existsSync(new URL('runs/rivals/node_modules', import.meta.url))) {
    console.log('DBOS is not installed: npm ci --prefix bench/runs/rivals\n')
    return null
  }
  const admin = new pg.Client(settings)
  await admin.connect()
  await admin.query('create database bench_dbos')
  await admin.end()
  const child = forkChild(cleanup, 'runs/rivals/dbos.mjs')
  const tell = async (message: object): Promise<number> => {
    const response = await ask<{ seconds: number } | { fault: string }>(child, message, signal)
    if ('fault' in response) throw new Error(`DBOS: ${response.fault}`)
    return response.seconds
  }
  await tell({ database: { ...settings, database: 'bench_dbos' } })
  return async () => {
    const [three, forty] = [await tell({ runs: 1, steps: 3 }), await tell({ runs: 1, steps: 40 })]
    const together = await tell({ runs: plan.together, steps: 3 })
    return `DBOS, without HTTP: 3 steps ${fixed(three * 1000, 1)} ms, 40 steps ${fixed(forty * 1000, 1)} ms, ${fixed(plan.together / together)} workflows of 3 steps per second at 20 at the same time.`
  }
}

function report(measurements: ReadonlyMap<string, { ours: Measurements[]; plain: Measurements[] }>): void {
  const of = (rounds: readonly Measurements[], key: keyof Measurements) =>
    median(rounds.map((each) => each[key]))
  console.log(`Executed and answered over HTTP; ${plan.alone} one after the other, then ${plan.together} at concurrency ${concurrency}; ${plan.rounds} rounds, medians.

${table(
  ['', 'p50 ms', 'p90 ms', 'per second', 'CPU µs', 'database µs', 'p50 to plain', 'per second to plain'],
  [...measurements].map(([name, { ours, plain }]) => [
    name,
    fixed(of(ours, 'p50'), 2),
    fixed(of(ours, 'p90'), 2),
    fixed(of(ours, 'perSecond')),
    fixed(of(ours, 'cpu')),
    fixed(of(ours, 'databaseCpu')),
    fixed(median(ours.map((each, i) => each.p50 / plain[i]!.p50)), 2),
    fixed(median(ours.map((each, i) => each.perSecond / plain[i]!.perSecond)), 2),
  ]),
)}
`)
}

await runBenchmark(main)
