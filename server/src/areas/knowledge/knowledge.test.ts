import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { docxParts, pdfOf, zipOf } from './parsers/testing.ts'
import { collectionsPath as base, knowledgeOf } from './testing.ts'

const app = await startTestApp()
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})
let project: TestProject
let interrupted: string
before(async () => {
  project = await app.newProject()
  interrupted = await newCollection()
  await leaveInterrupted()
  app.app.runs.start()
})

const { newCollection, settled, ingested, search } = knowledgeOf(() => project.admin)

/** What nodes leave that die or stop, before any worker of this one has started. */
async function leaveInterrupted() {
  const content = Array.from({ length: 40 }, (_, i) => `# Part ${i}\n\nA sentence, the ${i}th of it.`).join(
    '\n\n',
  )
  await project.admin.post(`${interrupted}/ingest/text`, { title: 'Lost', content })
  await app.db.rows(sql`
    insert into knowledge_chunk (project_id, collection_id, source_no, revision, ordinal, text, path, start_at, end_at, token_count)
    select project_id, collection_id, no, last_revision, 0, '# Part 0', '{"Part 0"}', 0, 8, 2
    from knowledge_source where key = 'text:Lost'`)
  await project.admin.post(`${interrupted}/ingest/text`, { title: 'Cancelled', content: 'An umbrella.' })
  const cancelled = await project.admin.post(`${interrupted}/sources/text:Cancelled/cancel`)
  assert.equal(cancelled.body.data.status, 'cancelled', cancelled.text)
  for (const content of ['A strawberry.', 'A raspberry.'])
    await project.admin.post(`${interrupted}/ingest/text`, { title: 'Twice', content })
}

const handbook = `# Handbook

## Refunds

Refunds are paid to the original card within five working days.

## Parking

Visitors park behind the main building; a permit is available at the reception.
`

describe('a text', () => {
  it('200 is found when it is ready, with headings, offsets and highlights', async () => {
    const url = await newCollection()
    assert.deepEqual(await search(url, 'refund'), [])
    const source = await ingested(url, 'Handbook', handbook, { metadata: { team: 'support' } })
    assert.deepEqual([source.chunkCount, source.language, source.isSearchable], [2, 'en', true])
    const [first] = await search(url, 'When is a refund paid?')
    assert.deepEqual(first.path, ['Handbook', 'Refunds'])
    assert.equal(handbook.slice(first.startOffset, first.endOffset), first.text)
    assert.deepEqual(
      first.highlights.map(([start, end]: [number, number]) => first.text.slice(start, end)),
      ['Refunds', 'Refunds', 'paid'],
    )
    assert.deepEqual([first.metadata, first.title], [{ team: 'support' }, 'Handbook'])
    assert.ok(first.score > 0.3 && first.score <= 1)
    const { data } = (await project.admin.get(url)).body
    assert.deepEqual([data.sourceCount, data.chunkCount, data.sizeBytes], [1, 2, handbook.length])
    const job = await project.admin.get(`${url}/jobs/${source.jobId}`)
    assert.deepEqual([job.body.data.status, job.body.data.progress], ['ready', 1])
  })

  it('200 changed: false for the same content; other content replaces it as a whole', async () => {
    const url = await newCollection()
    await ingested(url, 'Note', 'The old wording mentions giraffes.')
    const same = await project.admin.post(`${url}/ingest/text`, {
      title: 'Note',
      content: 'The old wording mentions giraffes.',
    })
    assert.deepEqual([same.body.data.changed, same.body.data.status], [false, 'ready'])
    await ingested(url, 'Note', 'The new wording mentions penguins.')
    assert.deepEqual(await search(url, 'giraffes'), [])
    assert.equal((await search(url, 'penguins')).length, 1)
    assert.equal((await project.admin.get(url)).body.data.sourceCount, 1)
  })

  it('200 is found by its title too, until it has another', async () => {
    const url = await newCollection()
    const content = 'Thirty days a year for everyone.'
    await ingested(url, 'Vacation policy', content)
    await ingested(url, 'Other', 'Nothing of the kind.')
    const [hit, ...others] = await search(url, 'vacations')
    assert.deepEqual([hit.text, hit.highlights, others], [content, [], []])
    await project.admin.post(`${url}/ingest/text`, {
      title: 'Vacation policy',
      content: `${content} Except Sundays.`,
    })
    await until(
      async () => (await search(url, 'vacation sundays'))[0]?.highlights.length === 1,
      'the next revision',
    )
    await project.admin.delete(`${url}/sources/text:Vacation%20policy`)
    assert.deepEqual(await search(url, 'vacation'), [])
  })

  it('200 in parts with every language by its own words', async () => {
    const url = await newCollection()
    const paragraph =
      'Die Häuser der Stadt wurden im letzten Jahrhundert mehrmals umgebaut und vergrößert.\n\n'
    await ingested(url, 'Stadt', `${paragraph.repeat(4_000)}Nur hier steht das Wort Zeppelin in einem Satz.`)
    const [hit] = await search(url, 'Zeppeline')
    assert.match(hit.text, /Zeppelin/)
    assert.equal((await search(url, 'Haus'))[0].sourceKey, 'text:Stadt')
  })

  it('400 for an overlap of half a chunk, 422 for blank content, 409 for a name twice', async () => {
    const url = await newCollection({ name: 'Taken' })
    const settings = { content: 'x', chunkSize: 200, chunkOverlap: 100 }
    assert.equal((await project.admin.post(`${url}/ingest/text`, settings)).status, 400)
    const blank = await project.admin.post(`${url}/ingest/text`, { content: ' \n ' })
    assert.deepEqual([blank.status, blank.body.error.code], [422, 'empty_text'])
    assert.equal((await project.admin.post(base, { name: 'taken' })).body.error.code, 'name_conflict')
  })
})

