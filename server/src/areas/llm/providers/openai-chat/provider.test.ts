import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  type Behaviour,
  chunk,
  failing,
  saying,
  sendFrames,
  startModelUpstream,
  usageOf,
} from '../../../../../test/fakes/model-upstream.ts'
import { until } from '../../../../../test/until.ts'
import { createUpstream } from '../../../../kernel/net/upstream.ts'
import { type Parameters as CallParameters, noParameters } from '../../schema/call-request.ts'
import type { Message } from '../../schema/message.ts'
import type { TokenUsage } from '../../schema/token-usage.ts'
import { noUsage } from '../../service/calls/meter.ts'
import { type ModelFinish, type ModelPart, type Provider, ProviderFailure } from '../port.ts'
import { createOpenAiChat, speaksChat } from './provider.ts'

let behave: Behaviour = () => undefined
const upstream = await startModelUpstream({
  x: (response, request) => behave(response, request),
  'gpt-5': (response, request) => behave(response, request),
})
after(() => upstream.stop())
const { send, close } = createUpstream({ connectTimeoutMs: 1_000 })
after(close)

const settings = {
  name: 'compatible',
  kind: 'openai-compatible' as const,
  baseUrl: `${upstream.url}/`,
  keys: ['k'],
  options: {},
  isGuarded: false,
  payer: 'operator' as const,
}
const requested: string[] = []
const rest = {
  async generate({ vendorId }: { vendorId: string }) {
    requested.push(vendorId)
    return []
  },
} as unknown as Provider
const provider = createOpenAiChat({ settings, key: 'secret', send, rest })
const openai = createOpenAiChat({ settings: { ...settings, kind: 'openai' }, key: 'secret', send, rest })

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })
const callOf = (
  more: { messages?: Message[]; parameters?: Partial<CallParameters>; vendorId?: string } = {},
) => ({
  vendorId: more.vendorId ?? 'x',
  messages: more.messages ?? [user('hi')],
  parameters: { ...noParameters, ...more.parameters },
  signal: new AbortController().signal,
})

async function receive(call = callOf()): Promise<{ parts: ModelPart[]; failure: ProviderFailure | null }> {
  const parts: ModelPart[] = []
  try {
    for await (const come of provider.stream(call)) parts.push(...come)
    return { parts, failure: null }
  } catch (failure) {
    assert.ok(failure instanceof ProviderFailure)
    return { parts, failure }
  }
}

describe('what is sent', () => {
  test('thoughts are sent back to compatible servers, but not what others signed', async () => {
    behave = saying(['ok'])
    const signed = { text: 'signed', place: 0, signature: { vendor: 'anthropic' as const, signature: 's' } }
    const thoughts = [{ text: 'plain', place: 0, signature: null }, signed]
    const messages: Message[] = [
      user('one'),
      { role: 'assistant', text: 'two', toolCalls: [], thoughts },
      user('three'),
    ]
    for (const [requesting, thought] of [
      [provider, { reasoning_content: 'plain' }],
      [openai, {}],
    ] as const) {
      await requesting.generate(callOf({ messages }))
      const { body } = upstream.requests.at(-1)! as { body: { messages: object[] } }
      assert.deepEqual(body.messages[1], { role: 'assistant', content: 'two', ...thought })
    }
  })

  test('the conversation and the parameters in the API format', async () => {
    behave = saying(['ok'])
    await provider.generate(
      callOf({
        messages: [
          user('one'),
          { role: 'system', text: 'be' },
          { role: 'system', text: 'brief' },
          { role: 'assistant', text: '', toolCalls: [{ id: 'c', name: 'add', arguments: { a: 1 } }] },
          { role: 'tool', toolCallId: 'c', toolName: null, text: '2' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'read' },
              { type: 'file', mediaType: 'text/csv', name: 'a.csv', bytes: Buffer.from('1,2') },
            ],
          },
        ],
        parameters: {
          maxTokens: 7,
          stop: ['.'],
          toolChoice: { name: 'add' },
          tools: [{ name: 'add', description: null, parameters: { type: 'object' } }],
          responseFormat: { type: 'json', schema: { type: 'object' }, name: null },
        },
      }),
    )
    const { headers, body } = upstream.requests.at(-1)!
    assert.equal(headers.authorization, 'Bearer secret')
    const called = { id: 'c', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }
    assert.deepEqual(body, {
      model: 'x',
      max_tokens: 7,
      stop: ['.'],
      response_format: {
        type: 'json_schema',
        json_schema: { schema: { type: 'object' }, strict: true, name: 'response' },
      },
      messages: [
        { role: 'system', content: 'be\n\nbrief' },
        { role: 'user', content: 'one' },
        { role: 'assistant', content: null, tool_calls: [called] },
        { role: 'tool', tool_call_id: 'c', content: '2' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'read' },
            { type: 'text', text: 'a.csv:\n1,2' },
          ],
        },
      ],
      tools: [{ type: 'function', function: { name: 'add', parameters: { type: 'object' } } }],
      tool_choice: { type: 'function', function: { name: 'add' } },
    })
  })

  test("images, and OpenAI's models that reason, are left to the package", async () => {
    const picture: Message = {
      role: 'user',
      content: [{ type: 'file', mediaType: 'image/png', name: null, bytes: Buffer.from('x') }],
    }
    await provider.generate(callOf({ messages: [picture] }))
    await openai.generate(callOf({ vendorId: 'gpt-5' }))
    assert.deepEqual(requested, ['x', 'gpt-5'])
    behave = saying(['ok'])
    await provider.generate(callOf({ vendorId: 'gpt-5' }))
    assert.equal(requested.length, 2)
  })

  test('only compatible providers are called in this format', () => {
    assert.ok(speaksChat(settings))
    assert.ok(!speaksChat({ ...settings, kind: 'anthropic' }))
    assert.ok(!speaksChat({ ...settings, kind: 'openai', options: { api: 'responses' } }))
  })
})

