import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import { generateText, Output } from 'ai'
import { z } from 'zod'
import {
  chunk,
  failing,
  sendFrames,
  startModelUpstream,
  usageOf,
} from '../../../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../../../test/harness.ts'
import { pageOf } from './models.ts'

/** The official client, unchanged, against the running product. */
const upstream = await startModelUpstream({
  thinking: (response) =>
    sendFrames(response, [
      chunk({ reasoning_content: 'hm' }),
      chunk({ content: 'so ' }),
      chunk({ content: 'be it' }),
      chunk({}, 'stop', usageOf(9, 4, { prompt_tokens_details: { cached_tokens: 5 } })),
    ]),
  busy: failing(429, 'slow down', { 'retry-after': '7' }),
  broken: (response) => {
    sendFrames(response, [chunk({ content: 'half' })], { isWhole: false })
    response.end()
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
const baseURL = `${await app.listen()}/api/v1/anthropic`

let project: TestProject
let client: Anthropic
const clientWith = (apiKey: string, options = {}) =>
  new Anthropic({ apiKey, baseURL, maxRetries: 0, ...options })
before(async () => {
  project = await app.newProject()
  client = clientWith(project.memberKey)
})

const weather = {
  name: 'weather',
  input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } },
}
const requesting = (content: string, model = 'local/demo') => ({
  model,
  max_tokens: 100,
  messages: [{ role: 'user' as const, content }],
})

describe('messages', () => {
  test('text, with system, usage and a request id', async () => {
    const response = await client.messages.create({ ...requesting('/say hello'), system: 'Be brief.' })
    assert.deepEqual(
      response.content.map((block) => block.type === 'text' && block.text),
      ['hello'],
    )
    assert.equal(response.stop_reason, 'end_turn')
    assert.equal(response.usage.output_tokens, 1)
    const { body } = await project.admin.get('/api/v1/ai/calls')
    assert.equal(body.data[0].requestId, response._request_id)
  })

  test('a stream has an estimate of the prompt from its beginning, and what was counted at its end', async () => {
    const stream = await client.messages.create({
      ...requesting('think', 'compatible/thinking'),
      stream: true,
    })
    const usage = []
    for await (const event of stream) {
      if (event.type === 'message_start') usage.push(event.message.usage.input_tokens)
      if (event.type === 'message_delta') usage.push(event.usage.input_tokens)
    }
    assert.ok(usage[0]! > 0)
    assert.equal(usage[1], 4)
  })

  test('a stream of thoughts and text, gathered by the client', async () => {
    const stream = client.messages.stream(requesting('think', 'compatible/thinking'))
    const events: string[] = []
    stream.on('streamEvent', ({ type }) => events.push(type))
    const { content, usage, stop_reason } = await stream.finalMessage()
    const block = (delta: number) => [
      'content_block_start',
      ...Array<string>(delta).fill('content_block_delta'),
      'content_block_stop',
    ]
    assert.deepEqual(events, ['message_start', ...block(2), ...block(2), 'message_delta', 'message_stop'])
    assert.deepEqual(
      content.map((each) => (each.type === 'thinking' ? each.thinking : each.type === 'text' && each.text)),
      ['hm', 'so be it'],
    )
    assert.equal(stop_reason, 'end_turn')
    assert.deepEqual([usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens], [4, 5, 4])
  })

  test('tools are called, streamed and as a whole, and their results are sent back', async () => {
    const both = { ...requesting('/call weather {"city":"Bern"}\n/call weather {}'), tools: [weather] }
    const whole = await client.messages.create({ ...both, tool_choice: { type: 'any' } })
    const streamed = await client.messages.stream(both).finalMessage()
    assert.deepEqual(streamed.content, whole.content)
    assert.deepEqual(
      whole.content.map((block) => block.type === 'tool_use' && block.input),
      [{ city: 'Bern' }, {}],
    )
    assert.equal(whole.stop_reason, 'tool_use')
    const [first, second] = whole.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    const next = await client.messages.create({
      ...both,
      messages: [
        ...both.messages,
        { role: 'assistant', content: whole.content },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: first!, content: 'sunny' },
            {
              type: 'tool_result',
              tool_use_id: second!,
              content: [{ type: 'text', text: 'no city' }],
              is_error: true,
            },
          ],
        },
      ],
    })
    const [block] = next.content
    assert.match(block?.type === 'text' ? block.text : '', /sunny\n.*Error: no city/)
  })

  test('text and objects, for the AI SDK', async () => {
    const model = createAnthropic({ baseURL: `${baseURL}/v1`, apiKey: project.memberKey })('local/demo')
    const options = { model, maxRetries: 0, maxOutputTokens: 100 }
    assert.equal((await generateText({ ...options, prompt: '/say hello' })).text, 'hello')
    const output = Output.object({ schema: z.object({ name: z.string(), size: z.number() }) })
    const response = await generateText({ ...options, prompt: 'anything', output })
    assert.deepEqual(response.output, { name: '', size: 0 })
  })

  test('an image reaches the provider', async () => {
    const data = 'iVBORw0KGgo='
    await client.messages.create({
      ...requesting('', 'compatible/thinking'),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
            { type: 'text', text: 'what is it' },
          ],
        },
      ],
      stream: true,
    })
    assert.ok(JSON.stringify(upstream.requests.at(-1)?.body).includes(data))
  })

  test('tokens are counted, thinking is taken, and x-username acts as an end user', async () => {
    const { input_tokens } = await client.messages.countTokens({
      model: 'demo',
      messages: requesting('hello').messages,
    })
    assert.ok(input_tokens > 0 && input_tokens < 20)
    const alice = clientWith(project.memberKey, { defaultHeaders: { 'x-username': 'alice' } })
    await alice.messages.create({
      ...requesting('/say hi'),
      thinking: { type: 'enabled', budget_tokens: 1024 },
    })
    assert.equal((await project.admin.as('alice').get('/api/v1/ai/calls')).body.total, 1)
  })
})

