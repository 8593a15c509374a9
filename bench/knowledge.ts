import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readDocuments, readQuestions } from '../server/test/retrieval/corpus.ts'
import { exactNearest, fill, type RealChunk, readChunks } from './knowledge/seed.ts'
import { onlyProjectOf, type Product, startProduct } from './product.ts'
import { fixed, median, table } from './report-format.ts'
import { runBenchmark, stopSignal } from './stopping.ts'

const { values: options } = parseArgs({
  options: { sizes: { type: 'string', default: '10000,50000' }, short: { type: 'boolean', default: false } },
})
const sizes = options.short ? [2_000] : options.sizes.split(',').map(Number)
const calls = options.short ? 10 : 100
const recallQueries = options.short ? 5 : 30
const maxMs = 30 * 60_000
const base = '/api/v1/knowledge/collections'

type Bench = { product: Product; client: pg.Client; projectId: string; signal: AbortSignal }
type Hit = { chunkId: string }

await runBenchmark(main)

/**
 * Searches end to end over HTTP in collections of different sizes, by words, vectors and both, beside the full-text search of
 * PostgreSQL over the same rows; how many of the exact nearest vectors are found; what an index takes; how fast texts are ingested.
 */
async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const signal = stopSignal(maxMs)
  const product = await startProduct(cleanup)
  const client = new pg.Client(product.database)
  await client.connect()
  cleanup.defer(() => client.end())
  const bench = { product, client, projectId: await onlyProjectOf(client), signal }
  const real = await ingest(bench)
  const rows: string[][] = []
  for (const size of sizes) rows.push(...(await measure(bench, real, size)))
  const head = ['chunks', '', 'p50 ms', 'p99 ms', 'processor ms', 'recall@10 of exact', 'memory MB', 'load s']
  console.log(`\n${calls} searches one after the other\n\n${table(head, rows)}`)
}

async function call<T>({ product, signal }: Bench, path: string, body?: object): Promise<T> {
  const response = await fetch(`${product.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': product.apiKey, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal,
  })
  const reply = (await response.json()) as { data: T; total?: number }
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(reply)}`)
  return path.includes('/sources?') ? (reply as T) : reply.data
}

async function ingest(bench: Bench): Promise<RealChunk[]> {
  const { id } = await call<{ id: string }>(bench, base, { name: 'Documentation' })
  const documents = readDocuments()
  const start = performance.now()
  for (const document of documents) await call(bench, `${base}/${id}/ingest/text`, document)
  const ready = async () =>
    (await call<{ total: number }>(bench, `${base}/${id}/sources?status=ready&limit=1`)).total
  while ((await ready()) < documents.length) bench.signal.throwIfAborted()
  const real = await readChunks(bench.client, id)
  const perSecond = real.length / ((performance.now() - start) / 1_000)
  console.log(`${real.length} chunks ingested with the offline encoder: ${fixed(perSecond, 1)} per second`)
  return real
}

function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}

/** Processor time of the server until now: what others do on the machine does not change it. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  // In ticks of a hundredth of a second, in user mode and in the kernel.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

type Times = { ms: number[]; processorMs: number }

async function timed(pid: number, act: (i: number) => Promise<unknown>): Promise<Times> {
  const times: number[] = []
  let before = 0
  for (let i = -3; i < calls; i++) {
    if (i === 0) before = processorMs(pid)
    const start = performance.now()
    await act(i + 3)
    if (i >= 0) times.push(performance.now() - start)
  }
  const used = (processorMs(pid) - before) / calls
  return { ms: times.sort((left, right) => left - right), processorMs: used }
}

async function measure(bench: Bench, real: readonly RealChunk[], size: number): Promise<string[][]> {
  const { product, client } = bench
  const { id } = await call<{ id: string }>(bench, base, { name: `Chunks ${size}` })
  await fill(client, { projectId: bench.projectId, id }, real, size)
  await client.query('vacuum analyze')
  const questions = readQuestions().map(({ question }) => question)
  const search = (query: string, mode: string, limit = 10) =>
    call<Hit[]>(bench, `${base}/${id}/search`, { query, mode, limit })
  const before = memoryMb(product.pid)
  const start = performance.now()
  await search('first', 'keyword')
  const loadSeconds = (performance.now() - start) / 1_000
  const memory = memoryMb(product.pid) - before
  const any = (i: number) => questions[i % questions.length]!
  const row = (name: string, { ms, processorMs: used }: Times, more: string[] = ['', '', '']) => [
    String(size),
    name,
    fixed(median(ms), 1),
    fixed(ms[Math.floor(ms.length * 0.99)]!, 1),
    fixed(used, 1),
    ...more,
  ]
  const recall = await recallOf(bench, id, questions, search)
  return [
    row(
      'hybrid, new question',
      await timed(product.pid, (i) => search(`${any(i)} ${i} of ${size}`, 'hybrid')),
      ['', fixed(memory, 0), fixed(loadSeconds, 1)],
    ),
    row('hybrid, known question', await timed(product.pid, (i) => search(any(i % 5), 'hybrid'))),
    row('vector, known question', await timed(product.pid, (i) => search(any(i % 5), 'vector')), [
      fixed(recall, 3),
      '',
      '',
    ]),
    row('keyword', await timed(product.pid, (i) => search(any(i), 'keyword'))),
    row('PostgreSQL, any word, ts_rank_cd', await timed(product.pid, await byPostgres(client, id, any))),
  ]
}

async function recallOf(
  bench: Bench,
  id: string,
  questions: readonly string[],
  search: (query: string, mode: string) => Promise<Hit[]>,
): Promise<number> {
  const sample = questions.slice(0, recallQueries)
  const { embeddings } = await call<{ embeddings: number[][] }>(bench, '/api/v1/ai/llm/embeddings', {
    input: sample,
    model: 'local/use-lite',
  })
  const exact = await exactNearest(
    bench.client,
    id,
    embeddings.map((each) => new Float32Array(each)),
    10,
  )
  let found = 0
  for (const [i, query] of sample.entries())
    found += (await search(query, 'vector')).filter(({ chunkId }) => exact[i]!.has(chunkId)).length
  return found / (10 * sample.length)
}

async function byPostgres(client: pg.Client, id: string, question: (i: number) => string) {
  await client.query(`drop table if exists plain_text_search`)
  await client.query(
    `create table plain_text_search as select text, to_tsvector('english', text) as words from knowledge_chunk where collection_id = $1`,
    [id],
  )
  await client.query('create index on plain_text_search using gin (words)')
  await client.query('analyze plain_text_search')
  return (i: number) =>
    client.query(
      `with any_word as (
         select to_tsquery('english', string_agg(quote_literal(lexeme), ' | ')) as query from unnest(to_tsvector('english', $1))
       )
       select text from plain_text_search, any_word where words @@ any_word.query
       order by ts_rank_cd(words, any_word.query) desc limit 10`,
      [question(i)],
    )
}
