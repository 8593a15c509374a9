import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  type Behaviour,
  chunk,
  failing,
  saying,
  sendFrames,
  startModelUpstream,
} from '../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'

let isDown = true
const whileDown =
  (behaviour: Behaviour): Behaviour =>
  (response, request) =>
    isDown ? behaviour(response, request) : saying(['back'])(response, request)

const upstream = await startModelUpstream({
  broken: failing(500, 'boom'),
  recovering: whileDown(failing(503, 'later')),
  'recovers-slowly': (response, request) => {
    if (isDown) return failing(503)(response, request)
    sendFrames(response, [chunk({ content: 'the first word' })], { isWhole: false })
  },
  plain: saying(['fine']),
  invalid: failing(400, 'content is not allowed'),
  hostile: (response, request) =>
    JSON.stringify(request.body).includes('poison')
      ? failing(500)(response, request)
      : saying(['fine'])(response, request),
  refused: failing(401, 'no such key'),
  busy: failing(429, 'slow down', { 'retry-after': '40' }),
  silent: () => undefined,
})
after(() => upstream.stop())

const provider = (name: string, baseUrl = upstream.url) => ({
  name,
  kind: 'openai-compatible' as const,
  baseUrl,
  keys: ['operator-key'],
})
const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'gone']
const app = await startTestApp({
  llm: {
    prices: Object.fromEntries(names.map((name) => [`${name}/*`, 'unpriced' as const])),
    // Nothing listens at the last.
    providers: names.map((name) => provider(name, name === 'gone' ? 'http://127.0.0.1:9/v1' : upstream.url)),
    timeouts: { firstTokenMs: 60_000, idleMs: 60_000, totalMs: 120_000 },
  },
})
app.app.runs.start()
const base = await app.listen()
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})

/** Times of waits are compared to the second, however long the test takes. */
const atOneTime = (work: () => Promise<void>) => () => app.clock.standing(work)

const ask = ({ member }: TestProject, model: string, more: object = {}) =>
  member.post('/api/v1/ai/llm/chat', { model, messages: [{ role: 'user', content: 'hello' }], ...more })

const healthOf = async ({ member }: TestProject, name: string) => {
  const { body } = await member.get('/api/v1/ai/providers/status')
  return (body.data as { name: string; health: { model: string; state: string; retryAt: string }[] }[]).find(
    (each) => each.name === name,
  )!.health
}

const isPaused = async (project: TestProject, model: string) =>
  (await ask(project, model)).body.error?.code === 'provider_unavailable'

async function breakIt(project: TestProject, model: string, more: object = {}): Promise<void> {
  // Two tries each.
  for (let i = 0; i < 3; i++) await ask(project, model, more)
}

