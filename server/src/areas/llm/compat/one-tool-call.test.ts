import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import {
  chunk,
  sendFrames,
  sendJson,
  startModelUpstream,
  usageOf,
} from '../../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../../test/harness.ts'

const callOf = (index: number, city: string) => ({
  index,
  id: `call_${index}`,
  type: 'function',
  function: { name: 'weather', arguments: JSON.stringify({ city }) },
})

/** Calls two tools whatever the prompt says. */
const upstream = await startModelUpstream({
  eager: (response, { body }) => {
    const tool_calls = [callOf(0, 'Bern'), callOf(1, 'Rome')]
    if (body.stream)
      return sendFrames(response, [chunk({ tool_calls }), chunk({}, 'tool_calls', usageOf(9, 20))])
    const message = { role: 'assistant', content: null, tool_calls }
    sendJson(response, 200, {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'eager',
      usage: usageOf(9, 20),
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    })
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
const base = await app.listen()

let project: TestProject
let openai: OpenAI
let anthropic: Anthropic
before(async () => {
  project = await app.newProject()
  openai = new OpenAI({ apiKey: project.memberKey, baseURL: `${base}/api/v1/openai`, maxRetries: 0 })
  anthropic = new Anthropic({
    apiKey: project.memberKey,
    baseURL: `${base}/api/v1/anthropic`,
    maxRetries: 0,
  })
})

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const tools = [{ type: 'function' as const, function: { name: 'weather', parameters, strict: true } }]
const model = 'compatible/eager'
const messages = [{ role: 'user' as const, content: 'weather' }]
const lastSent = () => upstream.ofModel('eager').at(-1)!.body

describe('one tool call at a time', () => {
  test('is requested upstream and enforced here, as a whole and streamed; the response says so', async () => {
    const requested = { model, messages, tools, parallel_tool_calls: false }
    const { data, response } = await openai.chat.completions.create(requested).withResponse()
    assert.deepEqual(
      data.choices[0]!.message.tool_calls?.map(({ id }) => id),
      ['call_0'],
    )
    assert.equal(response.headers.get('x-llm-warnings'), 'parallel_tool_calls_dropped')
    assert.equal(lastSent().parallel_tool_calls, false)
    const streamed = await openai.chat.completions.stream(requested).finalChatCompletion()
    assert.equal(streamed.choices[0]!.message.tool_calls?.length, 1)
    assert.equal(streamed.choices[0]!.finish_reason, 'tool_calls')
  })

  test('on responses, on the Anthropic-compatible API and on our own', async () => {
    const response = await openai.responses.create({
      model,
      input: 'weather',
      parallel_tool_calls: false,
      tools: [{ type: 'function', name: 'weather', parameters, strict: true }],
    })
    assert.equal(response.output.filter(({ type }) => type === 'function_call').length, 1)
    assert.equal(response.parallel_tool_calls, false)
    const message = await anthropic.messages.create({
      model,
      messages,
      max_tokens: 50,
      tools: [{ name: 'weather', input_schema: { ...parameters, type: 'object' } }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    })
    assert.equal(message.content.filter(({ type }) => type === 'tool_use').length, 1)
    const chat = { model, messages, tools: [{ name: 'weather' }], parallelToolCalls: false }
    const { body } = await project.member.post('/api/v1/ai/llm/chat', chat)
    assert.equal(body.data.message.toolCalls.length, 1)
    assert.equal(body.data.warnings[0].code, 'parallel_tool_calls_dropped')
  })

  test('several pass where nothing was said', async () => {
    const { choices } = await openai.chat.completions.create({ model, messages, tools })
    assert.equal(choices[0]!.message.tool_calls?.length, 2)
    assert.equal('parallel_tool_calls' in lastSent(), false)
  })
})

describe('strict', () => {
  test('of functions and of schemas is passed on unchanged', async () => {
    const response_format = {
      type: 'json_schema' as const,
      json_schema: { name: 'answer', schema: parameters },
    }
    await openai.chat.completions.create({ model, messages, tools, response_format })
    assert.equal(lastSent().tools[0].function.strict, true)
    assert.equal(lastSent().response_format.json_schema.strict, false)
    const strict = { ...response_format, json_schema: { ...response_format.json_schema, strict: true } }
    await openai.chat.completions.create({ model, messages, response_format: strict })
    assert.equal(lastSent().response_format.json_schema.strict, true)
  })
})

describe("the runner of tools of Anthropic's client", () => {
  test('continues without threads, runs the tool and ends with its result', async () => {
    const runs: unknown[] = []
    const runner = anthropic.beta.messages.toolRunner({
      model: 'local/demo',
      max_tokens: 200,
      messages: [{ role: 'user', content: '/call weather {"city":"Bern"}' }],
      tools: [
        {
          name: 'weather',
          description: 'The weather',
          type: 'custom' as const,
          input_schema: { ...parameters, type: 'object' as const },
          parse: (input: unknown) => input as { city: string },
          run: (input: { city: string }) => {
            runs.push(input)
            return `sunny in ${input.city}`
          },
        },
      ],
    })
    const last = await runner
    assert.deepEqual(runs, [{ city: 'Bern' }])
    assert.match(JSON.stringify(last.content), /sunny in Bern/)
  })

  test('a thread is refused in the words that the client reads', async () => {
    await assert.rejects(
      anthropic.beta.messages.create({
        model: 'local/demo',
        max_tokens: 20,
        messages,
        thread: { type: 'create' },
      }),
      (error: unknown) =>
        error instanceof Anthropic.BadRequestError &&
        error.constructor.name === 'ThreadUnsupportedRequestError' &&
        JSON.stringify((error.error as { error: { details: unknown } }).error.details) ===
          '{"error_code":"thread_unsupported_request","unsupported":["thread"]}',
    )
  })
})
