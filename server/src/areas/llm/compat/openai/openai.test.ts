import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import { z } from 'zod'
import {
  chunk,
  failing,
  saying,
  sendFrames,
  startModelUpstream,
  usageOf,
} from '../../../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../../../test/harness.ts'
import { multipart } from '../../../../../test/multipart.ts'

/** The official client, unchanged, against the running product. */
const calling = (index: number, name: string, argumentsText: string) => ({
  tool_calls: [
    { index, id: `call-${index}`, type: 'function', function: { name, arguments: argumentsText } },
  ],
})
const more = (index: number, argumentsText: string) => ({
  tool_calls: [{ index, function: { arguments: argumentsText } }],
})

// Some gateways write the signature of a model into the id of its call.
const longId = `call_1__thought__${'s'.repeat(5_000)}`

const upstream = await startModelUpstream({
  plain: saying(['one ', 'two ', 'three']),
  thinking: (response) =>
    sendFrames(response, [
      chunk({ reasoning_content: 'hm' }),
      chunk({ content: 'so' }),
      chunk({}, 'stop', usageOf(5, 2)),
    ]),
  'two-tools': (response) =>
    sendFrames(response, [
      chunk(calling(0, 'weather', '')),
      chunk(more(0, '{"city":')),
      chunk(calling(1, 'time', '')),
      chunk(more(0, '"Bern"}')),
      chunk(more(1, '{"zone":"CET"}')),
      chunk({}, 'tool_calls', usageOf(7, 9)),
    ]),
  'long-id': (response, { body }) =>
    sendFrames(
      response,
      body.messages.at(-1).role === 'tool'
        ? [chunk({ content: body.messages.at(-1).tool_call_id }, 'stop')]
        : [
            chunk({ tool_calls: [{ index: 0, id: longId, function: { name: 'time', arguments: '{}' } }] }),
            chunk({}, 'tool_calls'),
          ],
    ),
  busy: failing(429, 'slow down', { 'retry-after': '7' }),
  refusing: failing(401, 'wrong key'),
  broken: (response) =>
    sendFrames(response, [chunk({ content: 'half' })], { isWhole: false }) ?? void response.end(),
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
let client: OpenAI
const clientWith = (apiKey: string, options = {}) =>
  new OpenAI({ apiKey, baseURL: `${address}/api/v1/openai`, maxRetries: 0, ...options })
before(async () => {
  project = await app.newProject()
  client = clientWith(project.memberKey)
})

const user = (content: string) => [{ role: 'user' as const, content }]
const tool = (name: string) => ({
  type: 'function' as const,
  function: { name, parameters: { type: 'object', properties: { city: { type: 'string' } } } },
})

describe('chat completions', () => {
  test('text, with usage and a request id', async () => {
    const response = await client.chat.completions.create({
      model: 'local/demo',
      messages: user('/say hello'),
    })
    assert.equal(response.choices[0]?.message.content, 'hello')
    assert.equal(response.choices[0]?.finish_reason, 'stop')
    assert.equal(response.usage?.total_tokens, response.usage!.prompt_tokens + 1)
    assert.ok(response._request_id)
    const { body } = await project.admin.get('/api/v1/ai/calls')
    assert.equal(`chatcmpl-${body.data[0].id}`, response.id)
    assert.equal(body.data[0].requestId, response._request_id)
  })

  test('a bare name selects the model that has it', async () => {
    const response = await client.chat.completions.create({ model: 'demo', messages: user('/say hi') })
    assert.equal(response.model, 'local/demo')
  })

  test('a stream with usage at its end', async () => {
    const stream = await client.chat.completions.create({
      model: 'compatible/plain',
      messages: user('count'),
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks = await Array.fromAsync(stream)
    assert.equal(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''), 'one two three')
    assert.equal(chunks.at(-2)?.choices[0]?.finish_reason, 'stop')
    assert.deepEqual(chunks.at(-1)?.choices, [])
    assert.equal(chunks.at(-1)?.usage?.completion_tokens, 3)
    assert.equal(new Set(chunks.map(({ id }) => id)).size, 1)
  })

  test('a stream without usage has none', async () => {
    const stream = await client.chat.completions.create({
      model: 'compatible/plain',
      messages: user('count'),
      stream: true,
    } as const)
    for (const each of await Array.fromAsync(stream)) assert.equal(each.usage ?? null, null)
  })

  test('a stream begins with a text only where one follows', async () => {
    const tools = [tool('weather'), tool('time')]
    const request = { messages: user('x'), tools, stream: true as const }
    const begins: [string, string | null][] = [
      ['compatible/plain', ''],
      ['compatible/thinking', null],
      ['compatible/two-tools', null],
    ]
    for (const [model, content] of begins) {
      const [first] = await Array.fromAsync(await client.chat.completions.create({ ...request, model }))
      assert.deepEqual(first!.choices[0]!.delta, { role: 'assistant', content, refusal: null })
    }
  })

  test('reasoning is distinguished from the response', async () => {
    const stream = await client.chat.completions.create({
      model: 'compatible/thinking',
      messages: user('think'),
      stream: true,
    } as const)
    const deltas = (await Array.fromAsync(stream)).map(
      ({ choices }) => choices[0]?.delta as { reasoning_content?: string },
    )
    assert.equal(deltas.map(({ reasoning_content = '' }) => reasoning_content).join(''), 'hm')
  })

  test('parallel tool calls, streamed, and their results sent back as the client stores them', async () => {
    const runner = client.chat.completions.stream({
      model: 'compatible/two-tools',
      messages: user('what is the weather'),
      tools: [tool('weather'), tool('time')],
    })
    const { message, finish_reason } = (await runner.finalChatCompletion()).choices[0]!
    assert.equal(finish_reason, 'tool_calls')
    assert.deepEqual(
      message.tool_calls?.map(
        (call) => call.type === 'function' && [call.function.name, call.function.arguments],
      ),
      [
        ['weather', '{"city":"Bern"}'],
        ['time', '{"zone":"CET"}'],
      ],
    )
    const next = await client.chat.completions.create({
      model: 'local/demo',
      messages: [
        ...user('what is the weather'),
        message,
        { role: 'tool', tool_call_id: message.tool_calls![0]!.id, content: 'sunny' },
      ],
      tools: [tool('weather')],
    })
    assert.match(next.choices[0]!.message.content!, /weather returned: sunny/)
  })

  test('the id of a call is taken back, however long the provider has made it', async () => {
    const model = 'compatible/long-id'
    const conversation = { model, messages: user('time?'), tools: [tool('time')] }
    const { message } = (await client.chat.completions.stream(conversation).finalChatCompletion()).choices[0]!
    const tool_call_id = message.tool_calls![0]!.id
    const result = { role: 'tool' as const, tool_call_id, content: '12:00' }
    const messages = [...conversation.messages, message, result]
    const stream = client.chat.completions.stream({ ...conversation, messages })
    assert.equal((await stream.finalChatCompletion()).choices[0]!.message.content, longId)
  })

  test('tool calls as a whole', async () => {
    const response = await client.chat.completions.create({
      model: 'local/demo',
      messages: user('/call weather {"city":"Bern"}'),
      tools: [tool('weather')],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    })
    const [call] = response.choices[0]!.message.tool_calls!
    assert.deepEqual(call?.type === 'function' && JSON.parse(call.function.arguments), { city: 'Bern' })
    assert.equal(response.choices[0]!.message.content, null)
  })

  test('a tool call that is required, named or forbidden', async () => {
    const sized = {
      type: 'object',
      properties: { size: { type: 'integer', minimum: 3 } },
      required: ['size'],
    }
    const tools = [
      tool('weather'),
      { type: 'function' as const, function: { name: 'size', parameters: sized } },
    ]
    const called = async (content: string, tool_choice: OpenAI.ChatCompletionToolChoiceOption) => {
      const body = { model: 'local/demo', messages: user(content), tools, tool_choice }
      const { message } = (await client.chat.completions.create(body)).choices[0]!
      return message.tool_calls?.map((call) =>
        call.type === 'function' ? `${call.function.name} ${call.function.arguments}` : '',
      )
    }
    const named = { type: 'function' as const, function: { name: 'size' } }
    assert.deepEqual(await called('anything', named), ['size {"size":3}'])
    assert.deepEqual(await called('/say {"size":7}', named), ['size {"size":7}'])
    assert.deepEqual(await called('anything', 'required'), ['weather {}'])
    assert.equal(await called('/call weather {}', 'none'), undefined)
  })

  test('structured output by a zod shape', async () => {
    const Shape = z.object({ name: z.string(), size: z.number() })
    const response = await client.chat.completions.parse({
      model: 'local/demo',
      messages: user('anything'),
      response_format: zodResponseFormat(Shape, 'thing'),
    })
    assert.ok(Shape.safeParse(response.choices[0]!.message.parsed).success)
  })

  test('images by data and files by id reach the provider', async () => {
    const png = 'iVBORw0KGgo='
    const form = multipart('notes.txt', 'the notes of today')
    const { body: file } = await project.member.post(
      '/api/v1/file/upload/single/document',
      form.body,
      form.headers,
    )
    await client.chat.completions.create({
      model: 'compatible/plain',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'see' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
            { type: 'file', file: { file_id: file.data.id } },
          ],
        },
      ],
    })
    const sent = JSON.stringify(upstream.ofModel('plain').at(-1)?.body)
    assert.ok(sent.includes(png))
    assert.ok(sent.includes('the notes of today'))
  })

  test('x-username acts as an end user', async () => {
    const alice = clientWith(project.memberKey, { defaultHeaders: { 'x-username': 'alice' } })
    const { id } = await alice.chat.completions.create({ model: 'local/demo', messages: user('/say hi') })
    const { body } = await project.admin.as('alice').get('/api/v1/ai/calls')
    assert.deepEqual(
      body.data.map((call: { id: string }) => `chatcmpl-${call.id}`),
      [id],
    )
  })
})

