import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { uploadAs } from '../files/testing.ts'
import { createIndexes } from './service/indexes.ts'
import { createSearchService } from './service/search/search.ts'
import { collectionsPath as base, knowledgeOf } from './testing.ts'

const app = await startTestApp()
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})
const { newCollection, settled, ingested, search } = knowledgeOf(() => project.admin)

describe('sources and chunks', () => {
  it('400 filters that are larger than any metadata', async () => {
    const url = await newCollection()
    const metadata = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`key${i}`, 'v'.repeat(100)]))
    for (const filters of [{ metadata }, { kinds: Array(11).fill('text') }]) {
      const response = await project.admin.post(`${url}/search`, { query: 'x', filters })
      assert.deepEqual([response.status, response.body.error.code], [400, 'invalid_parameter'])
    }
  })

  it('200 filters restrict a search', async () => {
    const url = await newCollection()
    await ingested(url, 'One', 'Deploy the service.', { metadata: { env: 'live', tier: 1 } })
    await ingested(url, 'Two', 'Deploy the service twice.', { metadata: { env: 'test', tier: 1 } })
    const keys = async (filters: object) =>
      (await search(url, 'deploy service', { filters })).map(
        ({ sourceKey }: { sourceKey: string }) => sourceKey,
      )
    assert.deepEqual(await keys({ metadata: { env: 'test' } }), ['text:Two'])
    assert.deepEqual(await keys({ metadata: { env: 'none' } }), [])
    assert.deepEqual(await keys({ sourceKeys: ['text:One'] }), ['text:One'])
    assert.deepEqual((await keys({ metadata: { tier: 1 }, kinds: ['text'] })).length, 2)
  })

  it('200 a word that most chunks of a small collection have counts as well', async () => {
    const url = await newCollection({ chunkSize: 100 })
    await ingested(
      url,
      'Refunds',
      '# Refunds\n\nA refund is paid by card.\n\n# Vouchers\n\nA refund is a voucher.',
    )
    await ingested(url, 'Shipping', 'Parcels take two days.')
    const titles = (await search(url, 'How does a refund take place?', { mode: 'keyword' })).map(
      ({ title }: { title: string }) => title,
    )
    assert.deepEqual(titles.toSorted(), ['Refunds', 'Refunds', 'Shipping'])
  })

  it('200 a chunk is corrected, excluded and deleted, and searches follow', async () => {
    const url = await newCollection()
    await ingested(url, 'Facts', '# A\n\nThe tower is 90 metres high.\n\n# B\n\nThe tower was built in 1890.')
    const { chunks } = (await project.admin.get(`${url}/chunks?limit=1`)).body.data
    const listed = (await project.admin.get(`${url}/chunks?sourceKey=text:Facts`)).body.data
    assert.deepEqual([chunks.length, listed.chunks.length, listed.nextOffset], [1, 2, null])
    const long = Array.from({ length: 8 }, (_, at) => `# Part ${at}\n\nText of part ${at}.`).join('\n\n')
    await ingested(url, 'Long', long)
    const all = (await project.admin.get(`${url}/chunks?sourceKey=text:Long`)).body.data.chunks
    const near = (await project.admin.get(`${url}/chunks?sourceKey=text:Long&around=${all[6].id}`)).body.data
    assert.deepEqual(near.chunks, all.slice(3))
    const chunk = `${url}/chunks/${chunks[0].id}`
    const patched = await project.admin.patch(chunk, { text: 'The tower is 95 metres tall.' })
    assert.deepEqual([patched.body.data.isEdited, patched.body.data.isEnabled], [true, true])
    assert.equal((await search(url, 'tall'))[0].chunkId, chunks[0].id)
    await project.admin.patch(chunk, { isEnabled: false })
    assert.deepEqual(await search(url, 'tall metres'), [])
    await project.admin.patch(chunk, { isEnabled: true })
    assert.equal((await search(url, 'tall')).length, 1)
    assert.equal((await project.admin.delete(chunk)).status, 200)
    assert.deepEqual(await search(url, 'tall'), [])
    assert.equal((await project.admin.delete(chunk)).status, 404)
    assert.equal((await project.admin.get(`${url}/sources/text:Facts`)).body.data.chunkCount, 1)
  })

  it('200 results come with the chunks around them that are searched', async () => {
    const url = await newCollection()
    const words = ['anchor', 'beacon', 'compass', 'dinghy', 'ensign']
    const parts = words.map((word) => `# ${word}\n\nAbout the ${word}.`)
    await ingested(url, 'Words', parts.join('\n\n'))
    const around = async (word: string, neighbours: number) => {
      const [found] = await search(url, word, { limit: 1, neighbours })
      return found.neighbours?.map(({ text }: { text: string }) => /the (\w+)/.exec(text)![1])
    }
    assert.deepEqual(await around('compass', 1), ['beacon', 'dinghy'])
    assert.deepEqual(await around('anchor', 2), ['beacon', 'compass'])
    assert.equal(await around('anchor', 0), undefined)
    const { chunks } = (await project.admin.get(`${url}/chunks`)).body.data
    await project.admin.patch(`${url}/chunks/${chunks[1].id}`, { isEnabled: false })
    assert.deepEqual(await around('compass', 2), ['anchor', 'dinghy', 'ensign'])
    const [first] = await search(url, 'compass', { neighbours: 1 })
    const [next] = first.neighbours
    assert.equal(parts.join('\n\n').slice(next.startOffset, next.endOffset), next.text)
    assert.equal((await project.admin.post(`${url}/search`, { query: 'x', neighbours: 4 })).status, 400)
  })

  it('200 chunks around a result are those of its own collection, also where another one has the same places', async () => {
    const urls = [await newCollection(), await newCollection()]
    for (const [i, url] of urls.entries())
      await ingested(
        url,
        'Same',
        `# Before\n\nBefore ${i}.\n\n# Word\n\nThe lantern.\n\n# After\n\nAfter ${i}.`,
      )
    const { body } = await project.admin.post('/api/v1/knowledge/search', {
      collectionIds: urls.map((url) => url.split('/').at(-1)),
      query: 'lantern',
      mode: 'keyword',
      limit: 2,
      neighbours: 3,
    })
    type Hit = { collectionId: string; neighbours: { text: string }[] }
    const around = Object.fromEntries(
      body.data.map((hit: Hit) => [hit.collectionId, hit.neighbours.map(({ text }) => /\d/.exec(text)![0])]),
    )
    assert.deepEqual(
      around,
      Object.fromEntries(urls.map((url, i) => [url.split('/').at(-1)!, [`${i}`, `${i}`]])),
    )
  })

  it('200 keys with any characters name their source, encoded or not', async () => {
    const url = await newCollection()
    const title = "50% off / what's new? #1 (ü)"
    const source = await ingested(url, title, 'A discount is announced.')
    const encoded = `${url}/sources/${encodeURIComponent(source.sourceKey)}`
    assert.equal((await project.admin.get(encoded)).body.data.title, title)
    const removed = await project.admin.send('DELETE', `${url}/sources`, { sourceKey: source.sourceKey })
    assert.equal(removed.status, 200, removed.text)
    assert.equal((await project.admin.get(encoded)).status, 404)
    assert.deepEqual(await search(url, 'discount'), [])
  })

  it('200 several collections are searched together; one of another user is not there', async () => {
    const [one, two] = [await newCollection(), await newCollection()]
    await ingested(one, 'A', 'Bananas are yellow.')
    await ingested(two, 'B', 'Bananas are curved.')
    const ids = [one, two].map((url) => url.split('/').at(-1))
    const both = await project.admin.post('/api/v1/knowledge/search', {
      collectionIds: ids,
      query: 'bananas',
    })
    assert.deepEqual(
      new Set(both.body.data.map((hit: { collectionId: string }) => hit.collectionId)),
      new Set(ids),
    )
    const asAnna = { 'x-username': 'anna' }
    assert.equal((await project.member.post(base, { name: 'Own' }, asAnna)).status, 200)
    const foreign = await project.member.post(
      '/api/v1/knowledge/search',
      { collectionIds: ids, query: 'bananas' },
      asAnna,
    )
    assert.equal(foreign.body.error.code, 'knowledge_collection_not_found')
    assert.equal((await project.member.get(`${one}/sources`, asAnna)).status, 404)
    assert.equal((await project.member.get(base, asAnna)).body.data.length, 1)
  })
})

