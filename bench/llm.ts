import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ask, forkChild } from './children.ts'
import { callConcurrently, callSequentially, type Target } from './llm/client.ts'
import { type Meter, meterOf, meterOfChildren } from './meters/cpu-time.ts'
import { type Product, startProduct } from './product.ts'
import { fixed, median, percentile, table } from './report-format.ts'
import { runBenchmark, stopSignal } from './stopping.ts'

type Measurements = {
  wholeP50: number
  wholeP99: number
  firstP50: number
  firstP99: number
  perSecond: number
  streamsPerSecond: number
  cpu: number
  databaseCpu: number
  streamCpu: number
}
type Contestant = Target & { meters(): { own: Meter; database: Meter }; rounds: Measurements[] }

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = options.short
  ? { rounds: 1, alone: 30, clients: 8, times: 100, warming: 100, maxMs: 90_000 }
  : { rounds: 5, alone: 100, clients: 32, times: 500, warming: 1_500, maxMs: 1_800_000 }

/**
 * What the gateway adds to a call of a model that responds immediately, and how many calls it serves, all of them
 * charged.
 */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(plan.maxMs)
  const upstream = forkChild(cleanup, 'llm/upstream.ts')
  const { port } = await ask<{ port: number }>(upstream, {}, signal)
  const base = `http://127.0.0.1:${port}/v1`
  const product = await startProduct(cleanup, { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: base })
  const contestants = [direct(base), stoa(product)]
  // Before the plain one begins: what it plans with is what the product has noted by then.
  await callSequentially(contestants[1]!, 1, false)
  contestants.push(await plainGateway(cleanup, product, base, signal))
  const rival = await portkey(cleanup, base)
  if (rival) contestants.push(rival)
  for (const each of contestants) {
    // By number and not by time: on a busy machine the slower one would be measured cold.
    await callConcurrently(each, { clients: plan.clients, times: plan.warming, isStreamed: false })
    await callConcurrently(each, { clients: plan.clients, times: plan.warming, isStreamed: true })
  }
  // Alternating, so that whatever else the machine does meanwhile falls on all of them alike.
  for (let round = 0; round < plan.rounds; round++)
    for (const contestant of contestants) {
      signal.throwIfAborted()
      contestant.rounds.push(await measure(contestant))
    }
  report(contestants)
}

const nothing: Meter = () => Number.NaN

const direct = (base: string): Contestant => ({
  name: 'direct',
  url: new URL(`${base}/chat/completions`),
  headers: { authorization: 'Bearer key' },
  model: 'gpt-4o',
  rounds: [],
  meters: () => ({ own: nothing, database: nothing }),
})

const stoa = (product: Product): Contestant => ({
  name: 'Stoa',
  model: 'openai/gpt-4o',
  rounds: [],
  url: new URL(`${product.url}/api/v1/openai/chat/completions`),
  headers: { authorization: `Bearer ${product.apiKey}` },
  meters: () => ({ own: meterOf(product.pid), database: meterOfChildren(product.databasePid) }),
})

/** The limit: what keeps our promises and does nothing else, on the same database. */
async function plainGateway(
  cleanup: AsyncDisposableStack,
  { database, databasePid, apiKey }: Product,
  base: string,
  signal: AbortSignal,
): Promise<Contestant> {
  const child = forkChild(cleanup, 'servers/plain-gateway.ts')
  const { url } = await ask<{ url: string }>(child, { database, apiKey, base }, signal)
  return {
    name: 'two transactions',
    model: 'gpt-4o',
    rounds: [],
    url: new URL('/v1/chat/completions', url),
    headers: {},
    meters: () => ({ own: meterOf(child.pid!), database: meterOfChildren(databasePid) }),
  }
}

const portkeyProgram = fileURLToPath(
  new URL('llm/rivals/node_modules/@portkey-ai/gateway/build/start-server.js', import.meta.url),
)