describe('failures are those that the client knows', () => {
  const ask = (model: string, from = client) => from.chat.completions.create({ model, messages: user('x') })

  test('401', () => assert.rejects(ask('local/demo', clientWith('stoa_wrong')), OpenAI.AuthenticationError))
  test('404 with near matches', () =>
    assert.rejects(ask('openai/gpt-55'), (error) => {
      assert.ok(error instanceof OpenAI.NotFoundError)
      assert.equal(error.code, 'model_not_found')
      assert.equal(error.type, 'invalid_request_error')
      assert.ok(error.requestID)
      return true
    }))
  test('400 for a body that does not fit', () =>
    assert.rejects(
      client.chat.completions.create({ model: 'local/demo', messages: user('x'), n: 2 }),
      (error) => error instanceof OpenAI.BadRequestError && error.param === 'n',
    ))
  test('429 with Retry-After', () =>
    assert.rejects(ask('compatible/busy'), (error) => {
      assert.ok(error instanceof OpenAI.RateLimitError)
      assert.equal(error.headers.get('retry-after'), '7')
      return true
    }))
  test('503 for a key that the provider refuses, which the client does not try again', async () => {
    const trying = clientWith(project.memberKey, { maxRetries: 2 })
    await assert.rejects(ask('compatible/refusing', trying), (error) => {
      assert.ok(error instanceof OpenAI.InternalServerError)
      assert.equal(error.code, 'provider_unavailable')
      return true
    })
    assert.equal(upstream.ofModel('refusing').length, 1)
  })
  test('402 when there are no credits', async () => {
    const poor = await app.newProject()
    await (await app.operatorOf(poor)).post('/api/v1/usage/grants', { credits: 0.000001, reason: 'test' })
    const priced = clientWith(poor.adminKey)
    await poor.admin.put('/api/v1/ai/providers', { name: 'openai', apiKeys: ['k'] })
    await assert.rejects(ask('gpt-5', priced), (error) => {
      assert.ok(error instanceof OpenAI.APIError)
      assert.equal(error.status, 402)
      assert.equal(error.type, 'insufficient_quota')
      return true
    })
  })
  test('an interrupted stream is an error and not a short response', async () => {
    const stream = await client.chat.completions.create({
      model: 'compatible/broken',
      messages: user('x'),
      stream: true,
    } as const)
    await assert.rejects(Array.fromAsync(stream), OpenAI.APIError)
  })
})

test('embeddings, as floats and as the client requests by default', async () => {
  const ask = (encoding_format?: 'float' | 'base64') =>
    client.embeddings.create({
      model: 'local/use-lite',
      input: ['red house', 'blue sea'],
      dimensions: 8,
      ...(encoding_format ? { encoding_format } : {}),
    })
  const [floats, fallback] = await Promise.all([ask('float'), ask()])
  assert.equal(fallback.data.length, 2)
  assert.equal(fallback.data[0]!.embedding.length, 8)
  for (const [at, value] of fallback.data[0]!.embedding.entries())
    assert.ok(Math.abs(value - floats.data[0]!.embedding[at]!) < 1e-6)
})

test('models: those that can be called', async () => {
  const ids = (await Array.fromAsync(client.models.list())).map(({ id }) => id)
  assert.ok(ids.includes('local/demo'))
  assert.ok(!ids.some((id) => id.startsWith('openai/')))
  assert.equal((await client.models.retrieve('local/demo')).owned_by, 'local')
  await assert.rejects(client.models.retrieve('no/such'), OpenAI.NotFoundError)
})