describe('a model that fails again and again', () => {
  test(
    'is not called for a while; other models of the same key are, and are its fallback',
    atOneTime(async () => {
      const project = await app.newProject()
      await breakIt(project, 'one/broken')
      const requested = upstream.ofModel('broken').length
      const { status, body, headers } = await ask(project, 'one/broken')
      assert.deepEqual([status, body.error.code, headers['retry-after']], [503, 'provider_unavailable', '10'])
      assert.match(body.message, /one failed repeatedly and is called again in 10 s$/)
      assert.match(body.error.hint, /Retry-After/)
      assert.equal(upstream.ofModel('broken').length, requested)
      assert.equal((await ask(project, 'one/plain')).body.data.text, 'fine')
      const fallback = await ask(project, 'one/broken', { fallbackModels: ['one/plain'] })
      assert.equal(fallback.body.data.model, 'one/plain')
      const call = await project.member.get(`/api/v1/ai/calls/${fallback.body.data.id}`)
      assert.deepEqual(
        call.body.data.attempts.map(({ model, outcome }: { model: string; outcome: string }) => [
          model,
          outcome,
        ]),
        [
          ['one/broken', 'skipped'],
          ['one/plain', 'answered'],
        ],
      )
    }),
  )

  test(
    'shows in the status of the providers, with the time of the next try',
    atOneTime(async () => {
      const project = await app.newProject()
      assert.deepEqual(await healthOf(project, 'two'), [])
      await breakIt(project, 'two/broken')
      const [visible, ...others] = await healthOf(project, 'two')
      assert.deepEqual([visible!.model, visible!.state, others.length], ['two/broken', 'open', 0])
      assert.equal(Date.parse(visible!.retryAt), app.clock.now().getTime() + 10_000)
      app.clock.advance(10_000)
      assert.equal((await healthOf(project, 'two'))[0]!.state, 'half_open')
      assert.deepEqual(await healthOf(await app.newProject(), 'two'), [], 'of another project')
    }),
  )

  test(
    'is called by a single probe when the time is over, and by all once that succeeded',
    atOneTime(async () => {
      const project = await app.newProject()
      isDown = true
      await breakIt(project, 'three/recovering')
      app.clock.advance(10_000)
      // The probe fails: the wait doubles.
      await ask(project, 'three/recovering')
      const { headers } = await ask(project, 'three/recovering')
      assert.equal(headers['retry-after'], '20')
      app.clock.advance(20_000)
      isDown = false
      assert.equal((await ask(project, 'three/recovering')).body.data.text, 'back')
      assert.deepEqual(await healthOf(project, 'three'), [])
    }),
  )

  test('a probe that streams lets the others pass with its first word, not with its last', async () => {
    const project = await app.newProject()
    isDown = true
    await breakIt(project, 'three/recovers-slowly')
    app.clock.advance(10_000)
    isDown = false
    const leaving = new AbortController()
    const body = { model: 'three/recovers-slowly', stream: true, messages: [{ role: 'user', content: 'x' }] }
    const send = () =>
      fetch(`${base}/api/v1/ai/llm/chat`, {
        method: 'POST',
        headers: { 'x-api-key': project.memberKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: leaving.signal,
      })
    const first = await send()
    assert.equal(first.status, 200)
    await first.body!.getReader().read()
    assert.equal((await send()).status, 200)
    leaving.abort()
  })
})

describe('whose failures count', () => {
  test('prompts of one project that make a model fail close it for that project alone', async () => {
    const [hostile, other] = [await app.newProject(), await app.newProject()]
    const messages = [{ role: 'user', content: 'poison' }]
    await breakIt(hostile, 'four/hostile', { messages })
    assert.ok(await isPaused(hostile, 'four/hostile'))
    assert.equal((await ask(other, 'four/hostile')).status, 200)
  })

  test('a provider that cannot be reached is not called by any project', async () => {
    const [first, second] = [await app.newProject(), await app.newProject()]
    await breakIt(first, 'gone/any')
    assert.ok(await isPaused(second, 'gone/any'))
    assert.equal((await healthOf(second, 'gone'))[0]!.state, 'open')
  })

  test('what a provider does not take does not count', async () => {
    const project = await app.newProject()
    for (let i = 0; i < 12; i++) assert.equal((await ask(project, 'five/invalid')).status, 400)
    assert.equal((await ask(project, 'five/missing')).status, 404)
    assert.deepEqual(await healthOf(project, 'five'), [])
  })

  test('a refused key and a limit of requests are distinguished, and do not pause the model', async () => {
    const project = await app.newProject()
    for (let i = 0; i < 6; i++) assert.equal((await ask(project, 'six/busy')).status, 429)
    assert.deepEqual(
      (await healthOf(project, 'six')).map(({ model, state }) => [model, state]),
      [['six/busy', 'rate_limited']],
    )
    for (let i = 0; i < 6; i++) assert.equal((await ask(project, 'six/refused')).status, 503)
    const refused = (await healthOf(project, 'six')).find(({ state }) => state === 'key_refused')
    assert.equal(refused?.model, null)
    assert.equal((await ask(project, 'six/plain')).status, 200)
  })

  test('callers who leave do not count', async () => {
    const project = await app.newProject()
    for (let i = 0; i < 8; i++) {
      const requested = upstream.ofModel('silent').length
      const leaving = new AbortController()
      const left = fetch(`${base}/api/v1/openai/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${project.memberKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'seven/silent',
          stream: i % 2 === 0,
          messages: [{ role: 'user', content: 'x' }],
        }),
        signal: leaving.signal,
      }).catch(() => null)
      await until(() => upstream.ofModel('silent').length > requested, 'the call upstream')
      leaving.abort()
      await left
    }
    await until(() => upstream.ofModel('silent').every(({ isAborted }) => isAborted), 'the ends upstream')
    assert.deepEqual(await healthOf(project, 'seven'), [])
  })

  test('embeddings and media pass by the same circuits', async () => {
    const project = await app.newProject()
    const embed = () =>
      project.member.post('/api/v1/ai/llm/embeddings', { model: 'seven/broken', input: 'x' })
    for (let i = 0; i < 5; i++) assert.equal((await embed()).status, 502)
    const { status, body } = await embed()
    assert.deepEqual([status, body.error.code], [503, 'provider_unavailable'])
    const image = { model: 'seven/broken', prompt: 'x', waitMs: 20_000 }
    const job = await project.member.post('/api/v1/ai/media/image', image)
    const ended = await until(async () => {
      const { data } = (await project.member.get(`/api/v1/ai/media/jobs/${job.body.data.id}`)).body
      return data.endedAt === null ? null : data
    })
    assert.equal(ended.error.code, 'provider_unavailable')
  })
})
