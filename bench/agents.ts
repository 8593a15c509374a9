import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createStreamClient, type Timing } from './agents/client.ts'
import { createPlainRun } from './agents/plain-rows.ts'
import { ask, forkChild } from './children.ts'
import { describeMachine } from './machine.ts'
import { concurrently, oneByOne, roundsWithin } from './measure.ts'
import { meterOf, meterOfChildren } from './meters/cpu-time.ts'
import { type Product, startProduct } from './product.ts'
import { fixed, grouped, markdown, median, percentile } from './report-format.ts'
import { runBenchmark, stopSignal } from './stopping.ts'

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
// A busy machine does not lengthen the run: what does not fit into the time is left out, down to one piece of each.
const plan = {
  ...(options.short
    ? {
        rounds: 1,
        alone: { count: 10, maxMs: 1_000 },
        together: { count: 32, maxMs: 1_000 },
        long: { count: 2, maxMs: 500 },
      }
    : {
        rounds: 5,
        alone: { count: 40, maxMs: 3_000 },
        together: { count: 160, maxMs: 4_000 },
        long: { count: 4, maxMs: 2_000 },
      }),
  concurrency: 8,
  words: 20,
  longWords: 1_500,
  roundsMs: 150_000,
  maxMs: 290_000,
}

type Measurements = {
  first: number
  token: number
  whole: number
  wholeP90: number
  perSecond: number
  cpu: number
  databaseCpu: number
  tokenCpu: number
  tokenDatabaseCpu: number
}
type Contestant = {
  name: string
  pid: number
  /** Threads for so many runs; none of it is measured. */
  prepare(count: number): Promise<(words: number) => Promise<Timing>>
  rounds: Measurements[]
}

/**
 * What a run of an agent costs over a thread: a model that responds immediately, one tool, and a response of twenty words,
 * streamed to the client. Everything is stored before it is sent.
 */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(plan.maxMs)
  const machine = describeMachine()
  const upstream = forkChild(cleanup, 'agents/upstream.ts')
  const { port } = await ask<{ port: number }>(upstream, {}, signal)
  const modelUrl = `http://127.0.0.1:${port}/v1`
  const product = await startProduct(cleanup, {
    STOA_PIECES: '0',
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: modelUrl,
  })
  const contestants = [
    await stoa(cleanup, product),
    await plain(cleanup, product),
    ...(await rivals(cleanup, { database: product.database, modelUrl, signal })),
  ]
  // They alternate, so that whatever else the machine does falls on all of them alike; the first round is warm-up.
  for (const round of roundsWithin(plan.rounds, plan.roundsMs))
    for (const each of contestants) {
      signal.throwIfAborted()
      const measurements = await measure(each, product.databasePid)
      if (round >= 0) each.rounds.push(measurements)
    }
  report(machine, contestants)
}

async function stoa(cleanup: AsyncDisposableStack, { url, apiKey, pid }: Product): Promise<Contestant> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    const { data, message } = (await response.json()) as { data: { id: string }; message: string }
    if (!response.ok) throw new Error(`${path}: ${response.status} ${message}`)
    return data
  }
  const agent = { prompt: 'You help.', tools: { pinnedSlugs: ['text_change_case'] } }
  const modelSettings = { model: 'openai/gpt-4o' }
  const { id } = await call('POST', '/workflow/manager/create', {
    name: 'bench',
    workflowType: 'agent',
    agent: { ...agent, modelSettings },
  })
  await call('PATCH', `/workflow/manager/activeStatus/${id}`, { activeStatus: true })
  const client = createStreamClient({ 'x-api-key': apiKey })
  cleanup.defer(client.close)
  return {
    name: 'Stoa',
    pid,
    rounds: [],
    async prepare(count) {
      const threads: string[] = []
      const create = async () =>
        threads.push((await call('POST', '/graphify/threads', { workflowId: id })).id)
      await concurrently(create, { count, maxMs: Number.POSITIVE_INFINITY }, plan.concurrency)
      return (words) =>
        client.run(`${url}/api/v1/graphify/threads/${threads.pop()}/runs/stream`, {
          input: { messages: [{ type: 'human', content: `Ada in capitals; words: ${words}` }] },
          stream_mode: ['messages-tuple'],
        })
    },
  }
}

/** What the database and its disk take for about the same rows, in the same order of reads and commits. */
async function plain(cleanup: AsyncDisposableStack, { database }: Product): Promise<Contestant> {
  const pool = new pg.Pool({ ...database, max: 10 })
  cleanup.defer(() => pool.end())
  const run = await createPlainRun(pool)
  return { name: 'plain rows, no HTTP, no model', pid: process.pid, rounds: [], prepare: async () => run }
}

