import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'

const app = await startTestApp()
after(() => app.stop())

const chat = '/api/v1/ai/llm/chat'
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const say = (content: unknown, more: object = {}) =>
  project.member.post(chat, { messages: [{ role: 'user', content }], ...more })

/** The events of a stream, in order. */
const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((frame) => frame.startsWith('event: '))
    .map((frame) => {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/s.exec(frame) ?? []
      return { event, data: JSON.parse(data) }
    })

describe('the offline model', () => {
  test('200 is the default and repeats its prompt', async () => {
    const { status, body, headers } = await say('/say hello world')
    assert.equal(status, 200)
    assert.equal(headers['x-llm-call-id'], body.data.id)
    const { id, latencyMs, usage, ...reply } = body.data
    assert.deepEqual(reply, {
      text: 'hello world',
      message: { role: 'assistant', content: 'hello world' },
      finishReason: 'stop',
      model: 'local/demo',
      provider: 'local',
    })
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.ok(latencyMs >= 0)
    assert.equal(usage.completionTokens, 2)
    assert.ok(usage.promptTokens > 2)
    assert.deepEqual([usage.credits, usage.usd, usage.estimated, usage.unpriced], [0, 0, false, false])
  })

  test('200 streams one word a delta, then usage, then done', async () => {
    const { text, headers } = await say('/say one two three', { stream: true })
    assert.equal(headers['content-type'], 'text/event-stream')
    const events = eventsOf(text)
    assert.deepEqual(
      events.map(({ event }) => event),
      ['start', 'delta', 'delta', 'delta', 'usage', 'done'],
    )
    assert.equal(
      events
        .slice(1, 4)
        .map(({ data }) => data.text)
        .join(''),
      'one two three',
    )
    const done = events[5]!.data
    assert.equal(done.finishReason, 'stop')
    assert.equal(events[4]!.data.completionTokens, done.usage.completionTokens)
    assert.deepEqual(events[0]!.data, { id: done.id, model: 'local/demo', provider: 'local' })
    assert.equal(headers['x-llm-call-id'], done.id)
  })

  test('200 makes exactly the calls in the prompt, then returns their results', async () => {
    const tools = [
      { name: 'add', parameters: { type: 'object' } },
      { type: 'function', function: { name: 'get' } },
    ]
    const ask = 'please\n/call add {"a":1}\n/call get {}\n/call other {}'
    const called = (await say(ask, { tools })).body.data
    assert.equal(called.finishReason, 'tool_calls')
    const [add, get] = called.message.toolCalls
    assert.deepEqual(
      [add.name, add.arguments, get.name, called.message.toolCalls.length],
      ['add', { a: 1 }, 'get', 2],
    )
    const response = await project.member.post(chat, {
      tools,
      messages: [
        { role: 'user', content: ask },
        {
          type: 'ai',
          content: '',
          tool_calls: [{ id: add.id, type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: add.id, content: '{"sum":1}' },
      ],
    })
    assert.equal(response.body.data.text, 'Tool add returned: {"sum":1}')
  })

  test('200 streams tool calls', async () => {
    const { text } = await say('/call add {"a":1}', { tools: [{ name: 'add' }], stream: true })
    const events = eventsOf(text)
    assert.deepEqual(
      events.map(({ event }) => event),
      ['start', 'tool_call_delta', 'tool_call_delta', 'usage', 'done'],
    )
    assert.equal(events[1]!.data.name, 'add')
    assert.equal(events[2]!.data.arguments, '{"a":1}')
  })

  test('200 gives the smallest object that fits the schema', async () => {
    const schema = {
      type: 'object',
      required: ['name', 'age', 'kind', 'tags', 'inner'],
      properties: {
        name: { type: 'string' },
        age: { type: 'integer', minimum: 18 },
        kind: { enum: ['a', 'b'] },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
        inner: { $ref: '#/$defs/inner' },
        extra: { type: 'string' },
      },
      $defs: { inner: { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } } },
    }
    const formats = [
      { type: 'json_schema', schema },
      { type: 'json_schema', json_schema: { name: 'x', schema, strict: true } },
    ]
    for (const responseFormat of formats) {
      const { body } = await say('anything', { responseFormat })
      assert.deepEqual(JSON.parse(body.data.text), {
        name: '',
        age: 18,
        kind: 'a',
        tags: [''],
        inner: { ok: false },
      })
    }
    assert.equal((await say('anything', { responseFormat: { type: 'json' } })).body.data.text, '{}')
  })

  test('200 answers from the given text with its source, and says so when it cannot', async () => {
    const text = 'We sell tea. Refunds take five working days. Our office is in Bern.'
    const before = [
      { role: 'user', content: text },
      { role: 'assistant', content: 'ok' },
    ]
    const requested = async (question: string, earlier: object[] = before) =>
      (await project.member.post(chat, { messages: [...earlier, { role: 'user', content: question }] })).body
        .data.text
    assert.equal(await requested('How long do refunds take?'), 'Refunds take five working days. [message 1]')
    const first = await requested('What is the capital of France?')
    assert.match(
      first,
      /^This is the offline demo\..*\[add a model provider\]\(http.*\/models\/providers\?new=1\)/,
    )
    const again = await requested('And of Spain?', [...before, { role: 'assistant', content: first }])
    assert.match(again, /^No text here answers this\. For real answers, \[add/)
    const secret = await say('How long do refunds take?', { systemPrompt: text })
    assert.doesNotMatch(secret.body.data.text, /five working days/)
    assert.match((await say('/help')).body.data.text, /`\/call tool/)
  })

  test('200 with length where maxTokens ends it, and stop where a stop word occurs', async () => {
    const cut = await say('/say one two three four five', { maxTokens: 2 })
    assert.equal(cut.body.data.finishReason, 'length')
    assert.equal(cut.body.data.usage.completionTokens, 2)
    assert.equal((await say('/say one END two', { stop: 'END' })).body.data.text.trim(), 'one')
  })

  test('200 returns the same text with a delay in the prompt', async () => {
    const { body } = await say('/slow 1 /say one two three')
    assert.equal(body.data.text, 'one two three')
  })

  test('502 when the prompt requests a failure, and nothing is charged', async () => {
    const { status, body } = await say('/fail', { stream: true })
    assert.equal(status, 502)
    assert.equal(body.error.code, 'upstream_error')
  })
})

describe('what cannot be called', () => {
  test('404 with near matches, 409 when switched off, 422 without a key', async () => {
    const missing = await say('x', { model: 'openai/gpt-55' })
    assert.equal(missing.status, 404)
    assert.equal(missing.body.error.code, 'model_not_found')
    assert.ok(missing.body.error.nearMatches.includes('openai/gpt-5.5'))
    const keyless = await say('x', { model: 'openai/gpt-5' })
    assert.equal(keyless.status, 422)
    assert.equal(keyless.body.error.code, 'provider_not_configured')
    await project.admin.patch('/api/v1/ai/models/openai/gpt-5', { isActive: false })
    const inactive = await project.admin.post(chat, {
      model: 'openai/gpt-5',
      messages: [{ role: 'user', content: 'x' }],
    })
    assert.deepEqual([inactive.status, inactive.body.error.code], [409, 'model_inactive'])
    const hidden = await say('x', { model: 'openai/gpt-5' })
    assert.equal(hidden.status, 404)
    assert.ok(!hidden.body.error.nearMatches.includes('openai/gpt-5'))
  })

  test('400 for a media model, an unknown role and a message without one', async () => {
    assert.equal((await say('x', { model: 'openai/tts-1' })).status, 400)
    for (const message of [{ role: 'god', content: 'x' }, { content: 'x' }, { role: 'tool', content: 'x' }])
      assert.equal(
        (await project.member.post(chat, { messages: [message] })).status,
        400,
        JSON.stringify(message),
      )
  })

  test('a model that cannot be called is skipped for its fallback', async () => {
    const { body } = await say('/say hi', { model: 'openai/gpt-4o', fallbackModels: ['local/demo'] })
    assert.deepEqual(
      [body.data.text, body.data.model, body.data.fallbackFrom],
      ['hi', 'local/demo', 'openai/gpt-4o'],
    )
  })

  test('400 for an Idempotency-Key on a stream; without one it is replayed', async () => {
    const messages = [{ role: 'user', content: '/say hi' }]
    const streamKey = { 'idempotency-key': 'for-a-stream' }
    assert.equal((await project.member.post(chat, { messages, stream: true }, streamKey)).status, 400)
    const key = { 'idempotency-key': 'once-and-for-all' }
    const first = await project.member.post(chat, { messages }, key)
    const second = await project.member.post(chat, { messages }, key)
    assert.equal(second.body.data.id, first.body.data.id)
  })
})

test('200 generates from a prompt', async () => {
  const { body } = await project.member.post('/api/v1/ai/llm/generate', {
    prompt: '/say a b',
    systemPrompt: 'x',
  })
  assert.equal(body.data.text, 'a b')
})

test('200 reads a file by its id; one of another project does not exist', async () => {
  const upload = async ({ admin }: TestProject) => {
    const form =
      '--f\r\ncontent-disposition: form-data; name="file"; filename="terms.txt"\r\n\r\nShipping costs nine francs.\r\n--f--\r\n'
    const type = { 'content-type': 'multipart/form-data; boundary=f' }
    return (await admin.post('/api/v1/file/upload/single/document', form, type)).body.data.id as string
  }
  const content = (fileId: string) => [
    { type: 'text', text: 'What does shipping cost?' },
    { type: 'file', fileId },
  ]
  const read = await say(content(await upload(project)))
  assert.equal(read.body.data.text, 'Shipping costs nine francs. [terms.txt]')
  assert.equal((await say(content(await upload(await app.newProject())))).status, 404)
})