test('another node finds what was acknowledged, and never a part of a change', async () => {
  const url = await newCollection()
  const id = url.split('/').at(-1)!
  const node = createSearchService({ db: app.db, indexes: createIndexes({ db: app.db }), llm: app.app.llm })
  const find = async (query: string) =>
    (await node.search(project.scope, id, { query, limit: 20, mode: 'keyword', minScore: 0 })).results
  for (let i = 1; i <= 12; i++) {
    const content = Array.from({ length: 8 }, (_, part) => `# Part ${part}\n\nmarker edition${i}x here`).join(
      '\n\n',
    )
    const { sourceKey } = (await project.admin.post(`${url}/ingest/text`, { title: 'Doc', content })).body
      .data
    let isReady = false
    const states = new Set<string>()
    while (!isReady) {
      isReady = (await project.admin.get(`${url}/sources/${sourceKey}`)).body.data.status === 'ready'
      const hits = await find('marker')
      states.add(hits.map(({ text }) => /edition(\d+)x/.exec(text)![1]).join(','))
      if (isReady) assert.equal(hits[0]!.text.includes(`edition${i}x`), true)
    }
    for (const state of states) {
      const editions = state.split(',').filter(Boolean)
      assert.ok(new Set(editions).size <= 1 && [0, 8].includes(editions.length), `mixed: ${state}`)
    }
  }
})

