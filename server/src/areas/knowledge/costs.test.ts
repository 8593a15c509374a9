import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'
import { until } from '../../../test/until.ts'
import { pdfOf } from './parsers/testing.ts'

const app = await startTestApp({ knowledgeLimits: { projectBytes: 6_000, userBytes: 4_000 } })
let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})

const base = '/api/v1/knowledge/collections'
let count = 0

async function newCollection(of = project, headers = {}): Promise<string> {
  const response = await of.admin.post(base, { name: `Collection ${++count}` }, headers)
  assert.equal(response.status, 200, response.text)
  return `${base}/${response.body.data.id}`
}

async function upload(
  name: string,
  content: string | Buffer,
  of = project,
  fileType = 'document',
): Promise<string> {
  const { body, headers } = multipart(name, content)
  const response = await of.admin.post(`/api/v1/file/upload/single/${fileType}`, body, headers)
  assert.equal(response.status, 200, response.text)
  return response.body.data.id
}

const settled = (url: string, key: string, of = project) =>
  until(async () => {
    const { data } = (await of.admin.get(`${url}/sources/${key}`)).body
    return ['ready', 'failed'].includes(data.status) && data
  }, `${key} to settle`)

const threePages = pdfOf(
  ['first', 'second', 'third'].map((word) => [{ text: `The ${word} page is about penguins.`, y: 700 }]),
)

const entriesOf = async (of: TestProject) =>
  (await of.admin.get('/api/v1/usage?type=knowledge')).body.data as {
    creditAmount: number
    status: string
    quantity: object
    priceRef: string
  }[]

describe('pages', () => {
  it('are charged once, in the source and in the usage; what reads nothing is free', async () => {
    const url = await newCollection()
    const fileId = await upload('three.pdf', threePages)
    await project.admin.post(`${url}/ingest/file`, { fileId })
    const source = await settled(url, `file:${fileId}`)
    assert.deepEqual([source.status, source.pageCount, source.creditsUsed], ['ready', 3, 0.3])

    const again = await project.admin.post(`${url}/ingest/file`, { fileId })
    assert.equal(again.body.data.changed, false)
    await project.admin.post(`${url}/sources/file:${fileId}/reindex`)
    assert.deepEqual((await settled(url, `file:${fileId}`)).creditsUsed, 0.3)
    const plain = await upload('plain.md', '# Plain\n\nNothing to parse.')
    await project.admin.post(`${url}/ingest/file`, { fileId: plain })
    const { pageCount, creditsUsed } = await settled(url, `file:${plain}`)
    assert.deepEqual([pageCount, creditsUsed], [0, 0])

    const entries = await entriesOf(project)
    assert.deepEqual(
      entries.map(({ creditAmount, status, quantity, priceRef }) => [
        creditAmount,
        status,
        quantity,
        priceRef,
      ]),
      [[0.3, 'settled', { units: 3 }, 'knowledge.page']],
    )
    const { isClean, works, orphans } = await app.app.usage.reconcile(project.scope)
    assert.deepEqual([isClean, works, orphans], [true, 1, []])
    const prices = (await project.admin.get('/api/v1/usage/prices')).body.data.prices as { ref: string }[]
    assert.ok(prices.some(({ ref }) => ref === 'knowledge.page'))
  })

  it('of images are one each, read by OCR; a damaged one costs nothing', async () => {
    const url = await newCollection()
    const images = join(import.meta.dirname, '../../../test/images')
    const fileId = await upload('pier.png', readFileSync(join(images, 'pier.png')), project, 'image')
    await project.admin.post(`${url}/ingest/file`, { fileId })
    const source = await settled(url, `file:${fileId}`)
    assert.deepEqual([source.lastError, source.pageCount, source.creditsUsed], [null, 1, 0.1])
    const found = await project.admin.post(`${url}/search`, { query: 'Is the western pier open?' })
    assert.match(found.body.data[0].text, /The western pier is closed/)

    const bytes = readFileSync(join(images, 'pier.png')).subarray(0, 100)
    const cut = await upload('cut.png', bytes, project, 'other')
    await project.admin.post(`${url}/ingest/file`, { fileId: cut })
    const failed = await settled(url, `file:${cut}`)
    assert.deepEqual(
      [failed.lastError.code, failed.stage, failed.creditsUsed],
      ['parser_failed', 'parsing', 0],
    )
    const { drivers } = (await project.admin.get('/api/v1/capabilities')).body.data.knowledge
    assert.deepEqual(
      drivers.find(({ name }: { name: string }) => name === 'ocr'),
      { name: 'ocr', isLive: true, languages: ['eng'] },
    )
  })

  it('insufficient_credits: nothing is stored, held or charged, and a retry after a grant succeeds', async () => {
    const poor = await app.newProject()
    const operator = await app.operatorOf(poor)
    const grant = (credits: number) => operator.post('/api/v1/usage/grants', { credits, reason: 'test' })
    await grant(0.2)
    const url = await newCollection(poor)
    const fileId = await upload('three.pdf', threePages, poor)
    await poor.admin.post(`${url}/ingest/file`, { fileId })
    const failed = await settled(url, `file:${fileId}`, poor)
    assert.deepEqual(
      [failed.status, failed.lastError.code, failed.stage, failed.creditsUsed],
      ['failed', 'insufficient_credits', 'parsing', 0],
    )
    const balance = (await poor.member.get('/api/v1/usage/balance')).body.data
    assert.equal(balance.available, 0.2)
    await grant(1)
    await poor.admin.post(`${url}/sources/file:${fileId}/reindex`)
    const ready = await settled(url, `file:${fileId}`, poor)
    assert.deepEqual([ready.status, ready.creditsUsed], ['ready', 0.3])
  })
})

