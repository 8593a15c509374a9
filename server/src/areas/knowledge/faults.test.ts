import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

/** A provider that refuses everything from some text on, until it is repaired. */
let failsFrom = Number.POSITIVE_INFINITY
const embedded: string[] = []
const provider = createServer(async (request, response) => {
  const { input } = (await json(request)) as { input: string[] }
  response.setHeader('content-type', 'application/json')
  if (embedded.length + input.length > failsFrom) {
    response.writeHead(400).end(JSON.stringify({ error: { message: 'Not these' } }))
    return
  }
  embedded.push(...input)
  const data = input.map((_, index) => ({ object: 'embedding', index, embedding: [1, 0.5, 0.25] }))
  response.end(JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 7, total_tokens: 7 } }))
}).listen(0, '127.0.0.1')
await once(provider, 'listening')
const { port } = provider.address() as { port: number }

const app = await startTestApp({
  hasPieces: false,
  llm: { providers: [{ name: 'compatible', keys: [], baseUrl: `http://127.0.0.1:${port}/v1` }] },
})
let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
  provider.close()
})

const base = '/api/v1/knowledge/collections'
const textOf = (parts: number, word: string) =>
  Array.from({ length: parts }, (_, i) => `# Part ${i}\n\nThe ${word} of paragraph ${i}.`).join('\n\n')

it('a provider that fails at the 500th chunk leaves nothing half visible; a retry embeds the rest alone', async () => {
  const created = await project.admin.post(base, { name: 'Long', embeddingModel: 'compatible/any' })
  const { id } = created.body.data
  const url = `${base}/${id}`
  const settled = () =>
    until(async () => {
      const { data } = (await project.admin.get(`${url}/sources/text:Book`)).body
      return ['ready', 'failed'].includes(data.status) && data
    }, 'the source to settle')
  const found = async (query: string) =>
    (await project.admin.post(`${url}/search`, { query, mode: 'keyword', limit: 20 })).body.data.length
  const ingest = (content: string) => project.admin.post(`${url}/ingest/text`, { title: 'Book', content })

  await ingest(textOf(3, 'giraffe'))
  assert.equal((await settled()).status, 'ready')
  failsFrom = embedded.length + 500
  await ingest(textOf(600, 'penguin'))
  const failed = await settled()
  assert.deepEqual([failed.status, failed.stage, failed.isSearchable], ['failed', 'embedding', true])
  assert.deepEqual([await found('giraffe'), await found('penguin')], [3, 0])

  failsFrom = Number.POSITIVE_INFINITY
  await project.admin.post(`${url}/sources/text:Book/reindex`)
  const ready = await settled()
  assert.deepEqual([ready.status, ready.chunkCount, ready.lastError], ['ready', 600, null])
  assert.deepEqual([await found('giraffe'), await found('penguin')], [0, 20])
  assert.equal(embedded.length, 603, 'every text was embedded once')
  assert.equal(new Set(embedded).size, 603)
  const rows = await app.db.rows<{ chunks: number; vectors: number }>(sql`
    select count(distinct k.text)::int as chunks, count(v.ordinal)::int as vectors
    from knowledge_source s
    join knowledge_chunk k on k.collection_id = s.collection_id and k.source_no = s.no and k.revision = s.live_revision
    left join knowledge_chunk_vector v on v.collection_id = k.collection_id and v.source_no = k.source_no
      and v.revision = k.revision and v.ordinal = k.ordinal
    where s.collection_id = ${id}`)
  assert.deepEqual(rows, [{ chunks: 600, vectors: 600 }])
})