describe('passages of files of end users', () => {
  const file = async (owner: string) => (await uploadAs(project.admin.as(owner), 'a.txt', 'A zebra.')).file.id

  async function isOutside(url: string, fileId: string): Promise<boolean[]> {
    const everyone = knowledgeOf(() => project.admin.acrossUsers())
    const { body, text } = await project.admin.acrossUsers().post(`${url}/ingest/file`, { fileId })
    assert.equal(body.success, true, text)
    await everyone.settled(url, body.data.sourceKey)
    return (await everyone.search(url, 'zebra')).map((each: { isOutside: boolean }) => each.isOutside)
  }

  it('are of others in a collection of the team too, also when they are indexed again', async () => {
    const url = await newCollection()
    const fileId = await file('ada')
    assert.deepEqual(await isOutside(url, fileId), [true])
    await project.admin.post(`${url}/sources/${encodeURIComponent(`file:${fileId}`)}/reindex`, {})
    await settled(url, `file:${fileId}`)
    assert.deepEqual(
      (await search(url, 'zebra')).map((each: { isOutside: boolean }) => each.isOutside),
      [true],
    )
    const { file: own } = await uploadAs(project.admin, 'b.txt', 'A zebra.')
    assert.deepEqual(await isOutside(await newCollection(), own!.id), [false])
  })

  it('stay those of others when the user is merged into the default user', async () => {
    const ada = project.admin.as('merged')
    const created = await ada.post(base, { name: 'Mine' })
    const url = `${base}/${created.body.data.id}`
    assert.deepEqual(await isOutside(url, await file('merged')), [true])
    const { body } = await project.admin.get('/api/v1/external-users/username/merged')
    const merged = await project.admin.post(`/api/v1/external-users/${body.data.id}/merge`, {
      intoId: project.id,
    })
    assert.equal(merged.status, 200, merged.text)
    assert.deepEqual(
      (await search(url, 'zebra')).map((each: { isOutside: boolean }) => each.isOutside),
      [true],
    )
  })
})
