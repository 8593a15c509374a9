import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'
import { until } from '../../../test/until.ts'

// One pixel.
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

// A header and a little silence.
const wav = Buffer.concat([
  Buffer.from('524946462c00000057415645666d74201000000001000100401f0000803e00000200100064617461', 'hex'),
  Buffer.alloc(904),
])

const requested: { path: string; body: string }[] = []
let isHeld = false
let release = () => {}
const upstream = createServer(async (incoming, response) => {
  const body = Buffer.concat(await incoming.toArray()).toString('latin1')
  requested.push({ path: incoming.url ?? '', body })
  if (isHeld) await new Promise<void>((resolve) => (release = resolve))
  const json = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (body.includes('forbidden'))
    json(400, { error: { message: 'not this', type: 'x', param: null, code: null } })
  else if (incoming.url?.endsWith('/images/generations'))
    json(200, { created: 1, data: Array.from({ length: JSON.parse(body).n }, () => ({ b64_json: png })) })
  else if (incoming.url?.endsWith('/audio/speech'))
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(wav)
  else
    json(200, {
      text: 'good morning',
      language: 'english',
      duration: 90.5,
      task: 'transcribe',
      segments: [],
    })
})
await once(upstream.listen(0, '127.0.0.1'), 'listening')
after(() => {
  upstream.closeAllConnections()
  upstream.close()
})

const baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`
const app = await startTestApp({ llm: { providers: [{ name: 'openai', baseUrl, keys: ['k'] }] } })
const bare = await startTestApp()
for (const each of [app, bare]) each.app.runs.start()
after(async () => {
  for (const each of [app, bare]) {
    await each.app.runs.stop()
    await each.stop()
  }
})

let project: TestProject
before(async () => {
  project = await app.newProject()
})
const make = (kind: string, body: object, from = project) =>
  from.member.post(`/api/v1/ai/media/${kind}`, body)
const record = async () => {
  const { body, headers } = multipart('talk.wav', wav.toString('latin1'))
  return (await project.member.post('/api/v1/file/upload/single/audio', body, headers)).body.data.id as string
}
const reconciles = async (from: TestProject) =>
  assert.equal((await from.admin.get('/api/v1/usage/reconcile')).body.data.isClean, true)

describe('with a provider', () => {
  test('200 images are files of the end user and are paid by the piece', async () => {
    const { body } = await project.member
      .as('alice')
      .post('/api/v1/ai/media/image', { model: 'openai/gpt-image-1', prompt: 'a cat', n: 2 })
    const { status, fileIds, usage, isPlaceholder } = body.data
    assert.equal(status, 'succeeded', JSON.stringify(body))
    assert.equal(fileIds.length, 2)
    assert.equal(isPlaceholder, false)
    assert.deepEqual([usage.units, usage.usd, usage.credits], [2, 0.5, 500])
    const { body: file } = await project.member.as('alice').get(`/api/v1/file/meta/${fileIds[0]}`)
    assert.equal(file.data.mimeType, 'image/png')
    assert.equal((await project.member.as('bob').get(`/api/v1/file/meta/${fileIds[0]}`)).status, 404)
    assert.equal((await project.member.as('bob').get(`/api/v1/ai/media/jobs/${body.data.id}`)).status, 404)
    await reconciles(project)
  })

  test('200 speech is paid by the character, a transcript by the exact minute', async () => {
    const speech = (await make('tts', { text: 'Grüezi', voice: 'nova' })).body.data
    assert.deepEqual(
      [speech.status, speech.usage.units, speech.model],
      ['succeeded', 6, 'openai/gpt-4o-mini-tts'],
    )
    assert.equal(JSON.parse(requested.at(-1)!.body).voice, 'nova')
    const { data } = (await make('stt', { fileId: await record(), model: 'openai/whisper-1' })).body
    assert.equal(data.transcript.text, 'good morning')
    // 0.006 USD a minute for 90.5 seconds, although the recording looked far shorter when it was held.
    assert.deepEqual([data.usage.usd, data.usage.credits, data.usage.estimated], [0.00905, 9.05, false])
    await reconciles(project)
  })

  test('failures cost nothing and are reported by the job', async () => {
    const fresh = await app.newProject()
    const { data } = (await make('image', { prompt: 'forbidden' }, fresh)).body
    assert.deepEqual([data.status, data.error.code, data.usage.credits], ['failed', 'invalid_parameter', 0])
    await reconciles(fresh)
  })

  test('a job can be cancelled, and is then not paid', async () => {
    isHeld = true
    const { data } = (await make('image', { prompt: 'slow', wait: 0 })).body
    // A worker may have taken it before the response was read.
    assert.ok(['queued', 'running'].includes(data.status), data.status)
    await until(() => requested.at(-1)!.body.includes('slow'))
    assert.equal(
      (await project.member.post(`/api/v1/ai/media/jobs/${data.id}/cancel`)).body.data.status,
      'cancelled',
    )
    isHeld = false
    release()
    assert.equal((await project.member.post(`/api/v1/ai/media/jobs/${data.id}/cancel`)).status, 200)
    const { body } = await project.admin.get('/api/v1/ai/media/jobs?status=cancelled')
    assert.deepEqual([body.total, body.data[0].usage.credits], [1, 0])
    await reconciles(project)
  })

  test('402 before a provider is called, 404 for a file or a model that is not there, 400 for one of another kind', async () => {
    const poor = await app.newProject()
    await (await app.operatorOf(poor)).post('/api/v1/usage/grants', { credits: 1, reason: 'test' })
    assert.equal((await make('image', { prompt: 'x' }, poor)).status, 402)
    const { fileId } = { fileId: await record() }
    assert.equal((await make('stt', { fileId }, poor)).status, 404)
    assert.equal((await make('image', { prompt: 'x', model: 'openai/no-such' })).status, 404)
    assert.equal((await make('image', { prompt: 'x', model: 'openai/tts-1' })).status, 400)
    assert.equal((await make('video', { prompt: 'x' })).body.error.code, 'driver_required')
  })
})

describe('with nothing set up', () => {
  test('200 an image and a tone say that they are placeholders', async () => {
    const offline = await bare.newProject()
    const { data } = (await make('image', { prompt: 'A <b>cat</b>', size: '300x200' }, offline)).body
    assert.deepEqual([data.status, data.isPlaceholder, data.usage.credits], ['succeeded', true, 0])
    const picture = await offline.member.get(`/api/v1/file/download/${data.fileIds[0]}`)
    assert.match(picture.text, /Offline demo/)
    assert.match(picture.text, /A &lt;b&gt;cat/)
    const sound = (await make('tts', { text: 'hello' }, offline)).body.data
    const { body } = await offline.member.get(`/api/v1/file/meta/${sound.fileIds[0]}`)
    assert.match(body.data.mimeType, /wav/)
    await reconciles(offline)
  })

  test('200 one job shows its input where the project stores payloads', async () => {
    const offline = await bare.newProject()
    const received = async () => {
      const { id } = (await make('image', { prompt: 'a cat', n: 2 }, offline)).body.data
      return (await offline.member.get(`/api/v1/ai/media/jobs/${id}`)).body.data.input
    }
    assert.equal(await received(), null)
    await offline.admin.patch('/api/v1/project', { storePrompts: true })
    assert.deepEqual(await received(), { prompt: 'a cat', n: 2 })
  })

  test('200 providers list the media that they can generate', async () => {
    const offline = await bare.newProject()
    const { body } = await offline.admin.get('/api/v1/ai/providers')
    const mediaOf = (providerName: string) =>
      body.data.find(({ name }: { name: string }) => name === providerName).media
    assert.deepEqual(mediaOf('local'), ['image', 'tts'])
    assert.deepEqual(mediaOf('openai'), ['image', 'tts', 'stt'])
    assert.deepEqual(mediaOf('anthropic'), [])
  })

  test('422 for what cannot be had without a provider', async () => {
    const offline = await bare.newProject()
    const refused = await make('stt', { fileId: offline.id }, offline)
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'driver_required'])
  })
})

test('the jobs of an end user go with the user', async () => {
  const { body } = await project.member.as('carol').post('/api/v1/ai/media/tts', { text: 'bye' })
  await project.admin.delete(`/api/v1/external-users/${body.data.eUID}`)
  assert.equal((await project.admin.get(`/api/v1/ai/media/jobs/${body.data.id}`)).status, 404)
  await reconciles(project)
})