describe('what is heard', () => {
  const finish = (reason: ModelFinish, usage: TokenUsage | null = null) => ({
    type: 'finish' as const,
    reason,
    usage,
  })

  test('words, thoughts and usage, however the bytes were cut', async () => {
    const events = [
      chunk({ reasoning_content: 'hm' }),
      chunk({ content: 'für 🙂' }),
      chunk({}, 'stop', usageOf(3, 4)),
    ]
    const bytes = Buffer.from(
      `: hello\r\n\r\n${events.map((each) => `event: x\r\ndata: ${JSON.stringify(each)}\r\n\r\n`).join('')}data:[DONE]\n\n`,
    )
    behave = async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const byte of bytes) await new Promise((done) => response.write(Buffer.of(byte), done))
      response.end()
    }
    const usage = {
      promptTokens: 3,
      completionTokens: 4,
      reasoningTokens: 0,
      cachedInputTokens: 0,
      cacheCreationInputTokens: 0,
    }
    assert.deepEqual(await receive(), {
      parts: [{ type: 'reasoning', delta: 'hm' }, { type: 'text', delta: 'für 🙂' }, finish('stop', usage)],
      failure: null,
    })
  })

  test('parallel calls, and those that servers send without an index, an id or a name at first', async () => {
    const pieces = [
      { index: 0, id: 'a', function: { name: 'one', arguments: '' } },
      { index: 1, id: 'b', function: { arguments: '{"x"' } },
      { index: 0, function: { arguments: '{}' } },
      { index: 1, function: { name: 'two', arguments: ':1}' } },
      { id: 'c', function: { name: 'three', arguments: '{' } },
      { function: { arguments: '}' } },
    ]
    behave = (response) =>
      sendFrames(response, [...pieces.map((each) => chunk({ tool_calls: [each] })), chunk({}, 'tool_calls')])
    const { parts } = await receive()
    assert.deepEqual(parts.slice(-4), [
      { type: 'tool-call', id: 'a', name: 'one', arguments: '{}' },
      { type: 'tool-call', id: 'b', name: 'two', arguments: '{"x":1}' },
      { type: 'tool-call', id: 'c', name: 'three', arguments: '{}' },
      finish('tool_calls'),
    ])
    const started = parts.flatMap((part) => (part.type === 'tool-start' ? [part.name] : []))
    assert.deepEqual(started, ['one', 'two', 'three'])
  })

  test('nothing after the end of the events, also where the server does not end its response', async () => {
    const said = [
      { type: 'text', delta: 'all' },
      { type: 'finish', reason: 'stop', usage: null },
    ]
    const tails: ((response: Parameters<Behaviour>[0]) => void)[] = [
      () => {},
      (response) => void response.end('data: {"choices":[{"delta":{"content":"more"}}]}\n\n'),
      (response) => void response.end('data: not JSON\n\n'),
      (response) => {
        const timer = setInterval(() => response.write('data: {"error":{"message":"late"}}\n\n'), 5)
        response.on('close', () => clearInterval(timer))
      },
    ]
    for (const tail of tails) {
      let hasClosed = false
      behave = (response) => {
        response.on('close', () => {
          hasClosed = true
        })
        sendFrames(response, [chunk({ content: 'all' }, 'stop')], { isWhole: false })
        response.write('data: [DONE]\n\n')
        tail(response)
      }
      assert.deepEqual(await receive(), { parts: said, failure: null })
      await until(() => hasClosed, 'the response to be left')
    }
  })

  test('a response that ends with its events leaves its connection to the next call', async () => {
    const connections = new Set<unknown>()
    behave = (response) => {
      connections.add(response.socket)
      sendFrames(response, [chunk({ content: 'all' }, 'stop')], { isWhole: false })
      response.write('data: [DONE]\n\n')
      setTimeout(() => response.end(), 2)
    }
    for (let i = 0; i < 10; i++) await receive()
    // Those of the tests before may be open still.
    assert.ok(connections.size <= 3, `${connections.size} connections for ten calls`)
  })

  test('whole after a finish reason, when its server says nothing more, or breaks off', async () => {
    const impatient = createOpenAiChat({ settings, key: 'secret', send, rest, finishMs: 50 })
    const said = { type: 'text', delta: 'all' }
    const tails: [ModelPart, (response: Parameters<Behaviour>[0]) => void][] = [
      [finish('stop'), () => {}],
      [finish('stop'), (response) => void setTimeout(() => response.destroy(), 5)],
      [
        { ...finish('stop'), usage: { ...noUsage, promptTokens: 3, completionTokens: 4 } },
        (response) =>
          void response.write(`data: {"choices":[],"usage":${JSON.stringify(usageOf(3, 4))}}\n\n`),
      ],
    ]
    for (const [end, tail] of tails) {
      let hasClosed = false
      behave = (response) => {
        response.on('close', () => {
          hasClosed = true
        })
        sendFrames(response, [chunk({ content: 'all' }), chunk({}, 'stop')], { isWhole: false })
        tail(response)
      }
      const parts: ModelPart[] = []
      for await (const come of impatient.stream(callOf())) parts.push(...come)
      assert.deepEqual(parts, [said, end])
      await until(() => hasClosed, 'the response to be left')
    }
  })

  test('a refusal is text and ends as one', async () => {
    behave = (response) => sendFrames(response, [chunk({ refusal: 'no' }), chunk({}, 'stop')])
    assert.deepEqual((await receive()).parts, [{ type: 'text', delta: 'no' }, finish('content_filter')])
  })

  test('a usage that cannot be is none', async () => {
    behave = (response) => sendFrames(response, [chunk({ content: 'x' }, 'stop', usageOf(-5, 1))])
    assert.deepEqual((await receive()).parts.at(-1), finish('stop'))
  })
})

