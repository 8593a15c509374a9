import { parseArgs } from 'node:util'
import pg from 'pg'
import { ask, forkChild } from './children.ts'
import type { Job, Load } from './load.ts'
import { meterOf, meterOfChildren } from './meters/cpu-time.ts'
import { runNamed } from './named.ts'
import { onlyProjectOf, type Product, seedUsers, startProduct } from './product.ts'
import { fixed, median, table } from './report-format.ts'
import { startParseServer } from './requests/parse-server.ts'
import {
  benchCollection,
  documentCount,
  documentId,
  newDocument,
  type Scenario,
  scenarios,
} from './requests/scenarios.ts'
import { runBenchmark, stopSignal } from './stopping.ts'

/** `only`: part of the names of the scenarios that it can serve. */
type Server = { name: string; url: string; pid: number; only?: string }
type Measurements = { perSecond: number; p50: number; p99: number; cpu: number; databaseCpu: number }
type Done = Exclude<Load, { fault: string }>
type LoadMaker = (job: Omit<Job, 'apiKey'>) => Promise<Done>
type Cell = { scenario: Scenario; connections: number; rounds: Map<string, Measurements[]> }

const { values: options, positionals: names } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
  allowPositionals: true,
})
const plan = options.short
  ? { rounds: 1, seconds: 0.3, warmUpSeconds: 0.2, maxMs: 90_000 }
  : { rounds: 5, seconds: 1.4, warmUpSeconds: 1, maxMs: 420_000 }
const chosen = scenarios.filter(({ name }) => name.includes(options.only))

await runBenchmark(() => (names.length > 0 ? runNamed(names, options.short) : main()))

async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(plan.maxMs)
  const product = await startProduct(cleanup)
  await fill(product)
  const start = async (name: string, file: string, settings: object): Promise<Server> => {
    const child = forkChild(cleanup, file)
    const { url } = await ask<{ url: string }>(child, settings, signal)
    return { name, url, pid: child.pid! }
  }
  const servers: Server[] = [
    await start('bare Fastify', 'servers/bare-server.ts', { bodies: await bodiesOf(product) }),
    await start('plain Fastify + pg', 'servers/plain-server.ts', { database: product.database }),
    { name: 'Stoa', url: product.url, pid: product.pid },
    ...(await startParseServer(cleanup, product, signal)),
  ]
  const loader = forkChild(cleanup, 'load.ts')
  const load: LoadMaker = async (job) => {
    const response = await ask<Load>(loader, { apiKey: product.apiKey, ...job }, signal)
    if ('fault' in response) throw new Error(response.fault)
    return response
  }
  const cells: Cell[] = []
  // One kind after the other, and writes last: the users they make would lengthen the lists.
  for (const scenario of chosen) {
    const able = servers.filter(({ only = '' }) => scenario.name.includes(only))
    cells.push(...(await measure(scenario, able, load, product.databasePid)))
  }
  report(cells, servers)
}

/** Servers alternate in short rounds, so that whatever else the machine does meanwhile falls on all of them alike. */
async function measure(
  scenario: Scenario,
  servers: readonly Server[],
  load: LoadMaker,
  databasePid: number,
): Promise<Cell[]> {
  for (const { url } of servers)
    await load({ scenario: scenario.name, url, connections: 32, seconds: plan.warmUpSeconds })
  const cells: Cell[] = scenario.connections.map((connections) => ({
    scenario,
    connections,
    rounds: new Map(),
  }))
  for (let round = 0; round < plan.rounds; round++) {
    for (const { connections, rounds } of cells) {
      for (const { name, url, pid } of servers) {
        const [cpu, databaseCpu] = [meterOf(pid), meterOfChildren(databasePid)]
        const done = await load({ scenario: scenario.name, url, connections, seconds: plan.seconds })
        const measurements: Measurements = {
          perSecond: done.requests / done.seconds,
          p50: done.p50,
          p99: done.p99,
          cpu: cpu() / done.requests,
          databaseCpu: databaseCpu() / done.requests,
        }
        rounds.set(name, [...(rounds.get(name) ?? []), measurements])
      }
    }
  }
  return cells
}

async function fill(product: Product): Promise<void> {
  const client = new pg.Client(product.database)
  await client.connect()
  const projectId = await onlyProjectOf(client)
  await seedUsers(client, projectId, 1_000)
  await seedDocuments(product, client, projectId)
  await client.query('vacuum analyze')
  await client.end()
}

