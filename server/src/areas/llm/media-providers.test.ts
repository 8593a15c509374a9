import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

// One pixel.
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
// A header and a little silence.
const wav = Buffer.concat([
  Buffer.from('524946462c00000057415645666d74201000000001000100401f0000803e00000200100064617461', 'hex'),
  Buffer.alloc(904),
])
const mp4 = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(64)])

let isVideoDone = true

/** The responses of each vendor by path; a string is JSON. */
const responses: [RegExp, (address: string) => unknown][] = [
  [/\/film\.mp4/, () => mp4],
  [/nova-canvas.*\/invoke$/, () => ({ images: [png] })],
  [/image:generateContent$/, () => googleSaying({ mimeType: 'image/png', data: png })],
  [
    /tts:generateContent$/,
    () => googleSaying({ mimeType: 'audio/L16;rate=24000', data: Buffer.alloc(480).toString('base64') }),
  ],
  [/:predictLongRunning$/, () => ({ name: 'operations/film-1' })],
  [
    /\/operations\/film-1$/,
    (address) => ({
      name: 'operations/film-1',
      done: true,
      response: { generateVideoResponse: { generatedSamples: [{ video: { uri: `${address}/film.mp4` } }] } },
    }),
  ],
  [/\/videos\/generations$/, () => ({ request_id: 'film-2' })],
  [
    /\/videos\/film-2$/,
    (address) =>
      isVideoDone
        ? { status: 'done', video: { url: `${address}/film.mp4`, duration: 6 } }
        : { status: 'pending' },
  ],
  [/\/images\/generations$/, () => ({ created: 1, data: [{ b64_json: png }] })],
  [/\/v1\/tts$/, () => wav],
  [/\/v1\/stt$/, () => ({ text: 'good morning', language: 'en', duration: 90.5 })],
  [/\/audio\/speech$/, () => ({ audio_data: wav.toString('base64') })],
  [
    /\/audio\/transcriptions$/,
    () => ({
      model: 'x',
      text: 'good morning',
      language: 'en',
      duration: 90.5,
      x_groq: { id: 'r' },
      usage: { prompt_audio_seconds: 90.5 },
    }),
  ],
]

