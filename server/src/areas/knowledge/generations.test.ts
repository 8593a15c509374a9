import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { inLongRun } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { bytesOf, createIndexes } from './service/indexes.ts'
import { createSearchService } from './service/search/search.ts'

/** Two models of a provider: vectors of different lengths, which say what a text is about. */
const subjects = [/animal|cat|kitten|dog/i, /money|refund|invoice/i, /weather|rain|umbrella/i]
let embedded: string[] = []
let failure: number | null = null
/** Requests for the model wait for it, so that a test can do something in the middle of a build. */
let gate: { model: string; opened: Promise<void> } | null = null
function closeGate(model: string): () => void {
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  gate = { model, opened }
  return () => {
    gate = null
    resolve()
  }
}
const provider = createServer(async (request, response) => {
  const { input, model } = (await json(request)) as { input: string[]; model: string }
  response.setHeader('content-type', 'application/json')
  embedded.push(...input)
  if (gate && `compatible/${model}` === gate.model) await gate.opened
  if (failure !== null) {
    response.writeHead(failure).end(JSON.stringify({ error: { message: 'Not now' } }))
    return
  }
  const more = model.includes('large') ? [0.02, 0.02] : []
  const vectorOf = (text: string) => [...subjects.map((each) => (each.test(text) ? 1 : 0.01)), ...more]
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
const [small, large] = ['compatible/small', 'compatible/large']
let count = 0

async function newCollection(body: object = {}): Promise<string> {
  const response = await project.admin.post(base, {
    name: `Collection ${++count}`,
    embeddingModel: small,
    ...body,
  })
  assert.equal(response.status, 200, response.text)
  return `${base}/${response.body.data.id}`
}

async function ingested(url: string, title: string, content: string, more: object = {}) {
  const { body } = await project.admin.post(`${url}/ingest/text`, { title, content, ...more })
  return until(async () => {
    const { data } = (await project.admin.get(`${url}/sources/${body.data.sourceKey}`)).body
    return ['ready', 'failed'].includes(data.status) ? data : null
  }, `${title} to settle`)
}

async function started(url: string, body: object): Promise<number> {
  const response = await project.admin.post(`${url}/generations`, body)
  assert.equal(response.status, 200, response.text)
  return response.body.data.generation.generation
}

const generation = async (url: string, no: number) =>
  (await project.admin.get(`${url}/generations/${no}`)).body.data
const reached = (url: string, no: number, status: string) =>
  until(async () => {
    const found = await generation(url, no)
    if (found.status === 'failed' && status !== 'failed') assert.fail(JSON.stringify(found))
    return found.status === status ? found : null
  }, `generation ${no} to be ${status}`)

const search = (url: string, query: string, more: object = {}) =>
  project.admin.post(`${url}/search`, { query, ...more })
const texts = (response: { body: { data: { text: string }[] } }) => response.body.data.map(({ text }) => text)
const errorOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
]

describe('a generation', () => {
  it('200 takes the place of the live one when it has every source, and is rolled back', async () => {
    const url = await newCollection()
    await ingested(url, 'Dog', 'The dog barks.')
    await ingested(url, 'Invoice', 'An invoice is open.')
    embedded = []
    const dry = await project.admin.post(`${url}/generations`, { embeddingModel: large, dryRun: true })
    assert.deepEqual(dry.body.data.generation, null)
    const { sourceCount, chunkCount, tokenCount, isExact } = dry.body.data.estimate
    assert.deepEqual([sourceCount, chunkCount, isExact, tokenCount > 0], [2, 2, true, true])
    assert.equal((await project.admin.get(`${url}/generations`)).body.data.length, 1)

    const no = await started(url, { embeddingModel: large })
    const live = await reached(url, no, 'live')
    assert.deepEqual([live.sourceCount, live.chunkCount, live.progress], [2, 2, 1])
    assert.deepEqual(embedded.sort(), ['An invoice is open.', 'The dog barks.'])
    const collection = (await project.admin.get(url)).body.data
    assert.deepEqual([collection.embeddingModel, collection.generation], [large, no])
    assert.deepEqual([collection.chunkCount, collection.nextGeneration], [2, null])
    const kitten = { mode: 'vector', limit: 1 }
    assert.deepEqual(texts(await search(url, 'kitten', kitten)), ['The dog barks.'])

    embedded = []
    const back = await project.admin.post(`${url}/rollback`)
    assert.deepEqual([back.status, back.body.data.status, back.body.data.generation], [200, 'live', 1])
    assert.deepEqual(texts(await search(url, 'kitten', kitten)), ['The dog barks.'])
    assert.equal((await project.admin.get(url)).body.data.embeddingModel, small)
    const forth = await project.admin.post(`${url}/generations/${no}/switch`)
    assert.equal(forth.body.data.status, 'live', forth.text)
    assert.deepEqual(embedded, ['kitten'].slice(0, embedded.length))
  })

  it(
    'has what is ingested, edited and deleted while it is built; the old one is searched meanwhile',
    inLongRun,
    async () => {
      const url = await newCollection()
      for (const title of ['One', 'Two', 'Three']) await ingested(url, title, `${title}: the dog barks.`)
      await search(url, 'dog', { mode: 'vector' })
      const open = closeGate(large)
      embedded = []
      const no = await started(url, { embeddingModel: large })
      await until(() => embedded.length > 0, 'the build to be in the middle')
      assert.equal((await project.admin.get(url)).body.data.nextGeneration, no)
      const [chunk] = (await project.admin.get(`${url}/chunks?sourceKey=text:Three`)).body.data.chunks
      await project.admin.patch(`${url}/chunks/${chunk.id}`, { isEnabled: false })
      assert.equal((await project.admin.delete(`${url}/sources/text:Two`)).status, 200)
      const added = ingested(url, 'Four', 'Four: an umbrella.')
      const replaced = ingested(url, 'One', 'One: the cat sleeps.')
      const during = await search(url, 'dog', { mode: 'keyword' })
      assert.deepEqual(texts(during), ['One: the dog barks.'])
      assert.deepEqual(errorOf(await project.admin.post(`${url}/generations`, {})), [
        409,
        'knowledge_generation_open',
      ])
      // Ready before the switch: the generation before has them as well.
      await Promise.all([added, replaced])
      open()
      await reached(url, no, 'live')
      await until(async () => (await search(url, 'cat', { mode: 'vector' })).body.data.length === 2)
      for (const mode of ['vector', 'keyword'] as const) {
        assert.deepEqual(texts(await search(url, 'umbrella', { mode, limit: 1 })), ['Four: an umbrella.'])
        assert.deepEqual(texts(await search(url, 'cat', { mode, limit: 1 })), ['One: the cat sleeps.'])
      }
      assert.deepEqual(texts(await search(url, 'barks', { mode: 'keyword' })), [])
      // A node that loads everything finds the same.
      const node = createSearchService({
        db: app.db,
        indexes: createIndexes({ db: app.db, memoryMb: 0 }),
        llm: app.app.llm,
      })
      const query = { query: 'cat', limit: 5, mode: 'vector', minScore: 0 } as const
      const { results } = await node.search(project.scope, url.split('/').at(-1)!, query)
      assert.deepEqual(results, (await search(url, 'cat', { mode: 'vector' })).body.data)
      // Every vector that is searched is one of the new model.
      const rows = await app.db.rows<{ length: number }>(sql`
      select distinct octet_length(v.vector) as length from knowledge_chunk_vector v
      join knowledge_source s on s.project_id = v.project_id and s.collection_id = v.collection_id and s.no = v.source_no
        and s.live_revision = v.revision
      where v.collection_id = ${url.split('/').at(-1)!}`)
      assert.deepEqual(rows, [{ length: 10 }])
      const back = await project.admin.post(`${url}/rollback`)
      assert.equal(back.body.data.status, 'live', back.text)
      await ingested(url, 'Five', 'Five: the weather.')
      const again = await project.admin.post(`${url}/generations/${no}/switch`)
      assert.equal(again.body.data.status, 'building', again.text)
      await reached(url, no, 'live')
      // One, Four and Five: Two is deleted, Three is disabled.
      assert.equal((await search(url, 'rain', { mode: 'vector' })).body.data.length, 3)
    },
  )

  it('has what was being ingested when it was switched to, in vectors of its model', inLongRun, async () => {
    const url = await newCollection()
    await ingested(url, 'One', 'One: the dog barks.')
    const open = closeGate(small)
    embedded = []
    const added = ingested(url, 'Two', 'Two: an umbrella.')
    await until(() => embedded.includes('Two: an umbrella.'), 'the source to be in the middle')
    const no = await started(url, { embeddingModel: large })
    await reached(url, no, 'live')
    open()
    assert.equal((await added).status, 'ready')
    const umbrella = { mode: 'vector', limit: 1 }
    assert.deepEqual(texts(await search(url, 'umbrella', umbrella)), ['Two: an umbrella.'])
    // The rollback builds what has been ingested since.
    const back = await project.admin.post(`${url}/rollback`)
    assert.equal(back.body.data.status, 'building', back.text)
    await reached(url, 1, 'live')
    assert.deepEqual(texts(await search(url, 'umbrella', umbrella)), ['Two: an umbrella.'])
  })

  it('200 chunks again; keeps edits whose limits are the same, the chunking of sources that have their own, and known vectors', async () => {
    const url = await newCollection({ chunkSize: 1_000 })
    const paragraph = (word: string) => `The ${word} is ${'very '.repeat(60)}old.`
    const content = `# A\n\n${paragraph('dog')}\n\n${paragraph('cat')}\n\n# B\n\nShort.`
    await ingested(url, 'Doc', content)
    await ingested(url, 'Own', content, { chunkSize: 700 })
    const { chunks } = (await project.admin.get(`${url}/chunks?sourceKey=text:Doc&limit=50`)).body.data
    assert.equal(chunks.length, 2)
    for (const each of chunks) await project.admin.patch(`${url}/chunks/${each.id}`, { isEnabled: false })
    embedded = []
    const response = await project.admin.patch(url, { chunkSize: 400 })
    assert.deepEqual([response.body.data.chunkSize, response.body.data.nextGeneration], [1_000, 2])
    const live = await reached(url, 2, 'live')
    assert.equal(live.lostEdits, 1)
    assert.ok(embedded.length > 0 && !embedded.some((text) => text.includes('Short')), embedded.join('\n'))
    const next = (await project.admin.get(`${url}/chunks?sourceKey=text:Doc&limit=50`)).body.data.chunks
    assert.deepEqual(
      next.map(({ isEnabled, text }: { isEnabled: boolean; text: string }) => [isEnabled, text.length < 400]),
      [
        [true, true],
        [true, true],
        [false, true],
      ],
    )
    const own = (await project.admin.get(`${url}/chunks?sourceKey=text:Own&limit=50`)).body.data.chunks
    assert.equal(own.length, 2)
    // Chunks of before the time of vectors get theirs by another generation.
    await app.db.rows(sql`delete from knowledge_chunk_vector where collection_id = ${url.split('/').at(-1)!}`)
    const dry = await project.admin.post(`${url}/generations`, { dryRun: true })
    assert.ok(dry.body.data.estimate.tokenCount > 0)
    await reached(url, await started(url, {}), 'live')
    assert.equal((await search(url, 'kitten', { mode: 'vector' })).body.data.length, 4)
  })

  it(
    'takes memory of the limit while it is prepared: the index that was used least is evicted',
    inLongRun,
    async () => {
      const [old, built] = [await newCollection(), await newCollection()]
      for (const url of [old, built]) await ingested(url, 'Dog', 'The dog barks.')
      const no = await started(built, { embeddingModel: large, switch: 'manual' })
      await reached(built, no, 'ready')
      const own = (url: string) => ({ projectId: project.id, id: url.split('/').at(-1)! })
      const measured = createIndexes({ db: app.db })
      const [first, second] = [(await measured.get(own(old), 0))!, (await measured.get(own(built), 0))!]
      const both = bytesOf(first) + bytesOf(second)
      const shadow = bytesOf(await measured.getShadow(own(built), no))
      assert.ok(shadow > 0)
      const loadedWith = async (bytes: number) => {
        const indexes = createIndexes({ db: app.db, memoryMb: bytes / 1024 ** 2 })
        const before = await indexes.get(own(old), 0)
        const live = await indexes.get(own(built), 0)
        await indexes.getShadow(own(built), no)
        assert.equal(await indexes.get(own(built), 0), live, 'the one that is searched stays')
        return (await indexes.get(own(old), 0)) === before
      }
      assert.equal(await loadedWith(both + shadow), true)
      assert.equal(await loadedWith(both + shadow - 1), false)
    },
  )

  it('200 is discarded, expires, and its rows are deleted', async () => {
    const url = await newCollection()
    const id = url.split('/').at(-1)!
    await ingested(url, 'Doc', 'The dog barks.')
    const ready = await started(url, { embeddingModel: large, switch: 'manual' })
    await reached(url, ready, 'ready')
    assert.deepEqual(texts(await search(url, 'kitten', { mode: 'vector' })), ['The dog barks.'])
    assert.equal((await project.admin.delete(`${url}/generations/${ready}`)).body.data.status, 'cancelled')
    const wrong = await project.admin.post(`${url}/generations/${ready}/switch`)
    assert.deepEqual(errorOf(wrong), [409, 'knowledge_generation_not_ready'])
    assert.deepEqual(errorOf(await project.admin.delete(`${url}/generations/1`)), [
      409,
      'knowledge_generation_live',
    ])
    await reached(url, await started(url, { embeddingModel: large }), 'live')
    await app.db.rows(sql`update knowledge_generation set kept_until = now() - interval '1 minute' where collection_id = ${id}
      and status = 'previous'`)
    await app.db.rows(
      sql`update knowledge_source set indexed_at = now() - interval '2 hours' where collection_id = ${id}`,
    )
    await app.app.sweep()
    assert.equal((await generation(url, 1)).status, 'retired')
    assert.deepEqual(errorOf(await project.admin.post(`${url}/rollback`)), [
      404,
      'knowledge_generation_not_found',
    ])
    const rows = await app.db.rows(sql`select 1 from knowledge_chunk where collection_id = ${id}`)
    assert.equal(rows.length, 1)
    assert.deepEqual(texts(await search(url, 'kitten', { mode: 'vector' })), ['The dog barks.'])
  })

  it('fails where the provider refuses; the old one is searched on, and it is resumed', async () => {
    const url = await newCollection()
    await ingested(url, 'Doc', 'The dog barks.')
    await search(url, 'kitten')
    failure = 400
    const no = await started(url, { embeddingModel: large })
    const { error } = await reached(url, no, 'failed')
    assert.match(error.message, /Not now/)
    failure = null
    assert.deepEqual(texts(await search(url, 'kitten', { mode: 'vector' })), ['The dog barks.'])
    assert.equal((await project.admin.get(url)).body.data.embeddingModel, small)
    assert.equal((await project.admin.post(`${url}/generations/${no}/resume`)).body.data.status, 'building')
    await reached(url, no, 'live')
  })

  it('200 is cancelled in the middle', async () => {
    const url = await newCollection()
    await ingested(url, 'Doc', 'The dog barks.')
    const open = closeGate(large)
    embedded = []
    const no = await started(url, { embeddingModel: large })
    await until(() => embedded.length > 0, 'the build to be in the middle')
    assert.equal((await project.admin.delete(`${url}/generations/${no}`)).status, 200)
    open()
    await reached(url, no, 'cancelled')
    assert.equal((await project.admin.get(url)).body.data.nextGeneration, null)
  })

  it('one of two switches and starts at the same time wins, the other says so', async () => {
    const url = await newCollection()
    await ingested(url, 'Doc', 'The dog barks.')
    const starts = await Promise.all(
      [small, large].map((embeddingModel) =>
        project.admin.post(`${url}/generations`, { embeddingModel, switch: 'manual' }),
      ),
    )
    assert.deepEqual(starts.map(({ status }) => status).sort(), [200, 409])
    await reached(url, 2, 'ready')
    const switches = await Promise.all(
      [1, 2, 2].map((no) => project.admin.post(`${url}/generations/${no}/switch`)),
    )
    assert.deepEqual(
      switches.map(({ status }) => status),
      [200, 200, 200],
    )
    const all = (await project.admin.get(`${url}/generations`)).body.data
    assert.deepEqual(
      all.map(({ status }: { status: string }) => status).filter((status: string) => status === 'live')
        .length,
      1,
    )
    const { generation: live } = (await project.admin.get(url)).body.data
    assert.equal((await generation(url, live)).status, 'live')
  })

  it('404 for those of others, of none and for a model that is not there', async () => {
    const url = await newCollection()
    const other = await app.newProject()
    for (const path of [`${url}/generations`, `${url}/generations/1`])
      assert.equal((await other.admin.get(path)).status, 404)
    assert.equal((await other.admin.post(`${url}/generations`, {})).status, 404)
    assert.equal((await other.admin.post(`${url}/rollback`)).status, 404)
    assert.deepEqual(errorOf(await project.admin.get(`${url}/generations/7`)), [
      404,
      'knowledge_generation_not_found',
    ])
    const none = await project.admin.post(`${url}/generations`, { embeddingModel: 'openai/nothing' })
    assert.deepEqual(errorOf(none), [404, 'model_not_found'])
    const empty = await project.admin.patch(url, { embeddingModel: large, chunkSize: 300 })
    assert.deepEqual(
      [empty.body.data.embeddingModel, empty.body.data.chunkSize, empty.body.data.chunkOverlap],
      [large, 300, 100],
    )
  })
})
