import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from './machine.ts'
import { createMcpClient, type McpClient } from './mcp/mcp-client.ts'
import { type Meter, meterOf, meterOfChildren } from './meters/cpu-time.ts'
import { startProduct } from './product.ts'
import { fixed, grouped, markdown, median, percentile } from './report-format.ts'
import { runBenchmark } from './stopping.ts'

/**
 * One call of a tool that only computes, by MCP: ours is authenticated, logged, held and charged in the database; the
 * reference server of the protocol does none of that.
 */
type Target = {
  name: string
  clients: McpClient[]
  tool: string
  args: object
  cpu(): Meter
  database(): Meter
}
type Measurement = { p50: number; p99: number; perSecond: number; cpu: number; database: number }

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = options.short ? { rounds: 1, calls: 60 } : { rounds: 5, calls: 600 }
const concurrency = 16
const reference = '../node_modules/@modelcontextprotocol/server-everything/dist/index.js'

await runBenchmark(main)

async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const machine = describeMachine()
  const product = await startProduct(cleanup)
  const everything = await startEverything(cleanup)
  const none: Meter = () => Number.NaN
  const targets: Target[] = [
    {
      name: 'Stoa',
      clients: await connect(cleanup, await createServerOf(product), { 'x-api-key': product.apiKey }),
      tool: 'text_slugify',
      args: { text: 'Hello World' },
      cpu: () => meterOf(product.pid),
      database: () => meterOfChildren(product.databasePid),
    },
    {
      name: 'server-everything',
      clients: await connect(cleanup, everything.url, {}),
      tool: 'echo',
      args: { message: 'Hello World' },
      cpu: () => meterOf(everything.pid),
      database: () => none,
    },
  ]
  const rounds = new Map(targets.map(({ name }) => [name, [] as Measurement[]]))
  for (const target of targets) await measure(target, 100)
  // They alternate, so that what else the machine does falls on both.
  for (let round = 0; round < plan.rounds; round++)
    for (const target of targets) rounds.get(target.name)!.push(await measure(target, plan.calls))
  report(machine, rounds)
}

async function createServerOf({ url, apiKey }: { url: string; apiKey: string }): Promise<string> {
  const response = await fetch(`${url}/api/v1/mcp_manager`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', mode: 'NORMAL', selectedTools: ['text_slugify'] }),
  })
  const { data } = (await response.json()) as { data: { id: string } }
  return `${url}/api/v1/mcp/${data.id}`
}

/** The reference server over streamable HTTP, as its package starts it. */
async function startEverything(cleanup: AsyncDisposableStack): Promise<{ url: string; pid: number }> {
  const port = await freePort()
  const file = fileURLToPath(new URL(reference, import.meta.url))
  const env = { ...process.env, PORT: String(port) }
  const child = spawn(process.execPath, [file, 'streamableHttp'], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  cleanup.defer(async () => {
    child.kill()
    await ended
  })
  const url = `http://127.0.0.1:${port}/mcp`
  for (let tried = 0; tried < 100; tried++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, pid: child.pid! }
    await pause(100)
  }
  throw new Error('server-everything did not start')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

function connect(
  cleanup: AsyncDisposableStack,
  url: string,
  headers: Record<string, string>,
): Promise<McpClient[]> {
  const clients = Array.from({ length: concurrency }, async () => {
    const client = createMcpClient(url, headers)
    cleanup.defer(client.close)
    await client.initialize()
    return client
  })
  return Promise.all(clients)
}

async function measure({ clients, tool, args, cpu, database }: Target, calls: number): Promise<Measurement> {
  const times: number[] = []
  for (let at = 0; at < calls / 4; at++) {
    const start = performance.now()
    await clients[0]!.callTool(tool, args)
    times.push(performance.now() - start)
  }
  times.sort((left, right) => left - right)
  const [used, usedByDatabase, start] = [cpu(), database(), performance.now()]
  let left = calls
  await Promise.all(
    clients.map(async (client) => {
      while (left-- > 0) await client.callTool(tool, args)
    }),
  )
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    perSecond: calls / ((performance.now() - start) / 1000),
    cpu: used() / calls,
    database: usedByDatabase() / calls,
  }
}

function report(machine: string, rounds: Map<string, Measurement[]>): void {
  const rows = [...rounds].map(([name, all]) => {
    const of = (key: keyof Measurement) => median(all.map((each) => each[key]))
    return [
      name,
      fixed(of('p50'), 2),
      fixed(of('p99'), 1),
      grouped(of('perSecond')),
      fixed(of('cpu')),
      fixed(of('database')),
    ]
  })
  const head = ['tools/call', 'p50 ms', 'p99 ms', `per second at ${concurrency}`, 'CPU µs', 'database µs']
  console.log(`${machine}\n\n${markdown(head, rows)}\n`)
}