describe('a file', () => {
  const upload = async (name: string, content: string | Buffer) => {
    const { body, headers } = multipart(name, content)
    const response = await project.admin.post('/api/v1/file/upload/single/document', body, headers)
    assert.equal(response.status, 200, response.text)
    return response.body.data.id as string
  }

  it('200 with text is indexed, and says what uses it', async () => {
    const url = await newCollection()
    const fileId = await upload('notes.md', '# Notes\n\nThe launch is on a Tuesday.')
    const response = await project.admin.post(`${url}/ingest/file`, { fileId })
    const source = await settled(url, response.body.data.sourceKey)
    assert.deepEqual([source.status, source.title], ['ready', 'notes.md'])
    assert.equal((await search(url, 'launch'))[0].sourceKey, `file:${fileId}`)
    const { data } = (await project.admin.get(`/api/v1/file/meta/${fileId}/references`)).body
    assert.equal(data[0].kind, 'knowledge_source')
    assert.equal((await project.admin.post(`${url}/ingest/file`, { fileId })).body.data.changed, false)
  })

  it('200 documents are parsed, and results name the page', async () => {
    const url = await newCollection()
    const pages = ['Intake', 'Storage'].map((word) => [
      { text: word, size: 24, y: 740 },
      { text: `How ${word} of goods is done in the halls.`, y: 700 },
    ])
    for (const [name, content] of [
      ['manual.pdf', pdfOf(pages)],
      ['travel.docx', zipOf(docxParts)],
      ['hours.html', '<!doctype html><title>T</title><h1>Opening hours</h1><p>Closed on Mondays.</p>'],
      ['code.py', '# a comment about penguins\nprint(1)\n'],
    ] as const) {
      const fileId = await upload(name, content)
      const { sourceKey } = (await project.admin.post(`${url}/ingest/file`, { fileId })).body.data
      const source = await settled(url, sourceKey)
      assert.deepEqual([source.status, source.lastError], ['ready', null])
    }
    const [stored] = await search(url, 'storage')
    assert.deepEqual([stored.page, stored.title], [2, 'manual.pdf'])
    assert.deepEqual((await search(url, 'trains'))[0].path, ['Travel & costs'])
    assert.equal((await search(url, 'mondays'))[0].title, 'hours.html')
    assert.deepEqual((await search(url, 'penguins'))[0].path, [])
  })

  it('200 fails with a code and a stage when it cannot be read, and leaves the rest alone', async () => {
    const url = await newCollection()
    const empty = (
      await project.admin.post(`${url}/ingest/file`, { fileId: await upload('e.pdf', pdfOf([[]])) })
    ).body.data
    assert.equal((await settled(url, empty.sourceKey)).lastError.code, 'empty_text')
    const fileId = await upload('scan.pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj')
    const { sourceKey } = (await project.admin.post(`${url}/ingest/file`, { fileId })).body.data
    const failed = await settled(url, sourceKey)
    assert.deepEqual(
      [failed.status, failed.lastError.code, failed.lastError.stage],
      ['failed', 'parser_failed', 'parsing'],
    )
    const again = await project.admin.post(`${url}/sources/${encodeURIComponent(sourceKey)}/reindex`)
    assert.equal(again.body.data.changed, true)
    assert.equal((await settled(url, sourceKey)).status, 'failed')
  })
})

