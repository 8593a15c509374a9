import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { cpuOf, cpuOfChildren } from './cpu-time.ts'
import { median, table } from './figures.ts'
import type { Job, Load } from './load.ts'
import { onlyProjectOf, type Product, seedUsers, startProduct } from './product.ts'
import { type Scenario, scenarios } from './scenarios.ts'

type Server = { name: string; url: string; pid: number }
type Figures = { perSecond: number; p50: number; p99: number; cpu: number; databaseCpu: number }
type Cell = { scenario: Scenario; connections: number; rounds: Map<string, Figures[]> }

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = options.short
  ? { rounds: 1, seconds: 0.4, warmUpSeconds: 0.3, deadlineMs: 20_000 }
  : { rounds: 5, seconds: 1.4, warmUpSeconds: 1, deadlineMs: 180_000 }
const connectionCounts = [1, 32]

await main()

/** Rounds of all servers alternate, so that whatever else the machine does meanwhile falls on all of them alike. */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const stopping = new AbortController()
  const deadline = setTimeout(() => stopping.abort(new Error('the run took too long')), plan.deadlineMs)
  cleanup.defer(() => clearTimeout(deadline))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new Error(signal)))

  const product = await startProduct(cleanup)
  await fill(product)
  const servers: Server[] = [
    await forkServer(cleanup, 'bare-server.ts', { bodies: await bodiesOf(product) }, 'bare Fastify'),
    await forkServer(cleanup, 'plain-server.ts', { database: product.database }, 'plain Fastify + pg'),
    { name: 'Stoa', url: product.url, pid: product.pid },
  ]
  const load = forkChild(cleanup, 'load.ts')
  const ask = async (job: Job) => {
    load.send(job)
    const [answer] = (await once(load, 'message', { signal: stopping.signal })) as [Load]
    if ('fault' in answer) throw new Error(answer.fault)
    return answer
  }
  const apiKey = product.apiKey
  for (const scenario of scenarios)
    for (const { url } of servers)
      await ask({ url, apiKey, scenario: scenario.name, connections: 32, seconds: plan.warmUpSeconds })

  const cells: Cell[] = scenarios.flatMap((scenario) =>
    connectionCounts.map((connections) => ({ scenario, connections, rounds: new Map() })),
  )
  for (let round = 0; round < plan.rounds; round++) {
    for (const { scenario, connections, rounds } of cells) {
      for (const { name, url, pid } of servers) {
        const before = { own: cpuOf(pid), database: cpuOfChildren(product.databasePid) }
        const done = await ask({ url, apiKey, scenario: scenario.name, connections, seconds: plan.seconds })
        const figures = {
          perSecond: done.requests / done.seconds,
          p50: done.p50,
          p99: done.p99,
          cpu: (cpuOf(pid) - before.own) / done.requests,
          databaseCpu: (cpuOfChildren(product.databasePid) - before.database) / done.requests,
        }
        rounds.set(name, [...(rounds.get(name) ?? []), figures])
      }
    }
  }
  report(cells, servers)
}

async function fill({ database }: Product): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  await seedUsers(client, await onlyProjectOf(client), 1_000)
  await client.query('vacuum analyze')
  await client.end()
}

/** What the product answers, so that the constant answers of the bare server have the same size. */
async function bodiesOf({ url, apiKey }: Product): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {}
  for (const { name, method, path, fresh } of scenarios) {
    const { headers = {}, body = null } = fresh?.() ?? {}
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'x-api-key': apiKey, ...headers },
      body,
    })
    if (!answer.ok) throw new Error(`${name} answers ${answer.status}: ${await answer.text()}`)
    bodies[name] = await answer.text()
  }
  return bodies
}

function forkChild(cleanup: AsyncDisposableStack, file: string): ChildProcess {
  const child = fork(new URL(file, import.meta.url))
  const ended = once(child, 'exit')
  cleanup.defer(async () => {
    child.kill()
    await ended
  })
  return child
}

async function forkServer(cleanup: AsyncDisposableStack, file: string, settings: object, name: string) {
  const child = forkChild(cleanup, file)
  child.send(settings)
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return { name, url, pid: child.pid! }
}

function report(cells: readonly Cell[], servers: readonly Server[]): void {
  const [bare, plain, own] = servers.map(({ name }) => name) as [string, string, string]
  const fixed = (value: number, digits = 0) => value.toFixed(digits)
  const of = (cell: Cell, name: string, key: keyof Figures) =>
    median(cell.rounds.get(name)!.map((each) => each[key]))
  /** Compared round by round: neighbours in time saw the same machine. */
  const ratio = (cell: Cell, other: string, key: 'perSecond' | 'cpu') =>
    median(
      cell.rounds.get(own)!.map((mine, round) => {
        const theirs = cell.rounds.get(other)![round]!
        return key === 'cpu' ? theirs.cpu / mine.cpu : mine.perSecond / theirs.perSecond
      }),
    )
  const rows = cells.flatMap((cell) =>
    servers.map(({ name }) => [
      `${cell.scenario.name}, c=${cell.connections}: ${name}`,
      fixed(of(cell, name, 'perSecond')),
      fixed(of(cell, name, 'p50'), 2),
      fixed(of(cell, name, 'p99'), 2),
      fixed(of(cell, name, 'cpu')),
      fixed(of(cell, name, 'databaseCpu')),
    ]),
  )
  const ratios = cells.map((cell) => [
    `${cell.scenario.name}, c=${cell.connections}`,
    ...[plain, bare].flatMap((other) => [
      fixed(ratio(cell, other, 'cpu'), 2),
      fixed(ratio(cell, other, 'perSecond'), 2),
    ]),
  ])
  console.log(`
${table(['medians', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs/req', 'database µs/req'], rows)}

${table(['Stoa compared', 'CPU to plain', 'req/s to plain', 'CPU to bare', 'req/s to bare'], ratios)}

1 is as good as the other one, less is worse. Clients, servers and database share the processors of this machine with
whatever else runs on it, so requests per second and times say little by themselves. Processor time per request does
not depend on waiting: trust the CPU columns.`)
}
