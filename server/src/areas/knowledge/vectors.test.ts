import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { createIndexes } from './service/indexes.ts'
import { createSearchService } from './service/search/search.ts'

/** A provider whose vectors say which of three subjects a text is about. */
const subjects = [/animal|cat|kitten|dog/i, /money|refund|invoice/i, /weather|rain|umbrella/i]
const vectorOf = (text: string) => subjects.map((subject) => (subject.test(text) ? 1 : 0.01))
let embedded: string[] = []
let failure: number | null = null
const provider = createServer(async (request, response) => {
  const { input } = (await json(request)) as { input: string[] }
  response.setHeader('content-type', 'application/json')
  if (failure !== null) {
    response.writeHead(failure).end(JSON.stringify({ error: { message: 'Not now' } }))
    return
  }
  embedded.push(...input)
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
  response.end(JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 7, total_tokens: 7 } }))
}).listen(0, '127.0.0.1')
await once(provider, 'listening')
const { port } = provider.address() as { port: number }

const app = await startTestApp({
  llm: { providers: [{ name: 'compatible', keys: [], baseUrl: `http://127.0.0.1:${port}/v1` }] },
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
  provider.close()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})

const base = '/api/v1/knowledge/collections'
let count = 0

async function newCollection(body: object = {}): Promise<string> {
  const response = await project.admin.post(base, { name: `Collection ${++count}`, ...body })
  assert.equal(response.status, 200, response.text)
  return `${base}/${response.body.data.id}`
}

async function ingested(url: string, title: string, content: string) {
  const { body } = await project.admin.post(`${url}/ingest/text`, { title, content })
  return until(async () => {
    const { data } = (await project.admin.get(`${url}/sources/${body.data.sourceKey}`)).body
    return ['ready', 'failed'].includes(data.status) ? data : null
  }, `${title} to settle`)
}

const search = (url: string, query: string, more: object = {}) =>
  project.admin.post(`${url}/search`, { query, ...more })
const texts = (response: { body: { data: { text: string }[] } }) => response.body.data.map(({ text }) => text)

describe('the offline encoder', () => {
  it('200 finds by meaning, and adds it to the words', async () => {
    const url = await newCollection()
    await ingested(url, 'Cat', 'A cat sat on the mat.')
    await ingested(url, 'Revenue', 'Quarterly revenue fell by three percent.')
    const query = 'The kitten is resting on a carpet'
    const [first, second] = (await search(url, query, { mode: 'vector' })).body.data
    assert.equal(first.title, 'Cat')
    assert.ok(first.vectorScore > second.vectorScore + 0.2)
    assert.deepEqual([first.keywordScore, first.score], [0, first.vectorScore])
    assert.deepEqual((await search(url, 'mat', { mode: 'keyword' })).body.data[0].vectorScore, null)
    const [both] = (await search(url, 'cat on a mat')).body.data
    assert.ok(both.keywordScore > 0 && both.vectorScore > 0.5)
    const expected = (both.keywordScore * 1.2 + 0.2 * both.vectorScore) / 1.4
    assert.ok(Math.abs(both.score - expected) < 0.01, `${both.score} ${expected}`)
  })

  it('200 an edited chunk is found by its new meaning, on every node', async () => {
    const url = await newCollection()
    await ingested(url, 'Note', 'A cat sat on the mat.')
    const [chunk] = (await project.admin.get(`${url}/chunks`)).body.data.chunks
    const edit = await project.admin.patch(`${url}/chunks/${chunk.id}`, {
      text: 'Quarterly revenue fell by three percent.',
    })
    assert.equal(edit.status, 200, edit.text)
    const node = createSearchService({
      db: app.db,
      indexes: createIndexes({ db: app.db, memoryMb: 0 }),
      llm: app.app.llm,
    })
    const query = { query: 'Income went down', limit: 5, mode: 'vector', minScore: 0 } as const
    const { results } = await node.search(project.scope, url.split('/').at(-1)!, query)
    const own = (await search(url, query.query, { mode: 'vector' })).body.data
    assert.deepEqual(results, own)
    assert.ok(own[0].vectorScore > 0.3, JSON.stringify(own))
  })
})

