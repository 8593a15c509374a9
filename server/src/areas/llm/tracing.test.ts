import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { failing, saying, sendJson, startModelUpstream, usageOf } from '../../../test/fakes/model-upstream.ts'
import { startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'

const upstream = await startModelUpstream({
  'gpt-4o': failing(500),
  'gpt-4.1': saying(['hi'], usageOf(10, 1)),
  '/v1/otlp/v1/traces': (response) => sendJson(response, 200, {}),
})
after(() => upstream.stop())

type Span = {
  name: string
  parentSpanId?: string
  traceId: string
  attributes: { key: string; value: object }[]
}

test('every call becomes a span with one for every try, and no text goes along', async () => {
  const app = await startTestApp({
    llm: {
      providers: [{ name: 'openai', keys: ['key'], baseUrl: upstream.url, options: { api: 'chat' } }],
      otlp: { endpoint: `${upstream.url}/otlp`, headers: 'x-token=a%20b' },
    },
  })
  after(() => app.stop())
  const { admin } = await app.newProject()
  const messages = [{ role: 'user', content: 'a private question' }]
  await admin.post('/api/v1/ai/llm/chat', {
    model: 'openai/gpt-4o',
    fallbackModels: ['openai/gpt-4.1'],
    messages,
  })
  const sent = await until(() => upstream.requests.find(({ path }) => path.endsWith('/traces')))
  assert.equal(sent!.headers['x-token'], 'a b')
  const spans: Span[] = sent!.body.resourceSpans[0].scopeSpans[0].spans
  assert.deepEqual(
    spans.map(({ name }) => name),
    ['chat openai/gpt-4o', 'try openai/gpt-4o', 'try openai/gpt-4o', 'try openai/gpt-4.1'],
  )
  assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1)
  const facts = new Map(spans[0]!.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
  assert.equal(facts.get('gen_ai.response.model'), 'openai/gpt-4.1')
  assert.equal(facts.get('gen_ai.usage.input_tokens'), '10')
  assert.ok(!JSON.stringify(sent!.body).includes('private question'))
})

test('a collector that is away makes no call wait or fail', async () => {
  const app = await startTestApp({ llm: { otlp: { endpoint: 'http://127.0.0.1:9', headers: null } } })
  const { admin } = await app.newProject()
  const response = await admin.post('/api/v1/ai/llm/generate', { prompt: '/say hi' })
  assert.equal(response.status, 200)
  await app.stop()
  assert.match(app.logLines.join(''), /spans of model calls could not be sent/)
})
