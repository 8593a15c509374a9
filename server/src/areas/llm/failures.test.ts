import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type Behaviour,
  chunk,
  failing,
  saying,
  sendFrames,
  sendJson,
  startModelUpstream,
  usageOf,
} from '../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import type { ProviderSettings } from './providers/registry.ts'

let flakes = 0
const behaviours: Record<string, Behaviour> = {
  // Has a price in the catalogue: USD 2.50 and 10 for a million tokens, 1.25 for those from a cache.
  'gpt-4o': saying(['a', 'b'], usageOf(1000, 100, { prompt_tokens_details: { cached_tokens: 400 } })),
  'gpt-4o-mini': (response) =>
    sendFrames(response, [chunk({ content: 'half an answer' })], { isWhole: false }),
  // Also has a price, and reports an impossible token count.
  'gpt-4.1': saying(['a', 'b'], usageOf(-1_000_000, 0.5)),
  plain: saying(['hi']),
  echo: (response, request) => failing(400, `bad header ${request.headers.authorization}`)(response, request),
  uncounted: saying(['one ', 'two ', 'three'], null),
  busy: failing(429, 'slow down', { 'retry-after': '7' }),
  broken: failing(500, 'boom'),
  long: failing(400, "This model's maximum context length is 10 tokens, however you requested 20"),
  refused: failing(401, 'Incorrect API key provided: sk-abcdefgh'),
  unpaid: failing(402, 'Insufficient credits, sk-abcdefgh'),
  invalid: failing(400, 'temperature is odd'),
  flaky: (response, request) =>
    flakes++ === 0 ? failing(503)(response, request) : saying(['up again'])(response, request),
  'by-key': (response, request) =>
    request.headers.authorization === 'Bearer first'
      ? failing(429)(response, request)
      : saying(['second'])(response, request),
  cut: (response) => {
    sendFrames(response, [chunk({ content: 'half ' }), chunk({ content: 'an answer' })], { isWhole: false })
    setTimeout(() => response.destroy(), 20)
  },
  'no-finish': (response) => sendFrames(response, [chunk({ content: 'half' })]),
  'error-inside': (response) =>
    sendFrames(response, [
      chunk({ content: 'half' }),
      { error: { message: 'overloaded', type: 'server_error' } },
    ]),
  'half-tool': (response) => {
    const call = {
      index: 0,
      id: 't1',
      type: 'function',
      function: { name: 'drop', arguments: '{"table":"us' },
    }
    sendFrames(response, [chunk({ tool_calls: [call] }), chunk({}, 'length', usageOf(5, 5))])
  },
  wordless: (response) => sendFrames(response, []),
  silent: () => undefined,
  stalls: (response) => sendFrames(response, [chunk({ content: 'half' })], { isWhole: false }),
  endless: (response) => {
    const timer = setInterval(
      () => sendFrames(response, [chunk({ content: 'word ' })], { isWhole: false }),
      2,
    )
    response.once('close', () => clearInterval(timer))
  },
  junk: (response) => sendJson(response, 200, 'not what was requested'),
}
const upstream = await startModelUpstream(behaviours)
after(() => upstream.stop())

const provider = (name: string, more: Partial<ProviderSettings> = {}): ProviderSettings => ({
  name,
  kind: 'openai-compatible',
  baseUrl: upstream.url,
  keys: ['key'],
  options: {},
  isGuarded: false,
  payer: 'operator',
  ...more,
})
const app = await startTestApp({
  // Nothing listens there.
  allowPrivate: '127.0.0.1:9',
  llm: {
    prices: {
      'priced/*': { prompt: '0.000001', completion: '0.000002' },
      ...Object.fromEntries(
        ['compatible', 'pictures', 'keys', 'gone'].map((name) => [`${name}/*`, 'unpriced']),
      ),
    },
    providers: [
      provider('openai', { kind: 'openai', options: { api: 'chat' } }),
      provider('compatible'),
      provider('priced'),
      provider('unlisted'),
      provider('pictures', { keys: ['sk-a-whole-secret'] }),
      provider('keys', { keys: ['first', 'second'] }),
      provider('gone', { baseUrl: 'http://127.0.0.1:9' }),
    ],
    timeouts: { firstTokenMs: 300, idleMs: 300, totalMs: 3_000 },
    maxConcurrentCalls: 3,
  },
})
after(() => app.stop())

let project: TestProject
before(async () => {
  project = await app.newProject()
})

const ask = (model: string, more: object = {}) =>
  project.admin.post('/api/v1/ai/llm/chat', {
    model,
    messages: [{ role: 'user', content: 'hello' }],
    ...more,
  })
