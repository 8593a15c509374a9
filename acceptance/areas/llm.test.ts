import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertSuccess } from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const chat = '/api/v1/ai/llm/chat'

type Reply = {
  text: string
  finishReason: string
  model: string
  provider: string
  message: { role: string; content: string; toolCalls?: { id: string; name: string; arguments: unknown }[] }
  usage: Record<string, number>
}

const ask = (content: string, more: object = {}) =>
  admin.post(chat, { model: 'local/demo', messages: [{ role: 'user', content }], ...more })
const replyTo = async (content: string, more?: object) => assertSuccess<Reply>(await ask(content, more))

describe('The offline model (6.1)', () => {
  it('responds as instructed, as a whole and streamed', async () => {
    assert.equal((await replyTo('/say one two')).text, 'one two')
    const streamed = await fetch(`${stage.baseUrl}${chat}`, {
      method: 'POST',
      headers: { 'x-api-key': stage.adminKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'local/demo',
        stream: true,
        messages: [{ role: 'user', content: '/say one two' }],
      }),
    })
    const text = await streamed.text()
    const events = [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)
    assert.deepEqual(events, ['start', 'delta', 'delta', 'usage', 'done'])
  })

  it('calls the tools it is instructed to, and reports what they returned', async () => {
    const tools = [{ name: 'add', parameters: { type: 'object' } }]
    const { message, finishReason } = await replyTo('/call add {"a":1}', { tools })
    assert.equal(finishReason, 'tool_calls')
    const [call] = message.toolCalls!
    assert.deepEqual([call!.name, call!.arguments], ['add', { a: 1 }])
    const messages = [
      { role: 'user', content: '/call add {"a":1}' },
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', toolCallId: call!.id, content: '{"sum":1}' },
    ]
    const reported = assertSuccess<Reply>(await admin.post(chat, { model: 'local/demo', messages, tools }))
    assert.equal(reported.text, 'Tool add returned: {"sum":1}')
  })

  it('fails when instructed to, as a provider would', async () => {
    assert.equal((await ask('/fail')).status, 502)
  })

  it('answers from the given text, and says so where it cannot', async () => {
    const systemPrompt = 'Deliveries leave on Tuesday. The shop is closed on Sunday.'
    assert.match(
      (await replyTo('When do deliveries leave?', { systemPrompt })).text,
      /^Deliveries leave on Tuesday\. \[/,
    )
    assert.match(
      (await replyTo('Who wrote Hamlet?', { systemPrompt })).text,
      /no language model is configured/i,
    )
  })

  it('gives the smallest object that fits a schema', async () => {
    const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 3 } } }
    const { text } = await replyTo('anything', { responseFormat: { type: 'json_schema', schema } })
    assert.deepEqual(JSON.parse(text), { n: 3 })
  })
})

describe('Calls of models (3.16)', () => {
  it('returns text, message, finish reason, model and usage', async () => {
    const { text, message, finishReason, model, provider, usage } = await replyTo('/say hi')
    assert.deepEqual([text, finishReason, model, provider], ['hi', 'stop', 'local/demo', 'local'])
    assert.deepEqual(message, { role: 'assistant', content: 'hi' })
    const counts = [
      'promptTokens',
      'completionTokens',
      'cachedInputTokens',
      'cacheCreationInputTokens',
      'reasoningTokens',
    ]
    for (const name of [...counts, 'credits', 'usd']) assert.equal(typeof usage[name], 'number', name)
  })

  it('never returns keys of providers', async () => {
    const name = `p${stage.tag}`.slice(0, 40)
    const body = { name, baseUrl: 'https://models.invalid/v1', apiKeys: ['a-key-that-ends-in-9876'] }
    const put = await admin.put('/api/v1/ai/providers', body)
    assert.equal(put.status, 200, put.text)
    const listed = await admin.get('/api/v1/ai/providers')
    assert.ok(listed.text.includes('"9876"'))
    assert.ok(!listed.text.includes('a-key-that'))
    assert.equal((await admin.delete(`/api/v1/ai/providers/${name}`)).status, 200)
  })

  it('embeds, counts and quotes without any provider', async () => {
    const embedded = await admin.post('/api/v1/ai/llm/embeddings', {
      input: 'a text',
      model: 'local/use-lite',
    })
    const { embeddings, dimensions } = assertSuccess<{ embeddings: number[][]; dimensions: number }>(embedded)
    assert.equal(embeddings[0]!.length, dimensions)
    const counted = await admin.post('/api/v1/ai/llm/count-tokens', { prompt: 'hello world' })
    assert.equal(assertSuccess<{ tokens: number }>(counted).tokens, 2)
    const quoted = await admin.post('/api/v1/ai/llm/quote', { model: 'local/demo', prompt: '/say hi' })
    const { holdId } = assertSuccess<{ holdId: string }>(quoted)
    assert.equal((await replyTo('/say hi', { holdId })).text, 'hi')
  })

  it('makes media that say they are placeholders, as files', async () => {
    const made = await admin.post('/api/v1/ai/media/image', {
      model: 'local/offline-demo-image',
      prompt: 'x',
    })
    const job = assertSuccess<{ status: string; isPlaceholder: boolean; fileIds: string[] }>(made)
    assert.deepEqual([job.status, job.isPlaceholder, job.fileIds.length], ['succeeded', true, 1])
    const picture = await admin.get(`/api/v1/file/download/${job.fileIds[0]}`)
    assert.match(picture.text, /Offline demo/)
  })

  it('shows all callers of models which providers are available, and nothing else of them', async () => {
    const { key } = await stage.newKey({ role: 'member' })
    const response = await stage.callerWith(key).get('/api/v1/ai/providers/status')
    const states = assertSuccess<Record<string, unknown>[]>(response)
    assert.ok(states.some(({ name, status }) => name === 'local' && status === 'ready'))
    for (const state of states) assert.deepEqual(Object.keys(state).sort(), ['health', 'name', 'status'])
  })

  it("lists models in Anthropic's format, page by page and one by one", async () => {
    type Models = { data: { id: string; type: string }[]; has_more: boolean; last_id: string }
    const path = '/api/v1/anthropic/v1/models'
    const first = (await admin.get(`${path}?limit=1`)).body as unknown as Models
    assert.deepEqual([first.data.length, first.data[0]!.type], [1, 'model'])
    if (first.has_more) {
      const next = (await admin.get(`${path}?limit=1&after_id=${first.last_id}`)).body as unknown as Models
      assert.notEqual(next.data[0]!.id, first.data[0]!.id)
    }
    const one = await admin.get(`${path}/local/demo`)
    assert.equal((one.body as unknown as { id: string }).id, 'local/demo')
  })

  it('responds in the formats of other vendors', async () => {
    const messages = [{ role: 'user', content: '/say hi' }]
    const model = 'local/demo'
    const openai = await admin.post('/api/v1/openai/chat/completions', { model, messages })
    const { choices } = openai.body as unknown as { choices: { message: { content: string } }[] }
    assert.equal(choices[0]!.message.content, 'hi')
    const anthropic = await admin.post('/api/v1/anthropic/v1/messages', { model, messages, max_tokens: 9 })
    const { content } = anthropic.body as unknown as { content: { text: string }[] }
    assert.equal(content[0]!.text, 'hi')
  })
})
