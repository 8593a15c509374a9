import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { pdfOf } from '../../src/areas/knowledge/parsers/testing.ts'
import { sizeOf } from '../size.ts'
import { until } from '../until.ts'
import { externalSettings } from './external-database.ts'
import { apiKey, makeInstallation } from './stoa.ts'

// A run that loses its server a sixth time ends with `worker_lost`.
const kills = sizeOf({ short: 1, long: 5 })
const pages = sizeOf({ short: 60, long: 600 })
const parts = 40
const base = '/knowledge/collections'

/** A site and an embedding provider that respond only while they may. */
async function startOutside() {
  const waiting: { path: string; response: ServerResponse }[] = []
  let isOpen = false
  const server = createServer(async (request, response) => {
    const path = request.url!
    const texts = request.method === 'POST' ? ((await json(request)) as { input: string[] }).input : []
    if (path === '/robots.txt') return void response.writeHead(404).end()
    if (!isOpen) return void waiting.push({ path, response })
    response.setHeader('content-type', request.method === 'POST' ? 'application/json' : 'text/html')
    const data = texts.map((_, index) => ({ object: 'embedding', index, embedding: [1, 0.5, 0.25] }))
    const embedded = { object: 'list', data, usage: { prompt_tokens: 7, total_tokens: 7 } }
    const page = `<html><body><h1>Walrus</h1>${'<p>A walrus lies on the ice.</p>'.repeat(20)}</body></html>`
    response.end(request.method === 'POST' ? JSON.stringify(embedded) : page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    isAsked: (path: string) => waiting.some((each) => each.path.startsWith(path)),
    refuseWaiting: () => {
      for (const { response } of waiting.splice(0)) response.destroy()
    },
    open: () => {
      isOpen = true
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Stored = {
  sourceKey: string
  status: string
  chunkCount: number
  pageCount: number
  creditsUsed: number
}

test('a server that is killed while it fetches, parses and embeds finishes all of it, once', async (t) => {
  const outside = await startOutside()
  t.after(outside.stop)
  const installation = await makeInstallation(t)
  const env = {
    ...(await externalSettings()),
    STOA_DATA_DIR: installation.dataDir,
    STOA_ALLOW_PRIVATE: '127.0.0.1/32',
    LOG_LEVEL: 'fatal',
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: `http://127.0.0.1:${outside.port}/v1`,
  }
  let server = await installation.start(env)
  const newCollection = async (body: object) =>
    `${base}/${(await server.call('POST', base, body)).body.data.id}`
  const paid = await newCollection({ name: 'Embedded', embeddingModel: 'openai/text-embedding-3-small' })
  const local = await newCollection({ name: 'Read' })
  const content = Array.from({ length: parts }, (_, i) => `# Part ${i}\n\nThe giraffe of part ${i}.`).join(
    '\n\n',
  )
  await server.call('POST', `${paid}/ingest/text`, { title: 'Book', content })
  await server.call('POST', `${local}/ingest/url`, { url: `http://127.0.0.1:${outside.port}/page` })
  const form = new FormData()
  // Lines that repeat on most pages would be left out, as headers are.
  const wordOf = (i: number) => String.fromCharCode(...[...String(i)].map((digit) => 97 + Number(digit)))
  const lines = (i: number) => [{ text: `The penguin ${wordOf(i)} walks on the ice.`, y: 700 }]
  const document = pdfOf(Array.from({ length: pages }, (_, i) => lines(i)))
  form.append('file', new Blob([new Uint8Array(document)], { type: 'application/pdf' }), 'long.pdf')
  const uploaded = await fetch(`${server.line.api}/file/upload/single/document`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: form,
  })
  const fileId = ((await uploaded.json()) as { data: { id: string } }).data.id
  await server.call('POST', `${local}/ingest/file`, { fileId })
  const sources = async (): Promise<Stored[]> =>
    (await Promise.all([paid, local].map((url) => server.call('GET', `${url}/sources`)))).flatMap(
      ({ body }) => body.data,
    )
  const isPast = (status: string) => !['queued', 'fetching'].includes(status)
  for (let i = 0; i < kills; i++) {
    await until(
      async () =>
        outside.isAsked('/page') &&
        outside.isAsked('/v1') &&
        (await sources()).some(({ sourceKey, status }) => sourceKey === `file:${fileId}` && isPast(status)),
      'every stage to be at work',
    )
    await server.stop('SIGKILL')
    outside.refuseWaiting()
    if (i === kills - 1) outside.open()
    server = await installation.start(env)
  }
  let ready: Stored[] = []
  await until(async () => {
    ready = await sources()
    assert.ok(!ready.some(({ status }) => status === 'failed'), JSON.stringify(ready))
    return ready.length === 3 && ready.every(({ status }) => status === 'ready')
  }, 'all sources to be ready')
  const book = ready.find(({ sourceKey }) => sourceKey === 'text:Book')!
  const file = ready.find(({ sourceKey }) => sourceKey === `file:${fileId}`)!
  assert.equal(book.chunkCount, parts)
  assert.deepEqual([file.pageCount, file.creditsUsed], [pages, pages / 10])
  const { data: entries } = (await server.call('GET', '/usage?type=knowledge&limit=100')).body
  const settled = entries.filter(({ status }: { status: string }) => status === 'settled')
  assert.equal(settled.length, 2, 'the document and the page are paid for once')
  const chunkIds = new Set<string>()
  const chunks = (await server.call('GET', `${local}/chunks?sourceKey=file:${fileId}&limit=100`)).body.data
    .chunks
  assert.ok(chunks.length > 0)
  for (const { text } of chunks) {
    assert.ok(!chunkIds.has(text), `twice: ${text}`)
    chunkIds.add(text)
  }
  assert.equal((await server.stop()).code, 0)
})
