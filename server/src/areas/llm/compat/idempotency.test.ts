import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { saying, startModelUpstream } from '../../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'

/** The official clients with the header that they send to repeat a request safely. */
const gate = Promise.withResolvers<void>()
const upstream = await startModelUpstream({
  plain: saying(['hi']),
  slow: async (response, request) => {
    await gate.promise
    await saying(['late'])(response, request)
  },
})
after(() => upstream.stop())
const app = await startTestApp({
  llm: {
    prices: { '*': 'unpriced' },
    providers: [{ name: 'compatible', baseUrl: upstream.url, keys: ['k'] }],
  },
})
after(() => app.stop())
const address = await app.listen()

let project: TestProject
let openAi: OpenAI
let anthropic: Anthropic
before(async () => {
  project = await app.newProject()
  const options = { apiKey: project.memberKey, maxRetries: 0 }
  openAi = new OpenAI({ ...options, baseURL: `${address}/api/v1/openai` })
  anthropic = new Anthropic({ ...options, baseURL: `${address}/api/v1/anthropic` })
})

const messages = [{ role: 'user' as const, content: 'hello' }]
const model = 'compatible/plain'
const withKey = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } })
const message = { model, max_tokens: 9, messages }

type Refusal = { status: number; message: string; error: unknown }
/** The error of a call that must fail. */
const refusalOf = (call: Promise<unknown>): Promise<Refusal> =>
  call.then(
    () => assert.fail('it was not refused'),
    (error: Refusal) => error,
  )

const calls: Record<string, (options: object, model?: string) => Promise<unknown>> = {
  completions: (options, name = model) => openAi.chat.completions.create({ model: name, messages }, options),
  responses: (options, name = model) => openAi.responses.create({ model: name, input: 'hello' }, options),
  embeddings: (options, name = 'local/use-lite') =>
    openAi.embeddings.create({ model: name, input: 'hello', encoding_format: 'float' }, options),
  messages: (options, name = model) => anthropic.messages.create({ ...message, model: name }, options),
}

const recorded = async () => (await project.admin.get('/api/v1/ai/calls?limit=100')).body.data.length

for (const [name, call] of Object.entries(calls))
  describe(name, () => {
    test('200: returns the first response again, and makes no second call', async () => {
      const options = withKey()
      const first = await call(options)
      const before = await recorded()
      assert.deepEqual(await call(options), first)
      assert.equal(await recorded(), before)
      assert.notDeepEqual(await call(withKey()), null)
      assert.equal(await recorded(), before + 1)
    })

    test('400: a key of another request, and an error is returned again in the form of the vendor', async () => {
      const options = withKey()
      await call(options)
      const reused = await refusalOf(call(options, 'compatible/other'))
      assert.equal(reused.status, 400)
      assert.match(JSON.stringify(reused.error), /idempotency_key_reused/)
      const missing = withKey()
      const refused = await refusalOf(call(missing, 'local/nothing'))
      assert.equal(refused.status, 404)
      assert.deepEqual((await refusalOf(call(missing, 'local/nothing'))).error, refused.error)
    })
  })

describe('streams', () => {
  const cases: Record<string, () => Promise<unknown>> = {
    completions: () => openAi.chat.completions.create({ model, messages, stream: true }, withKey()),
    responses: () => openAi.responses.create({ model, input: 'x', stream: true }, withKey()),
    messages: () => anthropic.messages.create({ ...message, stream: true }, withKey()),
  }
  for (const [name, call] of Object.entries(cases))
    test(`400: ${name} cannot be replayed`, async () => {
      const before = upstream.requests.length
      const refused = await refusalOf(call())
      assert.equal(refused.status, 400)
      assert.match(refused.message, /Idempotency-Key is not supported with streaming/)
      assert.equal(upstream.requests.length, before)
    })
})

test('200: a request that comes while the first one runs gets its response', async () => {
  const options = withKey()
  const slow = { ...message, model: 'compatible/slow' }
  const first = anthropic.messages.create(slow, options)
  await until(() => upstream.ofModel('slow').length === 1)
  const second = anthropic.messages.create(slow, options)
  gate.resolve()
  assert.deepEqual(await second, await first)
  assert.equal((await second)._request_id, (await first)._request_id)
  assert.ok((await second)._request_id)
  assert.equal(upstream.ofModel('slow').length, 1)
})
