import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { startThinkingUpstream } from '../../../test/fakes/thinking-upstream.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { ChatBody } from './schema/chat.ts'
import { decodeSignature, encodeSignature } from './schema/thought.ts'

const upstream = await startThinkingUpstream()
after(() => upstream.stop())
const app = await startTestApp({
  llm: {
    providers: [
      { name: 'anthropic', keys: ['k'], baseUrl: upstream.url },
      { name: 'openai', keys: ['k'], baseUrl: upstream.url, options: { api: 'responses' } },
      { name: 'google', keys: ['k'], baseUrl: upstream.url },
    ],
  },
})
after(() => app.stop())
const address = await app.listen()
let project: TestProject
let openai: OpenAI
let anthropic: Anthropic
before(async () => {
  project = await app.newProject()
  const apiKey = project.memberKey
  openai = new OpenAI({ apiKey, baseURL: `${address}/api/v1/openai`, maxRetries: 0 })
  anthropic = new Anthropic({ apiKey, baseURL: `${address}/api/v1/anthropic`, maxRetries: 0 })
})

const question = { role: 'user' as const, content: 'What is 1 and 1?' }
const parameters = { type: 'object', properties: { a: { type: 'number' } } }
const result = '{"sum":2}'

type Turns = (model: string, stream: boolean) => Promise<{ thought: string; text: string }>

/** The last event of one of our streams, which has the whole response. */
const doneIn = (text: string) => JSON.parse(/event: done\ndata: (.*)\n/.exec(text)![1]!)

const native: Turns = async (model, stream) => {
  const ask = async (messages: unknown[]) => {
    const body = { model, messages, stream, tools: [{ name: 'add', parameters }] }
    const response = await project.member.post('/api/v1/ai/llm/chat', body)
    assert.equal(response.status, 200, response.text)
    return stream ? doneIn(response.text) : response.body.data
  }
  const { message } = await ask([question])
  const done = await ask([
    question,
    message,
    { role: 'tool', toolCallId: message.toolCalls[0].id, content: result },
  ])
  return { thought: message.reasoning, text: done.text }
}

/** What other gateways add to OpenAI's format; the client preserves it and does not know it. */
type ThoughtFields = { reasoning_content?: string; reasoning_details?: unknown[] }
type ThinkingMessage = Pick<OpenAI.ChatCompletionAssistantMessageParam, 'role' | 'tool_calls'> & {
  content: string | null
} & ThoughtFields

const completions: Turns = async (model, stream) => {
  const tools = [{ type: 'function' as const, function: { name: 'add', parameters } }]
  const ask = async (messages: OpenAI.ChatCompletionMessageParam[]): Promise<ThinkingMessage> => {
    if (!stream) return (await openai.chat.completions.create({ model, messages, tools })).choices[0]!.message
    // Gathered as clients of other gateways gather it.
    const details: unknown[] = []
    const calls: OpenAI.ChatCompletionMessageFunctionToolCall[] = []
    let [content, thought] = ['', '']
    for await (const { choices } of await openai.chat.completions.create({
      model,
      messages,
      tools,
      stream: true,
    })) {
      const delta: OpenAI.ChatCompletionChunk.Choice.Delta & ThoughtFields = choices[0]?.delta ?? {}
      content += delta.content ?? ''
      thought += delta.reasoning_content ?? ''
      details.push(...(delta.reasoning_details ?? []))
      for (const { index, function: called, ...call } of delta.tool_calls ?? []) {
        calls[index] ??= {
          id: call.id ?? '',
          type: 'function',
          function: { name: called?.name ?? '', arguments: '' },
        }
        calls[index].function.arguments += called?.arguments ?? ''
        // Unknown fields, such as signatures, are sent back as they came.
        Object.assign(calls[index], call)
      }
    }
    return {
      role: 'assistant',
      content,
      reasoning_content: thought,
      ...(details.length > 0 ? { reasoning_details: details } : {}),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    }
  }
  const message = await ask([question])
  const done = await ask([
    question,
    message,
    { role: 'tool', tool_call_id: message.tool_calls![0]!.id, content: result },
  ])
  return { thought: message.reasoning_content ?? '', text: done.content ?? '' }
}

