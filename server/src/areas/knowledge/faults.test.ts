import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'
import { inLongRun } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { AppError } from '../../kernel/errors.ts'

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

it(
  'a full disk fails what is stored then, and leaves nothing; afterwards a retry finishes it',
  inLongRun,
  async () => {
    const { id } = (await project.admin.post(base, { name: 'Full' })).body.data
    const url = `${base}/${id}`
    const { body: form, headers } = multipart(
      'walrus.html',
      '<html><body><p>A walrus on ice.</p></body></html>',
    )
    const fileId = (await project.admin.post('/api/v1/file/upload/single/document', form, headers)).body.data
      .id
    const { put } = app.blobs
    app.blobs.put = async (key, content, options) => {
      if (key.startsWith('knowledge/')) throw new AppError('storage_full', 'The file storage is full.')
      return put(key, content, options)
    }
    const refused = await project.admin.post(`${url}/ingest/text`, { title: 'Note', content: 'A seal.' })
    assert.deepEqual([refused.status, refused.body.error.code], [507, 'storage_full'])
    await project.admin.post(`${url}/ingest/file`, { fileId })
    const settled = () =>
      until(async () => {
        const { data } = (await project.admin.get(`${url}/sources/file:${fileId}`)).body
        return ['ready', 'failed'].includes(data.status) && data
      }, 'the source to settle')
    const failed = await settled()
    assert.deepEqual(
      [failed.status, failed.lastError.code, failed.stage, failed.creditsUsed],
      ['failed', 'storage_full', 'parsing', 0],
    )
    assert.equal((await project.admin.get(`${url}/sources`)).body.total, 1)
    const holds = await app.db.rows(sql`select 1 from usage_hold where project_id = ${project.id}`)
    assert.deepEqual(holds, [])

    app.blobs.put = put
    await project.admin.post(`${url}/sources/file:${fileId}/reindex`)
    const ready = await settled()
    assert.deepEqual([ready.status, ready.chunkCount, ready.creditsUsed], ['ready', 1, 0.1])
  },
)

it(
  'concurrent ingestion, deletion, renaming, search and a new generation end in one state',
  inLongRun,
  async () => {
    const { id } = (await project.admin.post(base, { name: 'Busy' })).body.data
    const url = `${base}/${id}`
    const sources = async () => (await project.admin.get(`${url}/sources`)).body.data as SeenSource[]
    await project.admin.post(`${url}/ingest/text`, { title: 'D0', content: 'Penguins.' })
    await until(async () => (await sources())[0]?.status === 'ready', 'the first source')
    await project.admin.post(`${url}/generations`, { chunkSize: 300, switch: 'when_ready' })
    const act = async (worker: number, i: number) => {
      const content = `Penguins ${worker} ${i}. `.repeat(30)
      const replies = [
        await project.admin.post(`${url}/ingest/text`, { title: `D${i % 3}`, content }),
        await project.admin.post(`${url}/search`, { query: 'penguins', limit: 20 }),
        await project.admin.delete(`${url}/sources/text:D${(i + 1) % 3}`),
        await project.admin.patch(url, { name: `Busy ${worker} ${i}` }),
      ]
      // What another one has deleted in the meantime is not there.
      for (const { status, text } of replies) assert.ok(status === 200 || status === 404, text)
    }
    await Promise.all(
      [0, 1, 2].map(async (worker) => {
        for (let i = 0; i < 6; i++) await act(worker, i)
      }),
    )
    await until(
      async () => (await sources()).every(({ status }) => status === 'ready'),
      'all that is left to be ready',
    )
    const { data } = (await project.admin.post(`${url}/search`, { query: 'penguins', limit: 20 })).body
    const found = new Set((data as SeenSource[]).map(({ sourceKey }) => sourceKey))
    assert.deepEqual([...found].sort(), (await sources()).map(({ sourceKey }) => sourceKey).sort())
  },
)

type SeenSource = { sourceKey: string; status: string }

it('bytes whose writer is lost before a row names them are removed after a day', async () => {
  const isStored = async (key: string) => {
    const blob = await app.blobs.get(key)
    blob?.stream.destroy()
    return blob !== null
  }
  const [lost, kept] = ['knowledge/lost', 'knowledge/kept']
  for (const key of [lost, kept]) {
    await app.app.garbage.expect(key)
    await app.blobs.put(key, Buffer.from('text'))
  }
  await app.db.tx((tx) => app.app.garbage.keep(tx, kept))
  await app.app.garbage.collect()
  assert.ok(await isStored(lost), 'it may still be on its way')
  app.clock.advance(25 * 60 * 60_000)
  await app.app.garbage.collect()
  assert.deepEqual([await isStored(lost), await isStored(kept)], [false, true])
})