const streamed = (model: string, more: object = {}) => ask(model, { stream: true, ...more })

const eventsOf = (text: string) =>
  [...text.matchAll(/event: (.*)\ndata: (.*)\n/g)].map(([, event = '', data = '']) => ({
    event,
    data: JSON.parse(data),
  }))

const lastCall = async () =>
  (
    await app.db.rows<{
      status: string
      finish_reason: string | null
      error_code: string | null
      used_micro: number
      is_estimated: boolean
      completion_tokens: number
      attempts: { model: string; outcome: string; status: number | null; key: number }[]
    }>(sql`select * from llm_call where project_id = ${project.id} order by id desc limit 1`)
  )[0]!

const assertReconciled = async () => {
  const { body } = await project.admin.get('/api/v1/usage/reconcile')
  assert.deepEqual(body.data.orphans, [])
  assert.equal(body.data.ok ?? body.data.isBalanced ?? true, true)
}

describe('what it costs', () => {
  test('the exact price, what came from a cache at its own', async () => {
    const { body } = await ask('openai/gpt-4o')
    // (600 x 2.5 + 400 x 1.25 + 100 x 10) / 1,000,000 USD, a thousand credits each.
    assert.equal(body.data.usage.usd, 0.003)
    assert.equal(body.data.usage.credits, 3)
    assert.equal(body.data.usage.cachedInputTokens, 400)
    assert.equal((await lastCall()).used_micro, 3_000_000)
  })

  test('tokens that cannot be are not believed: they are counted here', async () => {
    const { status, body } = await ask('openai/gpt-4.1')
    assert.equal(status, 200)
    assert.ok(body.data.usage.credits > 0)
    assert.deepEqual([body.data.usage.estimated, (await lastCall()).status], [true, 'succeeded'])
    await assertReconciled()
  })

  test('a model without a price costs nothing and says so', async () => {
    const { body } = await ask('compatible/plain')
    assert.deepEqual([body.data.usage.credits, body.data.usage.unpriced], [0, true])
  })

  test('422 on the key of the operator, unless the operator names a price or lets it pass', async () => {
    const before = upstream.requests.length
    const refused = await ask('unlisted/plain')
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'model_unpriced'])
    assert.match(refused.body.error.hint, /STOA_MODEL_PRICES/)
    const embed = { model: 'unlisted/plain', input: 'x' }
    assert.equal((await project.admin.post('/api/v1/ai/llm/embeddings', embed)).status, 422)
    const picture = { model: 'unlisted/plain', prompt: 'x' }
    const made = await project.admin.post('/api/v1/ai/media/image', picture)
    assert.deepEqual([made.status, made.body.error.code], [422, 'model_unpriced'])
    assert.equal(upstream.requests.length, before)
    const passed = await ask('unlisted/plain', { fallbackModels: ['priced/plain'] })
    assert.equal(passed.body.data.model, 'priced/plain')
    const { usage } = (await ask('priced/plain')).body.data
    assert.deepEqual([usage.credits, usage.usd, usage.unpriced], [0.012, 0.000012, false])
    await assertReconciled()
  })

  test('tokens are counted where the provider reports none', async () => {
    const { text } = await streamed('compatible/uncounted')
    const done = eventsOf(text).at(-1)!.data
    assert.deepEqual([done.usage.completionTokens, done.usage.estimated], [3, true])
  })

  test('what broke off is paid as far as it came', async () => {
    const { text } = await streamed('openai/gpt-4o-mini', { maxTokens: 100 })
    const [, delta, error, usage, done] = eventsOf(text)
    assert.equal(delta!.event, 'delta')
    assert.deepEqual([error!.data.code, error!.data.partial], ['upstream_timeout', true])
    assert.ok(usage!.data.credits > 0)
    assert.deepEqual([done!.event, done!.data.finishReason], ['done', 'error'])
    const { status, used_micro, is_estimated } = await lastCall()
    assert.deepEqual([status, is_estimated], ['failed', true])
    assert.equal(used_micro, Math.round(usage!.data.credits * 1e6))
    await assertReconciled()
  })

  test('402 when the balance does not cover the worst case, and no provider is called', async () => {
    const poor = await app.newProject()
    await (await app.operatorOf(poor)).post('/api/v1/usage/grants', { credits: 1, reason: 'little' })
    const before = upstream.requests.length
    const body = { model: 'openai/gpt-4o', messages: [{ role: 'user', content: 'hello' }], maxTokens: 4000 }
    const { status } = await poor.admin.post('/api/v1/ai/llm/chat', body)
    assert.equal(status, 402)
    assert.equal(upstream.requests.length, before)
  })
})