const responses: Turns = async (model, stream) => {
  const tools = [{ type: 'function' as const, name: 'add', parameters, strict: false }]
  const ask = async (input: OpenAI.Responses.ResponseInput) => {
    if (!stream) return openai.responses.create({ model, input, tools })
    for await (const event of await openai.responses.create({ model, input, tools, stream: true }))
      if (event.type === 'response.completed') return event.response
    throw new Error('the stream ended before the response was complete')
  }
  const { output } = await ask([question])
  const call = output.find((item) => item.type === 'function_call')!
  const { output: done } = await ask([
    question,
    ...(output as OpenAI.Responses.ResponseInput),
    { type: 'function_call_output', call_id: call.call_id, output: result },
  ])
  const thought = output.find((item) => item.type === 'reasoning')
  const said = done.find((item) => item.type === 'message')?.content[0]
  return { thought: thought?.summary[0]?.text ?? '', text: said?.type === 'output_text' ? said.text : '' }
}

const messages: Turns = async (model, stream) => {
  const tools = [{ name: 'add', input_schema: parameters as { type: 'object' } }]
  const ask = async (turns: Anthropic.MessageParam[]) => {
    const body = { model, max_tokens: 1000, messages: turns, tools }
    return stream ? anthropic.messages.stream(body).finalMessage() : anthropic.messages.create(body)
  }
  const { content } = await ask([question])
  const call = content.find((block) => block.type === 'tool_use')!
  const done = await ask([
    question,
    { role: 'assistant', content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: result }] },
  ])
  const [first] = content
  return {
    thought: first?.type === 'thinking' ? first.thinking : '',
    text: done.content[0]?.type === 'text' ? done.content[0].text : '',
  }
}

const formats = { native, 'chat completions': completions, responses, messages }
for (const [name, turns] of Object.entries(formats))
  describe(`a turn with tools, ${name}`, () => {
    for (const model of ['anthropic/claude-sonnet-4-5', 'openai/gpt-5-mini', 'google/gemini-2.5-flash'])
      for (const stream of [false, true])
        test(`${model} gets back what it signed${stream ? ', streamed' : ''}`, async () => {
          assert.deepEqual(await turns(model, stream), { thought: 'I add.', text: 'It is 2.' })
        })
  })

test('thoughts of one vendor are not sent to another', async () => {
  const { body } = await project.member.post('/api/v1/ai/llm/chat', {
    model: 'anthropic/claude-sonnet-4-5',
    messages: [question],
    tools: [{ name: 'add', parameters }],
  })
  const { message } = body.data
  const response = await project.member.post('/api/v1/ai/llm/chat', {
    model: 'google/gemini-2.5-flash',
    tools: [{ name: 'add', parameters }],
    messages: [question, message, { role: 'tool', toolCallId: message.toolCalls[0].id, content: result }],
  })
  // It requires a signature that it never sent.
  assert.equal(response.status, 400)
  const sent = JSON.stringify(upstream.requests.at(-1)!.body)
  assert.doesNotMatch(sent, /I add|signed-by-a|sealed-by-a/)
})

test('a mark comes back as it went; what is none, or names more than it may, is left out', () => {
  const signatures = [
    { vendor: 'anthropic', signature: 'abc' },
    { vendor: 'anthropic', redactedData: 'abc' },
    { vendor: 'openai', itemId: 'rs_1', reasoningEncryptedContent: 'abc' },
    { vendor: 'openrouter', reasoning_details: [{ type: 'reasoning.text', text: 'x' }] },
  ] as const
  for (const signature of signatures)
    assert.deepEqual(decodeSignature(encodeSignature(structuredClone(signature) as never)), signature)
  const forged = (signature: object) => `stoa.${Buffer.from(JSON.stringify(signature)).toString('base64url')}`
  assert.equal(decodeSignature(forged({ vendor: 'openai', itemId: 'rs_of_others' })), null)
  assert.equal(decodeSignature(forged({ vendor: 'google', thoughtSignature: 'x', cachedContent: 'y' })), null)
  assert.equal(decodeSignature('stoa.no json'), null)
  const detail = { type: 'reasoning.text', text: 'x' }
  assert.deepEqual(
    decodeSignature(
      forged({ vendor: 'openrouter', reasoning_details: [{ ...detail, tool: { name: 'y' } }] }),
    ),
    { vendor: 'openrouter', reasoning_details: [detail] },
  )
  assert.equal(
    decodeSignature(forged({ vendor: 'openrouter', reasoning_details: [{ type: 'image' }] })),
    null,
  )
  const { messages: read } = ChatBody.parse({
    messages: [{ role: 'assistant', content: 'x', reasoning: 'r' }],
  })
  assert.deepEqual(read[0], {
    role: 'assistant',
    text: 'x',
    toolCalls: [],
    thoughts: [{ text: 'r', place: 0, signature: null }],
  })
})