/** The same documents in a collection, and in a table as one would make it by hand. */
async function seedDocuments({ url, apiKey }: Product, client: pg.Client, projectId: string): Promise<void> {
  const fields = ['name', 'status', 'note'].map((name) => ({ name, type: 'string' }))
  const response = await fetch(`${url}/api/v1/table/collections`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: benchCollection,
      access: 'project',
      maxDocuments: 10_000_000,
      fields: [...fields, { name: 'score', type: 'number' }],
    }),
  })
  const { data: { id } = { id: '' } } = (await response.json()) as { data?: { id: string } }
  const rows = Array.from({ length: documentCount }, (_, i) => [documentId(i + 1), newDocument()])
  await client.query(
    `create table plain_document (project_id uuid, id uuid, data jsonb not null, version int not null default 1,
       created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
       primary key (project_id, id))`,
  )
  await client.query(
    `insert into plain_document (project_id, id, data)
     select $1, (r ->> 0)::uuid, r -> 1 from jsonb_array_elements($2::jsonb) r`,
    [projectId, JSON.stringify(rows)],
  )
  await client.query(
    `insert into document (project_id, collection_id, id, owner_id, data, size_bytes, created_at, updated_at)
     select $1, $2, id, $1, data, length(data::text), now(), now() from plain_document`,
    [projectId, id],
  )
  await client.query('update collection_feed set document_count = $2 where collection_id = $1', [
    id,
    documentCount,
  ])
}

/** The responses of the product, so that the constant responses of the bare server have the same size. */
async function bodiesOf({ url, apiKey }: Product): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {}
  for (const { name, method, path, fresh } of scenarios) {
    const { headers = {}, body = null, path: current = path } = fresh?.() ?? {}
    const response = await fetch(`${url}${current}`, {
      method,
      headers: { 'x-api-key': apiKey, ...headers },
      body,
    })
    if (!response.ok) throw new Error(`${name} returned ${response.status}: ${await response.text()}`)
    bodies[name] = await response.text()
  }
  return bodies
}

function report(cells: readonly Cell[], servers: readonly Server[]): void {
  const [bare, plain, own, parse] = servers.map(({ name }) => name) as [string, string, string, string?]
  const of = (cell: Cell, name: string, key: keyof Measurements) =>
    median(cell.rounds.get(name)!.map((each) => each[key]))
  /** Compared round by round: neighbours in time saw the same machine. */
  const compare = (cell: Cell, other: string, by: (mine: Measurements, theirs: Measurements) => number) => {
    const rounds = cell.rounds.get(other)
    if (!rounds) return '-'
    return fixed(median(cell.rounds.get(own)!.map((mine, round) => by(mine, rounds[round]!))), 2)
  }
  const ratios = {
    cpu: (mine: Measurements, theirs: Measurements) => theirs.cpu / mine.cpu,
    perCore: (mine: Measurements, theirs: Measurements) =>
      (theirs.cpu + theirs.databaseCpu) / (mine.cpu + mine.databaseCpu),
    perSecond: (mine: Measurements, theirs: Measurements) => mine.perSecond / theirs.perSecond,
  }
  const rows = cells.flatMap((cell) =>
    [...cell.rounds.keys()].map((name) => [
      `${cell.scenario.name}, c=${cell.connections}: ${name}`,
      fixed(of(cell, name, 'perSecond')),
      fixed(of(cell, name, 'p50'), 2),
      fixed(of(cell, name, 'p99'), 2),
      fixed(of(cell, name, 'cpu')),
      fixed(of(cell, name, 'databaseCpu')),
    ]),
  )
  const compared = cells.map((cell) => [
    `${cell.scenario.name}, c=${cell.connections}`,
    ...[plain, bare].flatMap((other) => [
      compare(cell, other, ratios.cpu),
      compare(cell, other, ratios.perSecond),
    ]),
    ...(parse ? [compare(cell, parse, ratios.perCore), compare(cell, parse, ratios.perSecond)] : []),
  ])
  const peer = parse ? [`per core to ${parse}`, `req/s to ${parse}`] : []
  console.log(`
${table(['medians', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs/req', 'database µs/req'], rows)}

${table(['Stoa compared', 'CPU to plain', 'req/s to plain', 'CPU to bare', 'req/s to bare', ...peer], compared)}

1 is as good as the other one, less is worse. Clients, servers and database share the processors of this machine with
whatever else runs on it, so requests per second and times say little by themselves. Processor time per request does
not depend on waiting: trust the CPU columns.`)
}