describe('before the first word', () => {
  test('429 with Retry-After', async () => {
    const { status, body, headers } = await ask('compatible/busy')
    assert.deepEqual([status, body.error.code, headers['retry-after']], [429, 'upstream_rate_limited', '7'])
  })

  test('502 after a second try, with nothing charged', async () => {
    const { status, body } = await streamed('compatible/broken')
    assert.deepEqual([status, body.error.code, body.error.upstreamStatus], [502, 'upstream_error', 500])
    const { attempts, status: stored, used_micro } = await lastCall()
    assert.deepEqual([attempts.length, stored, used_micro], [2, 'failed', 0])
  })

  test('200 when the second try succeeds', async () => {
    assert.equal((await ask('compatible/flaky')).body.data.text, 'up again')
  })

  test('422 when the prompt is too long, 400 for what the provider does not take, 404 for no such model', async () => {
    const codes = []
    for (const model of ['long', 'invalid', 'missing'])
      codes.push((await ask(`compatible/${model}`)).body.error.code)
    assert.deepEqual(codes, ['context_length_exceeded', 'invalid_parameter', 'model_not_found'])
  })

  test('422 with the counts when the catalogue knows that it is too long', async () => {
    const content = 'word '.repeat(70_000)
    const messages = [
      { role: 'user', content },
      { role: 'user', content },
    ]
    const { status, body } = await project.admin.post('/api/v1/ai/llm/chat', {
      model: 'openai/gpt-4o',
      messages,
    })
    assert.deepEqual([status, body.error.contextLength], [422, 128_000])
    assert.ok(body.error.promptTokens > 128_000)
  })

  test('503 when no key is accepted, without a word of the key', async () => {
    const { status, text } = await ask('compatible/refused')
    assert.equal(status, 503)
    assert.ok(!text.includes('sk-'))
  })

  test('503 when the account of the key has no credit, and the next model is called', async () => {
    const { status, text, body } = await ask('compatible/unpaid')
    assert.deepEqual([status, body.error.code], [503, 'provider_unavailable'])
    assert.match(body.message, /no credit/)
    assert.ok(!text.includes('sk-'))
    const { data } = (await ask('compatible/unpaid', { fallbackModels: ['compatible/plain'] })).body
    assert.deepEqual([data.text, data.fallbackFrom], ['hi', 'compatible/unpaid'])
  })

  test('the next key after one that is busy', async () => {
    assert.equal((await ask('keys/by-key')).body.data.text, 'second')
    assert.deepEqual(
      (await lastCall()).attempts.map(({ key, status }) => [key, status]),
      [
        [0, 429],
        [1, null],
      ],
    )
  })

  test('504 when nothing comes in time, streamed and as a whole', async () => {
    assert.equal((await streamed('compatible/silent')).status, 504)
    assert.equal((await ask('compatible/silent')).status, 504)
  })

  test('a model that ends without output has failed', async () => {
    const { text } = await streamed('compatible/wordless', { fallbackModels: ['compatible/plain'] })
    const done = eventsOf(text).at(-1)!.data
    assert.deepEqual(
      [done.text, done.model, done.fallbackFrom],
      ['hi', 'compatible/plain', 'compatible/wordless'],
    )
  })

  test('the fallback responds, and the attempts before it are stored', async () => {
    const { text } = await streamed('compatible/broken', { fallbackModels: ['gone/x', 'compatible/plain'] })
    const done = eventsOf(text).at(-1)!.data
    assert.deepEqual(
      [done.text, done.model, done.fallbackFrom],
      ['hi', 'compatible/plain', 'compatible/broken'],
    )
    assert.deepEqual(
      (await lastCall()).attempts.map(({ model, outcome }) => `${model} ${outcome}`),
      [
        'compatible/broken failed',
        'compatible/broken failed',
        'gone/x failed',
        'gone/x failed',
        'compatible/plain answered',
      ],
    )
  })

  test('502 for an invalid response', async () => {
    assert.equal((await ask('compatible/junk')).status, 502)
  })
})

