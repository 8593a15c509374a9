import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOpenAI } from '@ai-sdk/openai'
import { stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { zodTextFormat } from 'openai/helpers/zod'
import { z } from 'zod'
import { chunk, sendFrames, startModelUpstream, usageOf } from '../../../../../test/fakes/model-upstream.ts'
import { startTestApp } from '../../../../../test/harness.ts'

/** The client's other interface, with the official client as it is. */
const upstream = await startModelUpstream({
  thinking: (response) =>
    sendFrames(response, [
      chunk({ reasoning_content: 'hm ' }),
      chunk({ reasoning_content: 'yes' }),
      chunk({ content: 'so ' }),
      chunk({ content: 'be it' }),
      chunk({}, 'length', usageOf(5, 4)),
    ]),
  broken: (response) => {
    sendFrames(response, [chunk({ content: 'half' })], { isWhole: false })
    response.end()
  },
  /** Thinks, speaks and calls a tool; with its result it is done. */
  'in-steps': (response, { body }) => {
    const call = { index: 0, id: 'call_1', function: { name: 'weather', arguments: '{}' } }
    sendFrames(
      response,
      body.messages.at(-1).role === 'tool'
        ? [chunk({ content: 'sunny' }, 'stop')]
        : [
            chunk({ reasoning_content: 'hm' }),
            chunk({ content: 'Wait.' }),
            chunk({ tool_calls: [call] }, 'tool_calls'),
          ],
    )
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
const baseURL = `${await app.listen()}/api/v1/openai`

let client: OpenAI
before(async () => {
  client = new OpenAI({ apiKey: (await app.newProject()).memberKey, baseURL, maxRetries: 0 })
})

const weather = {
  type: 'function' as const,
  name: 'weather',
  strict: false,
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
}

describe('responses', () => {
  test('text from a text', async () => {
    const response = await client.responses.create({
      model: 'demo',
      instructions: 'Be brief.',
      input: '/say hello',
    })
    assert.equal(response.output_text, 'hello')
    assert.equal(response.status, 'completed')
    assert.equal(response.usage?.output_tokens, 1)
  })

  test('a function is called, and its result is sent back', async () => {
    const first = await client.responses.create({
      model: 'local/demo',
      input: '/call weather {"city":"Bern"}',
      tools: [weather],
    })
    const [call] = first.output
    assert.ok(call?.type === 'function_call')
    assert.deepEqual(JSON.parse(call.arguments), { city: 'Bern' })
    const next = await client.responses.create({
      model: 'local/demo',
      tools: [weather],
      input: [
        { role: 'user', content: 'the weather' },
        ...first.output.flatMap((item) => (item.type === 'function_call' ? [item] : [])),
        { type: 'function_call_output', call_id: call.call_id, output: 'sunny' },
      ],
    })
    assert.match(next.output_text, /weather returned: sunny/)
  })

  test('structured output by a zod shape', async () => {
    const Shape = z.object({ name: z.string() })
    const response = await client.responses.parse({
      model: 'local/demo',
      input: 'anything',
      text: { format: zodTextFormat(Shape, 'thing') },
    })
    assert.ok(Shape.safeParse(response.output_parsed).success)
  })

  test('a stream opens, fills and closes each item in order, with numbers', async () => {
    const stream = await client.responses.create({ model: 'compatible/thinking', input: 'x', stream: true })
    const events = await Array.fromAsync(stream)
    assert.deepEqual(
      events.map(({ type }) => type.replace('response.', '')),
      [
        'created',
        'in_progress',
        'output_item.added',
        'reasoning_summary_part.added',
        'reasoning_summary_text.delta',
        'reasoning_summary_text.delta',
        'reasoning_summary_text.done',
        'reasoning_summary_part.done',
        'output_item.done',
        'output_item.added',
        'content_part.added',
        'output_text.delta',
        'output_text.delta',
        'output_text.done',
        'content_part.done',
        'output_item.done',
        'incomplete',
      ],
    )
    assert.deepEqual(
      events.map(({ sequence_number }) => sequence_number),
      events.map((_, index) => index),
    )
    const last = events.at(-1)
    assert.ok(last?.type === 'response.incomplete')
    assert.equal(last.response.incomplete_details?.reason, 'max_output_tokens')
    assert.deepEqual(
      last.response.output.map(({ type }) => type),
      ['reasoning', 'message'],
    )
    const whole = await client.responses.create({ model: 'local/demo', input: 'hello', max_output_tokens: 1 })
    const items = [last.response.output.at(-1), whole.output.at(-1)]
    for (const item of items) assert.equal(item?.type === 'message' && item.status, 'incomplete')
  })

  test('the client gathers a streamed call', async () => {
    const runner = client.responses.stream({
      model: 'local/demo',
      input: '/call weather {"city":"Bern"}\n/call weather {}',
      tools: [weather],
    })
    const { output } = await runner.finalResponse()
    assert.deepEqual(
      output.map((item) => item.type === 'function_call' && item.arguments),
      ['{"city":"Bern"}', '{}'],
    )
  })

  test('what breaks off has failed', async () => {
    const stream = await client.responses.create({ model: 'compatible/broken', input: 'x', stream: true })
    const last = (await Array.fromAsync(stream)).at(-1)
    assert.ok(last?.type === 'response.failed')
    assert.equal(last.response.error?.code, 'upstream_error')
  })

  test('400 where a response would have to be stored, and for tools of the vendor', async () => {
    const refused = (more: object, param: string) =>
      assert.rejects(
        client.responses.create({ model: 'local/demo', input: 'x', ...more }),
        (error) => error instanceof OpenAI.BadRequestError && error.param === param,
      )
    await refused({ previous_response_id: 'resp_1' }, 'previous_response_id')
    await refused({ tools: [{ type: 'web_search' }] }, 'tools.0.type')
    const input = [
      { role: 'user', content: 'x' },
      { type: 'item_reference', id: 'msg_1' },
    ]
    await refused({ input }, 'input.1.type')
  })

  test('the error says how the AI SDK sends what it has; then its steps follow one another', async () => {
    const stepsWith = async (openai: { store?: boolean }) => {
      const errors: string[] = []
      const { text } = streamText({
        model: createOpenAI({ apiKey: client.apiKey!, baseURL })('compatible/in-steps'),
        prompt: 'x',
        tools: { weather: tool({ inputSchema: z.object({}), execute: async () => 'sunny' }) },
        stopWhen: stepCountIs(3),
        providerOptions: { openai },
        onError: ({ error }) => void errors.push((error as Error).message),
        maxRetries: 0,
      })
      return { text: await text, errors }
    }
    assert.match((await stepsWith({})).errors.join(), /store: false/)
    assert.deepEqual(await stepsWith({ store: false }), { text: 'sunny', errors: [] })
    const { messages } = upstream.ofModel('in-steps').at(-1)!.body
    assert.deepEqual(
      messages.map(({ role }: { role: string }) => role),
      ['user', 'assistant', 'tool'],
    )
    assert.equal(messages[1].content, 'Wait.')
  })
})