describe('a run', () => {
  it('whose worker was lost leaves each chunk once', async () => {
    const source = await settled(interrupted, 'text:Lost')
    assert.deepEqual([source.status, source.chunkCount], ['ready', 40])
    const { chunks } = (await project.admin.get(`${interrupted}/chunks?sourceKey=text:Lost&limit=100`)).body
      .data
    assert.deepEqual(
      chunks.map(({ path }: { path: string[] }) => path[0]),
      Array.from({ length: 40 }, (_, i) => `Part ${i}`),
    )
  })

  it('that was cancelled shows nothing, and the source can be indexed again', async () => {
    assert.equal((await settled(interrupted, 'text:Cancelled')).status, 'cancelled')
    assert.deepEqual(await search(interrupted, 'umbrella'), [])
    const again = await project.admin.post(`${interrupted}/sources/text:Cancelled/reindex`)
    assert.equal(again.body.data.changed, true)
    assert.equal((await settled(interrupted, 'text:Cancelled')).status, 'ready')
    assert.equal((await search(interrupted, 'umbrella')).length, 1)
  })

  it('of a revision that another one has replaced ends without a trace', async () => {
    assert.equal((await settled(interrupted, 'text:Twice')).status, 'ready')
    assert.deepEqual(await search(interrupted, 'strawberry'), [])
    assert.equal((await search(interrupted, 'raspberry')).length, 1)
  })
})

test('a deleted collection and an erased user leave nothing behind', async () => {
  const asBob = { 'x-username': 'bob' }
  const created = await project.admin.post(base, { name: 'Bobs' }, asBob)
  const url = `${base}/${created.body.data.id}`
  await project.admin.post(`${url}/ingest/text`, { title: 'T', content: 'Something about rockets.' }, asBob)
  await until(
    async () =>
      (await project.admin.post(`${url}/search`, { query: 'rockets' }, asBob)).body.data.length === 1,
    'the source',
  )
  const users = await project.admin.get('/api/v1/external-users?q=bob')
  const { id, knowledgeStorageKb } = users.body.data[0]
  assert.ok(knowledgeStorageKb === undefined || knowledgeStorageKb > 0)
  const exported = await project.admin.get(`/api/v1/external-users/${id}/export`)
  assert.match(exported.text, /Something about rockets/)
  assert.equal((await project.admin.delete(`/api/v1/external-users/${id}`)).status, 200)
  assert.equal((await project.admin.get(url, asBob)).status, 404)
  const left = () => app.db.rows(sql`select 1 from knowledge_collection where id = ${created.body.data.id}`)
  await until(async () => (await left()).length === 0, 'the purge')
  const blobs = []
  for await (const { key } of app.blobs.list(`knowledge/${project.id}/`)) blobs.push(key)
  const known = await app.db.rows<{ blob: string }>(
    sql`select unnest(array[text_blob, next_blob]) as blob from knowledge_source where project_id = ${project.id}`,
  )
  await until(async () => {
    const keys = []
    for await (const { key } of app.blobs.list(`knowledge/${project.id}/`)) keys.push(key)
    return keys.every((key) => known.some(({ blob }) => blob === key))
  }, 'texts of no source to be deleted')
})

test('chunks of replaced revisions are deleted by the sweep, an hour later', async () => {
  const url = await newCollection()
  await ingested(url, 'Doc', 'One two three.')
  await ingested(url, 'Doc', 'Four five six.')
  const revisions = async () => {
    const rows = await app.db.rows<{ revision: number }>(
      sql`select distinct revision from knowledge_chunk where collection_id = ${url.split('/').at(-1)!} order by 1`,
    )
    return rows.map(({ revision }) => revision)
  }
  assert.deepEqual(await revisions(), [1, 2])
  app.clock.advance(61 * 60_000)
  await app.app.sweep()
  assert.deepEqual(await revisions(), [2])
  assert.equal((await search(url, 'five')).length, 1)
})
