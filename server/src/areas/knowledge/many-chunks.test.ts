import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sizeOf } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { bytesOf, createIndexes } from './service/indexes.ts'
import { createSearchService } from './service/search/search.ts'
import { knowledgeOf } from './testing.ts'

// In the long run a million chunks. Four fifths of them are of one source, the others of sources with fifty.
const chunks = sizeOf({ short: 2_500, long: 1_000_000 })
const perSource = 50
const largest = (chunks * 4) / 5

const app = await startTestApp({ hasPieces: false })
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})
let project: TestProject
let large = { url: '', id: '' }
let small = { url: '', id: '' }
const { newCollection, ingested } = knowledgeOf(() => project.admin)

async function collectionWith(text: string) {
  const url = await newCollection()
  await ingested(url, 'First', text)
  return { url, id: url.split('/').at(-1)! }
}

/** Chunks as the first one, which the product itself has written; the last one of all has a word that no other has. */
async function multiply(id: string): Promise<void> {
  const sources = (chunks - largest) / perSource
  await app.db.rows(sql`
    insert into knowledge_source select (jsonb_populate_record(s, jsonb_build_object('no', n, 'key', 'text:' || n))).*
    from knowledge_source s, generate_series(2, ${sources + 1}::int) n where s.collection_id = ${id} and s.no = 1`)
  // Each chunk looks up its source: known to be few, they would be read from end to end.
  await app.db.rows(sql`analyze knowledge_source`)
  // A statement has half a minute.
  const batch = 10_000
  for (let from = 0; from < chunks; from += batch) {
    const rows = sql`
      select case when n <= ${largest} then 1 else 2 + (n - ${largest} - 1) / ${perSource} end as no,
        case when n <= ${largest} then n else (n - ${largest} - 1) % ${perSource} end as ordinal, n
      from generate_series(${from + 1}::int, ${Math.min(chunks, from + batch)}::int) n`
    await app.db.rows(sql`
      insert into knowledge_chunk (project_id, collection_id, source_no, revision, ordinal, text, path, start_at, end_at, token_count)
      select c.project_id, c.collection_id, r.no, c.revision, r.ordinal,
        case when r.n = ${chunks} then 'needle' else c.text end, c.path, c.start_at, c.end_at, c.token_count
      from (${rows}) r, knowledge_chunk c where c.collection_id = ${id} and c.source_no = 1 and c.ordinal = 0`)
    await app.db.rows(sql`
      insert into knowledge_chunk_terms (project_id, collection_id, source_no, revision, ordinal, length, terms)
      select t.project_id, t.collection_id, r.no, t.revision, r.ordinal, t.length,
        case when r.n = ${chunks} then 'needl:1 needle:1' else t.terms end
      from (${rows}) r, knowledge_chunk_terms t where t.collection_id = ${id} and t.source_no = 1 and t.ordinal = 0`)
  }
  await app.db.rows(sql`
    update knowledge_collection set content_version = content_version + 1 where id = ${id}`)
  await app.db.rows(sql`analyze knowledge_source, knowledge_chunk, knowledge_chunk_terms`)
}

before(async () => {
  project = await app.newProject()
  app.app.runs.start()
  large = await collectionWith('Hay is dry grass.')
  small = await collectionWith('Straw is what is left of grain.')
  await multiply(large.id)
})

type Reads = { scanned: number; fetched: number }
const reads = async (): Promise<Reads> => {
  const [row] = await app.db.rows<Reads>(sql`
    select seq_tup_read::int as scanned, idx_tup_fetch::int as fetched from pg_stat_user_tables
    where relname = 'knowledge_chunk_terms'`)
  return row!
}

/** A node with so much memory for its indexes. */
function nodeWith(memoryMb: number) {
  const indexes = createIndexes({ db: app.db, memoryMb })
  const service = createSearchService({ db: app.db, indexes, llm: app.app.llm })
  return {
    indexes,
    find: (id: string, query: string) =>
      app.statements.during(async () => {
        const input = { query, limit: 3, mode: 'keyword', minScore: 0 } as const
        return (await service.search(project.scope, id, input)).results.map(({ text }) => text)
      }),
  }
}

test('very many chunks are read once, and the one that matches is found', async () => {
  const start = await reads()
  const { find } = nodeWith(1_024)
  const first = await find(large.id, 'needle')
  assert.deepEqual(first.result, ['needle'])
  const sources = (chunks - largest) / perSource + 1
  assert.ok(first.rows < chunks + sources + 100, `${first.rows} rows were returned`)
  const again = await find(large.id, 'needle')
  assert.deepEqual(again.result, ['needle'])
  assert.ok(again.rows < 20, `${again.rows} rows were read by the second search`)
  // Counted by the database with a delay.
  await until(async () => (await reads()).fetched >= start.fetched + chunks, 'the reads are counted')
  const { scanned, fetched } = await reads()
  assert.equal(scanned, start.scanned, 'no batch was found by reading all')
  // Sources that are read together are looked at more than once: a constant number of times, whatever their size.
  const looked = (fetched - start.fetched) / chunks
  assert.ok(looked < 12, `each chunk was looked at ${looked} times`)
})

test('a node without room for all collections loads those that are searched, and finds the same', async () => {
  const { find, indexes } = nodeWith(0.1)
  assert.deepEqual((await find(large.id, 'needle')).result, ['needle'])
  assert.ok((await find(large.id, 'needle')).rows < 20, 'one collection is held, also one that is too large')
  assert.deepEqual((await find(small.id, 'straw')).result, ['Straw is what is left of grain.'])
  const reloaded = await find(large.id, 'needle')
  assert.deepEqual(reloaded.result, ['needle'])
  assert.ok(reloaded.rows > chunks / 2, 'it was evicted, and loaded again')
  const held = await indexes.get({ projectId: project.id, id: large.id }, 0)
  assert.ok(bytesOf(held!) < chunks * 1_100, 'about a kilobyte for each chunk')
})