const googleSaying = (inlineData: object) => ({
  candidates: [{ content: { role: 'model', parts: [{ inlineData }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 5, totalTokenCount: 10 },
})

const requested: string[] = []
const upstream = createServer(async (incoming, response) => {
  await incoming.toArray()
  const url = decodeURIComponent(incoming.url ?? '')
  requested.push(url)
  const { port } = upstream.address() as AddressInfo
  const [, reply] = responses.find(([form]) => form.test(url.split('?')[0]!)) ?? []
  const reported = reply?.(`http://127.0.0.1:${port}`)
  if (Buffer.isBuffer(reported)) response.writeHead(200, { 'content-type': 'video/mp4' }).end(reported)
  else
    response
      .writeHead(reported === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(reported ?? { error: { message: `nothing at ${url}` } }))
})
await once(upstream.listen(0, '127.0.0.1'), 'listening')
after(() => {
  upstream.closeAllConnections()
  upstream.close()
})
const { port } = upstream.address() as AddressInfo
const baseUrl = `http://127.0.0.1:${port}/v1`
const names = ['amazon-bedrock', 'google', 'xai', 'groq', 'mistral', 'together']
const app = await startTestApp({
  // Videos are fetched from where the provider says, by the guard.
  allowPrivate: `127.0.0.1:${port}`,
  llm: { providers: names.map((name) => ({ name, baseUrl, keys: ['secret-key'] })) },
})
app.app.runs.start()
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})
let project: TestProject
let recording: string
before(async () => {
  project = await app.newProject()
  const { body, headers } = multipart('talk.wav', wav.toString('latin1'))
  recording = (await project.member.post('/api/v1/file/upload/single/audio', body, headers)).body.data.id
})

/** The model, its input, its output, and its price: that of one piece, second, character or minute. */
const rows: [string, string, object, string | null, number][] = [
  ['image', 'amazon-bedrock/amazon.nova-canvas-v1:0', { prompt: 'a cat' }, 'image/png', 0.08],
  ['image', 'google/gemini-2.5-flash-image', { prompt: 'a cat' }, 'image/png', 0.039],
  ['image', 'xai/grok-imagine-image', { prompt: 'a cat' }, 'image/png', 0.02],
  ['image', 'together/black-forest-labs/FLUX.1-schnell', { prompt: 'a cat' }, 'image/png', 0.009],
  [
    'video',
    'google/veo-3.1-fast-generate-preview',
    { prompt: 'a cat', durationSeconds: 4, wait: 30 },
    'video/mp4',
    4 * 0.35,
  ] as never,
  [
    'video',
    'xai/grok-imagine-video',
    { prompt: 'a cat', durationSeconds: 6, wait: 30 },
    'video/mp4',
    6 * 0.07,
  ],
  ['tts', 'google/gemini-2.5-flash-preview-tts', { text: 'hello' }, 'audio/wav', 5 * 0.000025],
  ['tts', 'mistral/voxtral-mini-tts-2603', { text: 'hello' }, 'audio/wav', 5 * 0.000016],
  ['tts', 'xai/grok-tts', { text: 'hello' }, 'audio/wav', 5 * 0.000015],
  ['stt', 'xai/grok-stt', {}, null, (90.5 / 60) * 0.001667],
  ['stt', 'groq/whisper-large-v3-turbo', {}, null, (90.5 / 60) * 0.00067],
  ['stt', 'mistral/voxtral-mini-2602', {}, null, (90.5 / 60) * 0.003],
]

for (const [kind, model, input, mimeType, usd] of rows)
  test(`${model} makes ${kind}`, async () => {
    const body = { model, ...input, ...(kind === 'stt' ? { fileId: recording } : {}) }
    const { data } = (await project.member.post(`/api/v1/ai/media/${kind}`, body)).body
    assert.equal(data.status, 'succeeded', JSON.stringify(data))
    assert.ok(Math.abs(data.usage.usd - usd) < 1e-9, `${data.usage.usd} and not ${usd}`)
    assert.ok(Math.abs(data.usage.credits - usd * 1000) < 1e-5)
    if (mimeType === null) assert.equal(data.transcript.text, 'good morning')
    else {
      const file = (await project.member.get(`/api/v1/file/meta/${data.fileIds[0]}`)).body.data
      assert.equal(file.mimeType, mimeType)
    }
    assert.equal((await project.admin.get('/api/v1/usage/reconcile')).body.data.isClean, true)
  })

test('a video job at a provider is resumed by the next attempt, and not created again', async () => {
  isVideoDone = false
  const orders = () => requested.filter((url) => url.endsWith('/videos/generations')).length
  const before = orders()
  const body = { model: 'xai/grok-imagine-video', prompt: 'a cat', durationSeconds: 6, wait: 0 }
  const { data } = (await project.member.post('/api/v1/ai/media/video', body)).body
  const noted = () =>
    app.db.rows<{ order: unknown }>(sql`
      select vendor_order as "order" from llm_media_job where id = ${data.id} and vendor_order is not null`)
  await until(async () => (await noted()).length > 0)
  assert.doesNotMatch(JSON.stringify(await noted()), /secret-key/)
  // As a node that crashes in the middle leaves it: what it had begun is begun again.
  await app.db.rows(sql`
    update run set status = 'queued', worker_id = null, lease_until = null, run_at = now() where id = ${data.id}`)
  await until(async () => {
    const [run] = await app.db.rows<{ attempt: number }>(sql`select attempt from run where id = ${data.id}`)
    return run!.attempt === 2
  })
  isVideoDone = true
  const path = `/api/v1/ai/media/jobs/${data.id}`
  const job = await until(async () => {
    const found = (await project.member.get(path)).body.data
    return found.status === 'running' || found.status === 'queued' ? null : found
  })
  assert.deepEqual([job.status, job.fileIds.length, orders() - before], ['succeeded', 1, 1])
  assert.deepEqual(await noted(), [])
  assert.equal((await project.admin.get('/api/v1/usage/reconcile')).body.data.isClean, true)
})