describe('quotas', () => {
  const words = (bytes: number, word: string) =>
    `${word} `.repeat(Math.ceil(bytes / (word.length + 1))).slice(0, bytes)

  it('413 storage_quota_exceeded before work begins; what is replaced or deleted counts no longer', async () => {
    const own = await app.newProject()
    const as = { 'x-username': 'ada' }
    const url = await newCollection(own, as)
    const ingest = (title: string, bytes: number) =>
      own.admin.post(`${url}/ingest/text`, { title, content: words(bytes, title) }, as)
    const ready = (title: string) =>
      until(async () => {
        const { data } = (await own.admin.get(`${url}/sources/text:${title}`, as)).body
        return data.status === 'ready'
      }, `${title} to be ready`)
    assert.equal((await ingest('first', 3_000)).status, 200)
    await ready('first')
    const refused = await ingest('second', 1_500)
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.usedBytes, refused.body.error.limitBytes],
      [413, 'storage_quota_exceeded', 3_000, 4_000],
    )
    assert.equal((await own.admin.get(`${url}/sources`, as)).body.total, 1)
    assert.equal((await ingest('first', 2_000)).status, 200)
    await ready('first')
    assert.equal((await ingest('second', 1_500)).status, 200)
    await ready('second')
    await own.admin.delete(`${url}/sources/text:first`, as)
    assert.equal((await ingest('third', 2_500)).status, 200)
  })

  it('a document whose text does not fit fails; of two concurrent ones, in two collections, one does', async () => {
    const own = await app.newProject()
    const url = await newCollection(own)
    const fileId = await upload('long.md', words(4_500, 'walrus'), own)
    await own.admin.post(`${url}/ingest/file`, { fileId })
    const failed = await settled(url, `file:${fileId}`, own)
    assert.deepEqual([failed.status, failed.lastError.code], ['failed', 'storage_quota_exceeded'])
    const urls = [url, await newCollection(own)]
    const content = words(2_500, 'seal')
    const outcomeOf = async (each: string) => {
      const { status, body } = await own.admin.post(`${each}/ingest/text`, { title: 'Seals', content })
      if (status !== 200) return body.error.code
      return (await settled(each, 'text:Seals', own)).lastError?.code ?? 'ready'
    }
    const outcomes = await Promise.all(urls.map(outcomeOf))
    assert.deepEqual(outcomes.sort(), ['ready', 'storage_quota_exceeded'])
  })
})