/** Null where it is not installed. */
async function portkey(cleanup: AsyncDisposableStack, base: string): Promise<Contestant | null> {
  if (!existsSync(portkeyProgram)) {
    console.log('Portkey is not installed: npm ci --ignore-scripts --prefix bench/llm/rivals\n')
    return null
  }
  const port = await freePort()
  const child = spawn(process.execPath, [portkeyProgram, `--port=${port}`, '--headless'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  cleanup.defer(async () => {
    child.kill()
    await ended
  })
  const url = new URL(`http://127.0.0.1:${port}/v1/chat/completions`)
  for (let tries = 0; tries < 200; tries++) {
    const response = await fetch(new URL('/', url)).catch(() => null)
    if (response) break
    await pause(50)
  }
  return {
    name: 'Portkey',
    url,
    model: 'gpt-4o',
    rounds: [],
    headers: {
      authorization: 'Bearer key',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': base,
    },
    meters: () => ({ own: meterOf(child.pid!), database: nothing }),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('there is no free port')
  return address.port
}

const sorted = (values: number[]) => values.sort((left, right) => left - right)

async function measure(contestant: Contestant): Promise<Measurements> {
  const whole = sorted((await callSequentially(contestant, plan.alone, false)).map(({ wholeMs }) => wholeMs))
  const first = sorted((await callSequentially(contestant, plan.alone, true)).map(({ firstMs }) => firstMs))
  const { clients, times } = plan
  const { own, database } = contestant.meters()
  const perSecond = await callConcurrently(contestant, { clients, times, isStreamed: false })
  const [cpu, databaseCpu] = [own() / times, database() / times]
  const { own: ownOfStreams } = contestant.meters()
  const streamsPerSecond = await callConcurrently(contestant, { clients, times, isStreamed: true })
  return {
    wholeP50: percentile(whole, 0.5),
    wholeP99: percentile(whole, 0.99),
    firstP50: percentile(first, 0.5),
    firstP99: percentile(first, 0.99),
    perSecond,
    streamsPerSecond,
    cpu,
    databaseCpu,
    streamCpu: ownOfStreams() / times,
  }
}

function report(contestants: readonly Contestant[]): void {
  const plain = contestants[0]!
  /** Compared round by round: neighbours in time saw the same machine. */
  const added = (one: Contestant, key: keyof Measurements) =>
    median(one.rounds.map((each, round) => each[key] - plain.rounds[round]![key]))
  const of = ({ rounds }: Contestant, key: keyof Measurements) => median(rounds.map((each) => each[key]))
  console.log(`${plan.alone} sequential calls, ${plan.times} by ${plan.clients} concurrent clients; ${plan.rounds} rounds

${table(
  [
    'medians',
    'whole p50 ms',
    'p99',
    'first word p50 ms',
    'p99',
    'calls/s',
    'streams/s',
    'CPU µs/call',
    'CPU µs/stream',
    'database µs/call',
  ],
  contestants.map((each) => [
    each.name,
    fixed(of(each, 'wholeP50'), 2),
    fixed(of(each, 'wholeP99'), 2),
    fixed(of(each, 'firstP50'), 2),
    fixed(of(each, 'firstP99'), 2),
    fixed(of(each, 'perSecond')),
    fixed(of(each, 'streamsPerSecond')),
    fixed(of(each, 'cpu')),
    fixed(of(each, 'streamCpu')),
    fixed(of(each, 'databaseCpu')),
  ]),
)}

${contestants
  .slice(1)
  .map(
    (each) =>
      `${each.name} adds ${fixed(added(each, 'wholeP50'), 2)} ms (p99 ${fixed(added(each, 'wholeP99'), 2)}) to a response and ${fixed(added(each, 'firstP50'), 2)} ms (p99 ${fixed(added(each, 'firstP99'), 2)}) to the first token.`,
  )
  .join('\n')}`)
}

await runBenchmark(main)