describe('in the middle', () => {
  for (const model of ['cut', 'no-finish', 'error-inside', 'half-tool', 'stalls'])
    test(`${model}: an error event, usage, done; as a whole an error`, async () => {
      const { status, text } = await streamed(`compatible/${model}`, { tools: [{ name: 'drop' }] })
      assert.equal(status, 200)
      const events = eventsOf(text)
      assert.deepEqual(
        events.slice(-3).map(({ event }) => event),
        ['error', 'usage', 'done'],
      )
      assert.equal(events.at(-3)!.data.partial, true)
      assert.equal(events.at(-1)!.data.finishReason, 'error')
      assert.equal(events.at(-1)!.data.message.toolCalls, undefined)
      assert.equal((await lastCall()).status, 'failed')
    })

  test('the caller that leaves ends the call upstream and pays for the output so far', async () => {
    const base = await app.listen()
    const leaving = new AbortController()
    const response = await fetch(`${base}/api/v1/ai/llm/chat`, {
      method: 'POST',
      headers: { 'x-api-key': project.adminKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'compatible/endless',
        stream: true,
        messages: [{ role: 'user', content: 'x' }],
      }),
      signal: leaving.signal,
    })
    const reader = response.body!.getReader()
    await reader.read()
    await reader.read()
    leaving.abort()
    await until(() => upstream.ofModel('endless').every(({ isAborted }) => isAborted), 'the abort upstream')
    const call = await until(async () => {
      const last = await lastCall()
      return last.status === 'running' ? null : last
    })
    assert.deepEqual([call!.status, call!.error_code, call!.is_estimated], ['cancelled', 'cancelled', true])
    assert.ok(call!.completion_tokens > 0)
    await assertReconciled()
  })
})

test('429 when too many calls of the project are in progress', async () => {
  const slow = Array.from({ length: 4 }, () => ask('compatible/silent'))
  const codes = (await Promise.all(slow)).map(({ body }) => body.error.code).sort()
  assert.deepEqual(codes, ['concurrency_limited', 'upstream_timeout', 'upstream_timeout', 'upstream_timeout'])
})

describe('what one caller does wrong', () => {
  test('the demo that failed on request still serves others', async () => {
    const say = (content: string) => ask('local/demo', { messages: [{ role: 'user', content }] })
    for (let i = 0; i < 4; i++) assert.equal((await say('/fail')).status, 502)
    assert.equal((await say('/say hello')).body.data.text, 'hello')
  })

  test('400 for an image that cannot be fetched, and its provider is called as before', async () => {
    const image_url = { url: 'http://127.0.0.1:9/a.png' }
    const messages = [{ role: 'user', content: [{ type: 'image_url', image_url }] }]
    for (let i = 0; i < 6; i++) {
      const { status, body } = await ask('pictures/plain', { messages })
      assert.deepEqual([status, body.error.details[0].path], [400, '/messages'])
    }
    assert.equal((await ask('pictures/plain')).status, 200)
  })

  test('a key that a provider quotes does not come out', async () => {
    const { status, text } = await ask('pictures/echo')
    assert.equal(status, 400)
    assert.match(text, /bad header Bearer …/)
    assert.ok(!text.includes('secret') && !JSON.stringify(await lastCall()).includes('secret'))
  })
})

describe('whether it helps to try again', () => {
  const cases: [string, number, string, boolean][] = [
    ['compatible/refused', 503, 'provider_unavailable', false],
    ['compatible/unpaid', 503, 'provider_unavailable', false],
    ['gone/x', 502, 'upstream_error', true],
    ['compatible/busy', 429, 'upstream_rate_limited', true],
    ['compatible/invalid', 400, 'invalid_parameter', false],
  ]
  for (const [model, status, code, isRetryable] of cases)
    test(`${status}: ${model} is ${isRetryable ? '' : 'not '}retryable`, async () => {
      // A provider that has failed is not called for a while.
      app.clock.advance(600_000)
      const { status: received, body } = await ask(model)
      assert.deepEqual([received, body.error.code, body.error.retryable], [status, code, isRetryable])
    })
})

test('a text that is generated without a temperature has one of 0.7, where the model takes one', async () => {
  const generate = (model: string, more = {}) =>
    project.admin.post('/api/v1/ai/llm/generate', { model, prompt: 'x', ...more })
  const sent = (model: string) => upstream.ofModel(model).at(-1)!.body
  await generate('openai/gpt-4o')
  assert.deepEqual([sent('gpt-4o').temperature, sent('gpt-4o').max_tokens], [0.7, 4096])
  await generate('openai/gpt-4o', { temperature: 0 })
  assert.equal(sent('gpt-4o').temperature, 0)
  await generate('openai/gpt-4o', { topP: 0.5 })
  assert.equal(sent('gpt-4o').temperature, undefined)
  await generate('compatible/plain')
  assert.equal(sent('plain').temperature, undefined)
})