type RivalOptions = { database: pg.ClientConfig; modelUrl: string; signal: AbortSignal }

const rivalFiles = {
  'LangGraph + Postgres': 'langgraph-server.mjs',
  'Mastra + Postgres': 'mastra-server.mjs',
}

/**
 * Each in a separate process behind a bare HTTP server, on the same database server with the same settings, with the same
 * tool. Only where they are installed.
 */
async function rivals(
  cleanup: AsyncDisposableStack,
  { database, modelUrl, signal }: RivalOptions,
): Promise<Contestant[]> {
  if (!existsSync(new URL('agents/rivals/node_modules', import.meta.url))) {
    console.log('The others are not installed: npm ci --ignore-scripts --prefix bench/agents/rivals\n')
    return []
  }
  const started: Contestant[] = []
  for (const [name, file] of Object.entries(rivalFiles)) {
    const own = `bench_agents_${started.length}`
    const admin = new pg.Client(database)
    await admin.connect()
    await admin.query(`create database ${own}`)
    await admin.end()
    const child = forkChild(cleanup, `agents/rivals/${file}`)
    const settings = { database: { ...database, database: own }, modelUrl }
    const reply = await ask<{ url: string } | { fault: string }>(child, settings, signal)
    if ('fault' in reply) throw new Error(`${name}: ${reply.fault}`)
    const client = createStreamClient({})
    cleanup.defer(client.close)
    const prepare = async () => (words: number) =>
      client.run(reply.url, { threadId: crypto.randomUUID(), message: `Ada in capitals; words: ${words}` })
    started.push({ name, pid: child.pid!, prepare, rounds: [] })
  }
  return started
}

async function measure({ pid, prepare }: Contestant, databasePid: number): Promise<Measurements> {
  const { alone, together, long, concurrency, words, longWords } = plan
  const run = await prepare(alone.count + together.count + concurrency + long.count)
  const meters = () => {
    const [own, database] = [meterOf(pid), meterOfChildren(databasePid)]
    return (pieces: number) => ({ cpu: own() / pieces, databaseCpu: database() / pieces })
  }
  const timings: Timing[] = []
  await oneByOne(async () => timings.push(await run(words)), alone)
  const sorted = (key: keyof Timing) => timings.map((each) => each[key]).sort((left, right) => left - right)
  const ofRuns = meters()
  const { done, perSecond } = await concurrently(() => run(words), together, concurrency)
  const { cpu, databaseCpu } = ofRuns(done)
  const ofTokens = meters()
  const { length } = await oneByOne(() => run(longWords), long)
  const perLong = ofTokens(length)
  // What the same run costs without the words is not the price of the words.
  const perToken = (whole: number, base: number) => (whole - base) / (longWords - words)
  return {
    first: percentile(sorted('firstMs'), 0.5),
    token: percentile(sorted('tokenMs'), 0.5),
    whole: percentile(sorted('wholeMs'), 0.5),
    wholeP90: percentile(sorted('wholeMs'), 0.9),
    perSecond,
    cpu,
    databaseCpu,
    tokenCpu: perToken(perLong.cpu, cpu),
    tokenDatabaseCpu: perToken(perLong.databaseCpu, databaseCpu),
  }
}

function report(machine: string, contestants: readonly Contestant[]): void {
  const of = ({ rounds }: Contestant, key: keyof Measurements) => median(rounds.map((each) => each[key]))
  const head = [
    'a run with one tool',
    'first event ms',
    'first word ms',
    'run p50 ms',
    'p90',
    `runs/s, c=${plan.concurrency}`,
    'CPU µs/run',
    'database µs/run',
    'CPU µs/token',
    'database µs/token',
  ]
  const rows = contestants.map((each) => [
    each.name,
    fixed(of(each, 'first'), 1),
    fixed(of(each, 'token'), 1),
    fixed(of(each, 'whole'), 1),
    fixed(of(each, 'wholeP90'), 1),
    fixed(of(each, 'perSecond')),
    grouped(of(each, 'cpu')),
    grouped(of(each, 'databaseCpu')),
    fixed(of(each, 'tokenCpu'), 1),
    fixed(of(each, 'tokenDatabaseCpu'), 1),
  ])
  console.log(`${machine}

${markdown(head, rows)}

${contestants[0]!.rounds.length} rounds of ${plan.alone.count} runs one after the other, ${plan.together.count} with ${plan.concurrency} at the same time, and ${plan.long.count} with ${grouped(plan.longWords)} words.`)
}

await runBenchmark(main)
