import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { onlyProjectOf, type Product, startProduct } from './product.ts'
import { fixed, median, table } from './report-format.ts'
import { runBenchmark, stopSignal } from './stopping.ts'

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    calls: { type: 'string', default: '40' },
  },
})
const sizes = options.sizes.split(',').map(Number)
const calls = Number(options.calls)
const maxMs = 60 * 60_000

type Target = { product: Product; client: pg.Client; projectId: string; signal: AbortSignal }
type Scene = { name: string; product(): Promise<unknown>; byHand(): Promise<unknown> }

const data = `jsonb_build_object('n', i, 'status', (array['open', 'closed', 'new'])[1 + i % 3], 'score', (i::bigint * 7919) % 1000003,
  'name', 'Person ' || i, 'note', repeat('x', 100))`

await runBenchmark(main)

/**
 * What documents cost in collections of very different sizes that are in the same tables, over HTTP and as the same
 * work in SQL written by hand on a separate table with its own index.
 */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(maxMs)
  const product = await startProduct(cleanup)
  const client = new pg.Client(product.database)
  await client.connect()
  cleanup.defer(() => client.end())
  const target = { product, client, projectId: await onlyProjectOf(client), signal }
  const collections: { size: number; id: string }[] = []
  for (const size of sizes) collections.push({ size, id: await seed(target, size) })
  await client.query('vacuum analyze')
  const rows: string[][] = []
  const first = new Map<string, number>()
  for (const { size, id } of collections) {
    for (const scene of scenes(target, id, size)) {
      signal.throwIfAborted()
      const [ours, theirs] = [await p50(scene.product), await p50(scene.byHand)]
      first.set(scene.name, first.get(scene.name) ?? ours)
      rows.push([
        scene.name,
        String(size),
        fixed(ours, 2),
        fixed(theirs, 2),
        fixed(ours / theirs, 1),
        fixed(ours / first.get(scene.name)!, 2),
      ])
    }
  }
  rows.sort(([left], [right]) => (left! < right! ? -1 : left === right ? 0 : 1))
  console.log(`p50 of ${calls} calls one after the other, in ms; growth is against the smallest collection\n`)
  console.log(table(['', 'documents', 'over HTTP', 'by hand', 'ratio', 'growth'], rows))
}

async function p50(act: () => Promise<unknown>): Promise<number> {
  // Not counted: it reads from the disk what the others find in memory.
  for (let i = 0; i < 3; i++) await act()
  const times: number[] = []
  for (let i = 0; i < calls; i++) {
    const start = performance.now()
    await act()
    times.push(performance.now() - start)
  }
  return median(times)
}

/** Documents in bulk, with everything that the API would give them, and the same in a table made for them. */
async function seed({ product, client, projectId, signal }: Target, size: number): Promise<string> {
  const made = (await call(product, 'POST', '', {
    name: `Size ${size}`,
    access: 'project',
    maxDocuments: 10_000_000,
  })) as { data: { id: string } }
  const { id } = made.data
  await client.query(
    `insert into document (project_id, collection_id, id, owner_id, data, size_bytes, created_at, updated_at)
     select $1, $2, ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, $1, ${data}, 200, now(), now()
     from generate_series(1, $3::int) i`,
    [projectId, id, size],
  )
  await client.query('update collection_feed set document_count = $2 where collection_id = $1', [id, size])
  await client.query(`create table by_hand_${size} (id uuid primary key, data jsonb not null)`)
  await client.query(`insert into by_hand_${size} select id, data from document where collection_id = $1`, [
    id,
  ])
  await client.query(`create index on by_hand_${size} (((data ->> 'score')::numeric))`)
  await client.query(`create index on by_hand_${size} ((data ->> 'status'), ((data ->> 'score')::numeric))`)
  const indexes = [{ fields: ['score'] }, { fields: ['status', 'score'] }]
  await call(product, 'PATCH', `/${id}`, { indexes })
  for (let isReady = false; !isReady; await new Promise((resolve) => setTimeout(resolve, 200))) {
    signal.throwIfAborted()
    const { data: now } = (await call(product, 'GET', `/${id}`)) as { data: { indexes: { state: string }[] } }
    isReady = now.indexes.every(({ state }) => state === 'ready')
  }
  return id
}

function scenes({ product, client }: Target, id: string, size: number): Scene[] {
  const get = (query: string) => call(product, 'GET', `/${id}/documents?${query}`)
  const named = (name: string, text: string, values: unknown[] = []) =>
    client.query({ name: `${name} ${size}`, text: text.replaceAll('by_hand', `by_hand_${size}`), values })
  const someId = '00000000-0000-7000-8000-000000000007'
  const document = { n: 1, status: 'open', score: 5, name: 'Person', note: 'x'.repeat(100) }
  return [
    {
      name: 'insert',
      product: () => call(product, 'POST', `/${id}/documents`, document),
      byHand: () =>
        named('insert', 'insert into by_hand values ($1, $2)', [randomUUID(), JSON.stringify(document)]),
    },
    {
      name: 'patch',
      product: () => call(product, 'PATCH', `/${id}/documents/${someId}`, { n: Math.random() }),
      byHand: () =>
        named('patch', 'update by_hand set data = data || $2 where id = $1', [
          someId,
          JSON.stringify({ n: Math.random() }),
        ]),
    },
    {
      name: 'get',
      product: () => call(product, 'GET', `/${id}/documents/${someId}`),
      byHand: () => named('get', 'select data from by_hand where id = $1', [someId]),
    },
    {
      name: 'sorted page of 20',
      product: () => get('sort=score:desc'),
      byHand: () =>
        named('sorted', `select id, data from by_hand order by (data ->> 'score')::numeric desc limit 20`),
    },
    {
      name: 'filtered and sorted page of 20',
      product: () => get('filter[status][_eq]=open&filter[score][_gte]=500&sort=score'),
      byHand: () =>
        named(
          'filtered',
          `select id, data from by_hand where data ->> 'status' = $1 and (data ->> 'score')::numeric >= $2
           order by (data ->> 'score')::numeric limit 20`,
          ['open', 500],
        ),
    },
    {
      name: 'filtered page, no total',
      product: () => get('filter[status][_eq]=open&filter[score][_gte]=500&sort=score&count=none'),
      byHand: () =>
        named(
          'filtered',
          `select id, data from by_hand where data ->> 'status' = $1 and (data ->> 'score')::numeric >= $2
           order by (data ->> 'score')::numeric limit 20`,
          ['open', 500],
        ),
    },
  ]
}

async function call(
  { url, apiKey }: Product,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${url}/api/v1/table/collections${path}`, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
  return response.json()
}