describe('a model of a provider', () => {
  it('404 for one that is not there', async () => {
    const { status, body } = await project.admin.post(base, {
      name: 'None',
      embeddingModel: 'openai/nothing',
    })
    assert.deepEqual([status, body.error.code], [404, 'model_not_found'])
  })

  it('200 embeds each text once, also when its source changes', async () => {
    const url = await newCollection({ embeddingModel: 'compatible/subjects' })
    assert.equal((await project.admin.get(url)).body.data.embeddingModel, 'compatible/subjects')
    embedded = []
    const [first, second] = ['# One\n\nThe dog barks.', '# Two\n\nAn invoice is open.']
    await ingested(url, 'Doc', `${first}\n\n${second}`)
    assert.equal(embedded.length, 2)
    await ingested(url, 'Doc', `${first}\n\n${second}\n\n# Three\n\nIt is raining.`)
    await ingested(url, 'Copy', first!)
    assert.deepEqual(embedded.slice(2), ['Three\n# Three\n\nIt is raining.'])
    const found = await search(url, 'umbrella', { mode: 'vector', limit: 1 })
    assert.deepEqual(texts(found), ['# Three\n\nIt is raining.'])
    const calls = await project.admin.get('/api/v1/ai/calls')
    assert.ok(
      calls.body.data.some(({ kind }: { kind: string }) => kind === 'embedding'),
      calls.text,
    )
  })

  it('200 by words when it does not respond, with a header; 503 by vectors alone', async () => {
    const url = await newCollection({ embeddingModel: 'compatible/subjects' })
    await ingested(url, 'Doc', 'The dog barks at an umbrella.')
    failure = 500
    const hybrid = await search(url, 'barking dogs')
    assert.deepEqual([hybrid.status, hybrid.headers['x-degraded']], [200, 'vectors'])
    assert.equal(hybrid.body.data.length, 1)
    assert.equal(hybrid.body.data[0].vectorScore, null)
    const vectors = await search(url, 'barking cats', { mode: 'vector' })
    assert.deepEqual([vectors.status, vectors.body.error.code], [503, 'embedding_unavailable'])
    failure = null
  })

  it('failed where it refuses the texts; what was searched before is searched on', async () => {
    const url = await newCollection({ embeddingModel: 'compatible/subjects' })
    await ingested(url, 'Doc', 'The dog barks.')
    failure = 400
    const { status, isSearchable, lastError } = await ingested(url, 'Doc', 'The weather is fine.')
    failure = null
    assert.deepEqual([status, isSearchable], ['failed', true], JSON.stringify(lastError))
    assert.deepEqual(texts(await search(url, 'dog')), ['The dog barks.'])
  })

  it('200 several collections of different models are merged by score', async () => {
    const [one, other] = [
      await newCollection(),
      await newCollection({ embeddingModel: 'compatible/subjects' }),
    ]
    await ingested(one!, 'Doc', 'The refund is paid within a week.')
    await ingested(other!, 'Doc', 'The refund is paid within a month.')
    const { body } = await project.admin.post('/api/v1/knowledge/search', {
      collectionIds: [one, other].map((url) => url!.split('/').at(-1)),
      query: 'When is a refund paid?',
    })
    assert.equal(body.data.length, 2)
    assert.ok(body.data[0].score >= body.data[1].score)
  })

  it('rows of vectors are deleted with their chunks', async () => {
    const url = await newCollection()
    await ingested(url, 'Doc', 'A cat sat on the mat.')
    const id = url.split('/').at(-1)!
    assert.equal((await project.admin.delete(url)).status, 200)
    await until(async () => {
      const rows = await app.db.rows(sql`select 1 from knowledge_chunk_vector where collection_id = ${id}`)
      return rows.length === 0
    }, 'the vectors to be deleted')
  })
})