describe('failures are those that the client knows', () => {
  const ask = (model: string, from = client) => from.messages.create(requesting('x', model))

  test('401', () =>
    assert.rejects(ask('local/demo', clientWith('stoa_wrong')), Anthropic.AuthenticationError))
  test('404, with its type and the request id', () =>
    assert.rejects(ask('claude-nine'), (error) => {
      assert.ok(error instanceof Anthropic.NotFoundError)
      assert.equal(error.type, 'not_found_error')
      assert.ok(error.requestID)
      return true
    }))
  test('400', () =>
    assert.rejects(client.messages.create({ ...requesting('x'), max_tokens: 0 }), Anthropic.BadRequestError))
  test('429 with Retry-After', () =>
    assert.rejects(ask('compatible/busy'), (error) => {
      assert.ok(error instanceof Anthropic.RateLimitError)
      assert.equal(error.headers.get('retry-after'), '7')
      return true
    }))
  test('a stream that breaks off is an error', async () => {
    const stream = client.messages.stream(requesting('x', 'compatible/broken'))
    await assert.rejects(stream.finalMessage(), Anthropic.APIError)
  })
})

describe('models', () => {
  test('lists those that can be talked to, page by page, and finds one by its id', async () => {
    const listed: string[] = []
    for await (const { id, type, display_name } of client.models.list({ limit: 1 })) {
      assert.equal(type, 'model')
      assert.ok(display_name.length > 0)
      listed.push(id)
    }
    assert.deepEqual(listed, ['local/demo'])
    assert.equal(
      (await client.models.retrieve('local/demo')).display_name,
      'Offline demo (not a language model)',
    )
    await assert.rejects(
      client.models.retrieve('nobody/nothing'),
      (error: { status?: number }) => error.status === 404,
    )
  })

  test('reads on from both ends', () => {
    const models = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id, provider: 'x', embeds: id === 'd' }))
    const idsOf = (query: object) => {
      const { data, has_more } = pageOf(models, { limit: 2, ...query })
      return [...data.map(({ id }) => id), has_more]
    }
    assert.deepEqual(idsOf({}), ['a', 'b', true])
    assert.deepEqual(idsOf({ after_id: 'b' }), ['c', false])
    assert.deepEqual(idsOf({ before_id: 'c' }), ['a', 'b', false])
    assert.deepEqual(idsOf({ before_id: 'c', limit: 1 }), ['b', true])
  })
})