describe('what fails', () => {
  const half = { type: 'text', delta: 'half' }

  test('a stream that just ends has no finish', async () => {
    behave = (response) => {
      sendFrames(response, [chunk({ content: 'half' })], { isWhole: false })
      response.end()
    }
    assert.deepEqual((await receive()).parts, [half, { type: 'finish', reason: null, usage: null }])
  })

  test('a connection that breaks, an error within, and what is no JSON, after some output', async () => {
    const cases: [string, (response: Parameters<Behaviour>[0]) => void][] = [
      ['unavailable', (response) => void setTimeout(() => response.destroy(), 20)],
      ['busy', (response) => response.end('data: {"error":{"message":"rate limit"}}\n\n')],
      ['broken', (response) => response.end('data: {"choices":[\n\n')],
    ]
    for (const [kind, go] of cases) {
      behave = (response) => {
        sendFrames(response, [chunk({ content: 'half' })], { isWhole: false })
        setTimeout(() => go(response), 5)
      }
      const { parts, failure } = await receive()
      assert.deepEqual([parts, failure?.kind], [[half], kind])
    }
  })

  test('what came in the same piece as an error was said', async () => {
    behave = (response) => sendFrames(response, [chunk({ content: 'half' }), { error: { message: 'odd' } }])
    const { parts, failure } = await receive()
    assert.deepEqual([parts, failure?.message], [[half], 'odd'])
  })

  test('what would take the main thread long to read or to write again', async () => {
    const lists = (count: number) => `[${'[],'.repeat(count)}1]`
    const called = { index: 0, id: 'a', function: { name: 'one', arguments: lists(110_000) } }
    const many = Array.from({ length: 60 }, () => chunk({ content: 'x'.repeat(40_000) }))
    const cases: [RegExp, Behaviour][] = [
      [/lists and objects/, (response) => void response.end(`data: {"choices":${lists(110_000)}}\n\n`)],
      [/its tool call has/, (response) => sendFrames(response, [chunk({ tool_calls: [called] })])],
      [/too large/, (response) => sendFrames(response, [...many, chunk({}, 'stop')])],
    ]
    for (const [message, go] of cases) {
      behave = go
      const { failure } = await receive()
      assert.equal(failure?.kind, 'broken')
      assert.match(failure.message, message)
    }
    behave = (response) => void response.end(`{"choices":${lists(110_000)}}`)
    await assert.rejects(provider.generate(callOf()), /lists and objects/)
  })

  test('a refused request says why, and how long to wait', async () => {
    behave = failing(429, 'slow down', { 'retry-after': '9' })
    const { failure } = await receive()
    assert.deepEqual([failure?.kind, failure?.status, failure?.retryAfterSeconds], ['busy', 429, 9])
    behave = failing(400, 'the maximum context is 8 tokens')
    assert.equal((await receive()).failure?.kind, 'context')
    behave = failing(400, 'temperature is odd')
    assert.equal((await receive()).failure?.message, 'temperature is odd')
    behave = (response) => void response.writeHead(500).end('<html>')
    assert.equal((await receive()).failure?.message, 'it responded with status 500')
  })
})
