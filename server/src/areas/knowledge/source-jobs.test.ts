import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'

const app = await startTestApp()
let project: TestProject
before(async () => {
  project = await app.newProject()
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})

const base = '/api/v1/knowledge/collections'
let count = 0

async function newCollection(body: object = {}): Promise<string> {
  const response = await project.admin.post(base, { name: `Collection ${++count}`, ...body })
  assert.equal(response.status, 200, response.text)
  return `${base}/${response.body.data.id}`
}

async function upload(name: string, content: string | Buffer): Promise<string> {
  const { body, headers } = multipart(name, content)
  const response = await project.admin.post('/api/v1/file/upload/single/document', body, headers)
  assert.equal(response.status, 200, response.text)
  return response.body.data.id
}

type Frame = { id: string; event: string; data: Record<string, unknown> }

/** The events of a job until it ends. */
async function follow(url: string, jobId: string, lastEventId?: string): Promise<Frame[]> {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const response = await project.admin.get(`${url}/jobs/${jobId}/events`, headers)
  assert.equal(response.status, 200, response.text)
  return response.text.split('\n\n').flatMap((part) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1]
    const [id, event, data] = [field('id'), field('event'), field('data')]
    return id && event && data ? [{ id, event, data: JSON.parse(data) }] : []
  })
}

describe('events of a job', () => {
  it('200 with its stages in order and its end; a reader that comes back gets the rest', async () => {
    const url = await newCollection()
    const content = Array.from({ length: 200 }, (_, i) => `# Part ${i}\n\nThe ${i}th sentence.`).join('\n\n')
    const { jobId } = (await project.admin.post(`${url}/ingest/text`, { content })).body.data
    // Followed from before it begins.
    const following = follow(url, jobId)
    app.app.runs.start()
    const frames = await following
    assert.deepEqual(
      frames.filter(({ event }) => event === 'stage').map(({ data }) => data.stage),
      ['chunking', 'embedding'],
    )
    const progress = frames.filter(({ event }) => event === 'progress').map(({ data }) => data.progress)
    assert.equal(progress.at(-1), 1)
    const end = frames.at(-1)!
    assert.deepEqual([end.event, end.data.status, end.data.error], ['end', 'ready', null])
    assert.ok(Number(end.data.chunkCount) >= 200)
    assert.deepEqual(
      frames.map(({ id }) => Number(id)),
      frames.map((_, i) => i + 1),
    )
    assert.deepEqual(await follow(url, jobId, frames[1]!.id), frames.slice(2))
    assert.deepEqual(await follow(url, jobId, end.id), [])
  })

  it('200 with the error of one that failed', async () => {
    const url = await newCollection()
    const fileId = await upload('blank.md', ' \n ')
    const { jobId } = (await project.admin.post(`${url}/ingest/file`, { fileId })).body.data
    const end = (await follow(url, jobId)).at(-1)!
    const { code, stage } = end.data.error as { code: string; stage: string }
    assert.deepEqual([end.data.status, code, stage], ['failed', 'empty_text', 'parsing'])
  })

  it('400 for an event id of elsewhere, 404 for the job of another collection', async () => {
    const url = await newCollection()
    const { jobId } = (await project.admin.post(`${url}/ingest/text`, { content: 'A text.' })).body.data
    const strange = await project.admin.get(`${url}/jobs/${jobId}/events`, { 'last-event-id': 'x' })
    assert.deepEqual([strange.status, strange.body.error.code], [400, 'invalid_parameter'])
    const other = await project.admin.get(`${await newCollection()}/jobs/${jobId}/events`)
    assert.deepEqual([other.status, other.body.error.code], [404, 'knowledge_job_not_found'])
  })
})

describe('the text of a source', () => {
  it('200 in parts, at the offsets of its chunks', async () => {
    const url = await newCollection({ chunkSize: 200 })
    // A byte order mark, characters of every length in UTF-8, and a pair of surrogates at the end of a part.
    const content = `\uFEFF# Zoë\n\n${Array.from({ length: 60 }, (_, i) => `Satz ${i} über 世界 und 🦒.`).join('\n\n')}`
    const { sourceKey, jobId } = (await project.admin.post(`${url}/ingest/text`, { content, title: 'Zoo' }))
      .body.data
    await follow(url, jobId)
    const chunks = (await project.admin.get(`${url}/chunks?limit=100`)).body.data.chunks
    const seen = new Map<string, { startOffset: number; endOffset: number }>()
    let text = ''
    for (let offset: number | null = 0; offset !== null; ) {
      const part = await project.admin.get(`${url}/sources/${sourceKey}/text?offset=${offset}&limit=131`)
      assert.equal(part.status, 200, part.text)
      assert.deepEqual([part.body.data.startOffset, part.body.data.text.isWellFormed()], [text.length, true])
      text += part.body.data.text
      for (const each of part.body.data.chunks) seen.set(each.id, each)
      offset = part.body.data.nextOffset
    }
    assert.equal(text, content)
    assert.deepEqual(
      [...seen].map(([id, { startOffset, endOffset }]) => [id, text.slice(startOffset, endOffset)]),
      chunks.map((chunk: { id: string; text: string }) => [chunk.id, chunk.text]),
    )
    const behind = await project.admin.get(`${url}/sources/${sourceKey}/text?offset=100000`)
    assert.deepEqual([behind.body.data.text, behind.body.data.nextOffset], ['', null])
  })

  it('404 before there is one, and for one that failed before', async () => {
    const url = await newCollection()
    const fileId = await upload('blank.md', ' \n ')
    const { sourceKey, jobId } = (await project.admin.post(`${url}/ingest/file`, { fileId })).body.data
    await follow(url, jobId)
    const response = await project.admin.get(`${url}/sources/${sourceKey}/text`)
    assert.deepEqual([response.status, response.body.error.code], [404, 'knowledge_text_not_found'])
  })
})
