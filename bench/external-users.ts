import { parseArgs } from 'node:util'
import pg from 'pg'
import { meterOfChildren } from './meters/cpu-time.ts'
import { onlyProjectOf, type Product, seedUsers, startProduct } from './product.ts'
import { fixed, median, table } from './report-format.ts'
import { runBenchmark, stopSignal } from './stopping.ts'

type Cost = { p50: number; databaseMs: number; total: number }

const { values: options } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    entries: { type: 'string', default: '500000' },
    neighbours: { type: 'string', default: '1' },
  },
})
const userCount = Number(options.users)
const entryCount = Number(options.entries)
const neighbourCount = Number(options.neighbours)
const callsEach = 20
const maxMs = 15 * 60_000

const sortFields = [
  'name',
  'createdAt',
  'source',
  'creditsUsed',
  'isActive',
  'id',
  'channel',
  'profileSummary',
  'lastSeenAt',
  'agentCount',
  'workflowCount',
  'knowledgeStorageKb',
  'databaseStorageKb',
  'storageUsedKb',
  'connectionCount',
]

const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const queriesWith = (pinned: string): string[] => [
  ...sortFields.flatMap((field) => ['ASC', 'DESC'].map((order) => `sortBy=${field}&sortOrder=${order}`)),
  `sortBy=creditsUsed&sortOrder=DESC&from=${since(14)}`,
  `sortBy=creditsUsed&sortOrder=DESC&from=${since(14)}&to=${since(7)}`,
  `from=${since(14)}`,
  // All match, one in a hundred, none; then too short for the index of trigrams.
  'q=user',
  'q=abc',
  'q=abcdefabcdef',
  'q=a',
  'q=ab',
  'q=zz',
  'channel=telegram',
  'channel=nowhere',
  'source=username',
  'isActive=true',
  'isActive=false',
  'q=abc&channel=telegram&isActive=true',
  'sortBy=agentCount&isActive=true',
  `page=${userCount / 25}`,
  `page=${userCount / 25}&sortBy=name`,
  'limit=100',
  `activeEuid=${pinned}`,
]

await runBenchmark(main)

/** What lists cost in a large project, alone and beside others of the same size. */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(maxMs)
  const product = await startProduct(cleanup)
  const client = new pg.Client(product.database)
  await client.connect()
  cleanup.defer(() => client.end())
  const projectId = await onlyProjectOf(client)

  await seedUsers(client, projectId, userCount)
  await seedUsage(client, projectId)
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ id: string }>(
    'select id from external_user where project_id = $1 order by name offset $2 limit 1',
    [projectId, userCount / 2],
  )
  const queries = queriesWith(rows[0]!.id)
  const alone = await measureAll(product, queries, signal)

  for (let i = 0; i < neighbourCount; i++) await seedUsers(client, await newNeighbour(client, i), userCount)
  await client.query('vacuum analyze')
  const underLoad = await measureAll(product, queries, signal)
  report(queries, alone, underLoad)
}

/** A fifth of it belongs to the default user, as in projects that do not name all of their users. */
async function seedUsage(client: pg.Client, projectId: string): Promise<void> {
  await client.query(
    `insert into usage_entry (project_id, id, external_user_id, type, entry_type, status, delta_micro, used_micro, created_at)
     select $1, gen_random_uuid(), case when i % 5 = 0 then $1 else u.id end, 'ai_model', 'debit', 'settled', -m.micro, m.micro,
            now() - random() * interval '90 days'
     from generate_series(1, $2::int) i
     join (select id, row_number() over () as place from external_user where project_id = $1) u
       on u.place = 1 + (i * 7919::bigint) % $3::int
     cross join lateral (select (random() * 5000000 + 0 * i)::bigint as micro) m`,
    [projectId, entryCount, userCount],
  )
  // As the product leaves it behind: rolled up, but for what came since the last time.
  const isRolled = "project_id = $1 and created_at < now() - interval '10 minutes'"
  await client.query(
    `insert into usage_unrolled (project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at)
     select project_id, id, external_user_id, type, '', '', used_micro, usd_cost, created_at
     from usage_entry where project_id = $1 and created_at >= now() - interval '10 minutes'`,
    [projectId],
  )
  await client.query(
    `insert into usage_user_total select project_id, external_user_id, sum(used_micro) from usage_entry where ${isRolled} group by 1, 2`,
    [projectId],
  )
  await client.query(
    `insert into usage_user_day select project_id, external_user_id, (created_at at time zone 'UTC')::date, sum(used_micro)
     from usage_entry where ${isRolled} group by 1, 2, 3`,
    [projectId],
  )
  await client.query(
    `insert into usage_user_month
     select project_id, external_user_id, date_trunc('month', day)::date, sum(used_micro) from usage_user_day
     where project_id = $1 group by 1, 2, 3`,
    [projectId],
  )
}

async function newNeighbour(client: pg.Client, number: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into project (id, name, slug, created_at, updated_at)
     values (gen_random_uuid(), 'Neighbour', $1, now(), now()) returning id`,
    [`neighbour-${number}`],
  )
  return rows[0]!.id
}

async function measureAll(
  product: Product,
  queries: readonly string[],
  signal: AbortSignal,
): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const query of queries) {
    signal.throwIfAborted()
    costs.push(await measure(product, query))
  }
  return costs
}

async function measure(product: Product, query: string): Promise<Cost> {
  // Not counted: it reads from the disk what the others find in memory.
  const { total } = await call(product, query)
  const cpu = meterOfChildren(product.databasePid)
  const times: number[] = []
  for (let i = 0; i < callsEach; i++) times.push((await call(product, query)).ms)
  return { p50: median(times), databaseMs: cpu() / 1000 / callsEach, total }
}

async function call({ url, apiKey }: Product, query: string): Promise<{ ms: number; total: number }> {
  const start = performance.now()
  const response = await fetch(`${url}/api/v1/external-users?${query}`, { headers: { 'x-api-key': apiKey } })
  const { total, message } = (await response.json()) as { total: number; message: string }
  if (!response.ok) throw new Error(`${query} returned ${response.status}: ${message}`)
  return { ms: performance.now() - start, total }
}

function report(queries: readonly string[], alone: readonly Cost[], underLoad: readonly Cost[]): void {
  const rows = queries.map((query, i) => [
    query,
    String(alone[i]!.total),
    fixed(alone[i]!.p50, 1),
    fixed(alone[i]!.databaseMs, 1),
    fixed(underLoad[i]!.p50, 1),
    fixed(underLoad[i]!.databaseMs, 1),
  ])
  console.log(
    `${userCount} users and ${entryCount} usage entries; p50 of ${callsEach} calls over HTTP, and processor time of the database per call, in ms\n`,
  )
  console.log(
    table(['GET /api/v1/external-users?', 'found', 'p50', 'CPU', 'p50 under load', 'CPU under load'], rows),
  )
}
