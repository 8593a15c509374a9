import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import {
  type Behaviour,
  failing,
  sendJson,
  startModelUpstream,
} from '../../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../../test/harness.ts'

/** Refuses a setting by its own name for it. */
const refusing =
  (param: string, message: string): Behaviour =>
  (response) =>
    sendJson(response, 400, { error: { message, type: 'invalid_request_error', code: null, param } })

const upstream = await startModelUpstream({
  picky: refusing('max_tokens', "'max_tokens' must be at most 4096"),
  odd: refusing('constructor', 'that is odd'),
  busy: failing(429, 'slow down'),
})
after(() => upstream.stop())
const keys = ['k']
const app = await startTestApp({
  llm: {
    prices: { '*': 'unpriced' },
    providers: [
      { name: 'compatible', baseUrl: upstream.url, keys },
      { name: 'grok', kind: 'xai', baseUrl: upstream.url, keys },
      { name: 'openai', baseUrl: upstream.url, keys },
    ],
  },
})
after(() => app.stop())

let project: TestProject
let openai: OpenAI
let anthropic: Anthropic
before(async () => {
  const base = `${await app.listen()}/api/v1`
  project = await app.newProject()
  const options = { apiKey: project.memberKey, maxRetries: 0 }
  openai = new OpenAI({ ...options, baseURL: `${base}/openai` })
  anthropic = new Anthropic({ ...options, baseURL: `${base}/anthropic` })
})

const messages = [{ role: 'user' as const, content: 'x' }]
const withoutEffort = 'openai/gpt-4o-mini'

/** What a refusal says, in the form of the client's vendor. */
async function refusalOf(request: Promise<unknown>) {
  try {
    await request
  } catch (error) {
    assert.ok(error instanceof OpenAI.BadRequestError || error instanceof Anthropic.BadRequestError)
    assert.doesNotMatch(error.message, /dropUnsupported|fallbackModels|maxTokens|reasoningEffort/)
    return { message: error.message, param: 'param' in error ? error.param : undefined }
  }
  assert.fail('it was accepted')
}

type Completion = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'messages'>
type Response = OpenAI.Responses.ResponseCreateParamsNonStreaming
type Message = Omit<Anthropic.MessageCreateParamsNonStreaming, 'messages' | 'max_tokens'> & { top_k?: number }

describe('a setting that is refused has the name that the client sent', () => {
  const completions: [string, Completion][] = [
    ['stop', { model: 'grok/x', stop: ['.'] }],
    ['frequency_penalty', { model: 'grok/x', frequency_penalty: 1 }],
    ['presence_penalty', { model: 'grok/x', presence_penalty: 1 }],
    ['reasoning_effort', { model: withoutEffort, reasoning_effort: 'low' }],
    ['max_tokens', { model: 'compatible/picky', max_tokens: 9000 }],
    ['max_completion_tokens', { model: 'compatible/picky', max_completion_tokens: 9000 }],
  ]
  for (const [name, settings] of completions)
    test(`chat completions: ${name}`, async () => {
      for (const stream of [false, true]) {
        const request = openai.chat.completions.create({ ...settings, messages, stream })
        const { message, param } = await refusalOf(request)
        assert.equal(param, name)
        assert.match(message, new RegExp(`\\b${name}\\b`))
      }
    })

  const responses: [string, Response][] = [
    ['reasoning.effort', { model: withoutEffort, input: 'x', reasoning: { effort: 'low' } }],
    ['max_output_tokens', { model: 'compatible/picky', input: 'x', max_output_tokens: 9000 }],
  ]
  for (const [name, request] of responses)
    test(`responses: ${name}`, async () => {
      for (const stream of [false, true]) {
        const { message, param } = await refusalOf(openai.responses.create({ ...request, stream }))
        assert.equal(param, name)
        assert.ok(message.includes(name), message)
      }
    })

  const calls: [string, Message][] = [
    ['stop_sequences', { model: 'grok/x', stop_sequences: ['.'] }],
    ['top_k', { model: withoutEffort, top_k: 5 }],
  ]
  for (const [name, settings] of calls)
    test(`messages: ${name}`, async () => {
      for (const stream of [false, true]) {
        const request = anthropic.messages.create({ ...settings, messages, max_tokens: 10, stream })
        assert.ok((await refusalOf(request)).message.includes(name))
      }
    })

  test('our own interface: maxTokens and reasoningEffort', async () => {
    const chat = (body: object) => project.member.post('/api/v1/ai/llm/chat', { messages, ...body })
    const own: [string, object][] = [
      ['maxTokens', { model: 'compatible/picky', maxTokens: 9000 }],
      ['reasoningEffort', { model: withoutEffort, reasoningEffort: 'low' }],
    ]
    for (const [name, body] of own) {
      const { status, body: response } = await chat(body)
      assert.deepEqual([status, response.error.details[0].path], [400, `/${name}`])
      assert.ok(response.message.includes(name))
    }
  })
})

describe('what does not fit is named where it is', () => {
  const model = 'local/demo'
  const completions: [string, object][] = [
    ['response_format.type', { response_format: { type: 'xml' } }],
    ['response_format.json_schema', { response_format: { type: 'json_schema' } }],
    [
      'response_format.json_schema.schema',
      { response_format: { type: 'json_schema', json_schema: { name: 'x' } } },
    ],
    ['stop', { stop: Array(9).fill('x') }],
    ['tool_choice', { tool_choice: 'any' }],
    ['tool_choice.function', { tool_choice: { type: 'function' } }],
    ['messages.0.content.0.type', { messages: [{ role: 'user', content: [{ type: 'video' }] }] }],
  ]
  for (const [name, settings] of completions)
    test(`chat completions: ${name}`, async () => {
      const body = { model, messages, ...settings } as OpenAI.ChatCompletionCreateParamsNonStreaming
      assert.equal((await refusalOf(openai.chat.completions.create(body))).param, name)
    })

  test('messages: a block that is not known', async () => {
    const block = { type: 'video' } as never
    const request = { model, max_tokens: 10, messages: [{ role: 'user' as const, content: [block] }] }
    const { message } = await refusalOf(anthropic.messages.create(request))
    assert.match(message, /^400 .*Blocks of type video are not supported by the provider of this model/)
  })
})

test('a name that is none of a setting is left as it is', async () => {
  const { message, param } = await refusalOf(
    openai.chat.completions.create({ model: 'compatible/odd', messages }),
  )
  assert.equal(param, null)
  assert.match(message, /that is odd/)
})

test('hints name fallbackModels only where they can be sent', async () => {
  const body = { model: 'compatible/busy', messages }
  const own = await project.member.post('/api/v1/ai/llm/chat', body)
  assert.match(own.body.error.hint, /set fallbackModels/)
  const compatible = await project.member.post('/api/v1/openai/chat/completions', body)
  assert.equal(compatible.status, own.status)
  assert.doesNotMatch(compatible.text, /fallbackModels/)
})
