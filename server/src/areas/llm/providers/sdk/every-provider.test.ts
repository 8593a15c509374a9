import assert from 'node:assert/strict'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { after, describe, test } from 'node:test'
import {
  type Said,
  tellAnthropic,
  tellChat,
  tellConverse,
  tellGoogle,
  tellResponses,
} from '../../../../../test/fakes/model-apis.ts'
import { failing, sendJson, startModelUpstream } from '../../../../../test/fakes/model-upstream.ts'
import { createUpstream, type FetchLike } from '../../../../kernel/net/upstream.ts'
import { noParameters } from '../../schema/call-request.ts'
import type { ResponseFormat, Tool } from '../../schema/chat.ts'
import type { Message } from '../../schema/message.ts'
import type { ProviderOptions } from '../../schema/provider.ts'
import { createOllamaFinder } from '../ollama.ts'
import { type ModelPart, ProviderFailure } from '../port.ts'
import type { ProviderSettings } from '../registry.ts'
import { createSdkProvider } from './adapter.ts'
import { loadModels } from './load.ts'

type Tell = (response: ServerResponse, isStreamed: boolean, scripted: Said) => void

const responses: Tell = (response, isStreamed, scripted) =>
  tellResponses(response, isStreamed, [
    'text' in scripted
      ? {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: scripted.text, annotations: [] }],
        }
      : {
          id: 'fc_1',
          type: 'function_call',
          call_id: 'call00001',
          status: 'completed',
          name: scripted.call.name,
          arguments: JSON.stringify(scripted.call.input),
        },
  ])
const messages: Tell = (response, isStreamed, scripted) =>
  'text' in scripted
    ? tellAnthropic(response, isStreamed, [{ type: 'text', text: scripted.text }], 'end_turn')
    : tellAnthropic(
        response,
        isStreamed,
        [{ type: 'tool_use', id: 'call00001', ...scripted.call }],
        'tool_use',
      )
const google: Tell = (response, isStreamed, scripted) =>
  tellGoogle(
    response,
    isStreamed,
    'text' in scripted
      ? [{ text: scripted.text }]
      : [{ functionCall: { name: scripted.call.name, args: scripted.call.input } }],
  )

const bearer = (headers: IncomingHttpHeaders) => headers.authorization === 'Bearer secret-key'

type Row = {
  kind: Exclude<ProviderSettings['kind'], 'local'>
  tell: Tell
  isSigned(headers: IncomingHttpHeaders): boolean
  options?: ProviderOptions
}

const rows: Row[] = [
  { kind: 'openai', tell: tellChat, isSigned: bearer },
  { kind: 'openai', tell: responses, isSigned: bearer, options: { api: 'responses' } },
  { kind: 'anthropic', tell: messages, isSigned: (headers) => headers['x-api-key'] === 'secret-key' },
  { kind: 'google', tell: google, isSigned: (headers) => headers['x-goog-api-key'] === 'secret-key' },
  { kind: 'mistral', tell: tellChat, isSigned: bearer },
  { kind: 'groq', tell: tellChat, isSigned: bearer },
  { kind: 'xai', tell: responses, isSigned: bearer },
  { kind: 'deepseek', tell: tellChat, isSigned: bearer },
  { kind: 'openrouter', tell: tellChat, isSigned: bearer },
  { kind: 'openai-compatible', tell: tellChat, isSigned: bearer },
  { kind: 'azure', tell: responses, isSigned: (headers) => headers['api-key'] === 'secret-key' },
  {
    kind: 'azure',
    tell: tellChat,
    options: { api: 'chat', apiVersion: '2025-01-01' },
    isSigned: (headers) => headers['api-key'] === 'secret-key',
  },
  { kind: 'amazon-bedrock', tell: tellConverse, isSigned: bearer },
  {
    kind: 'amazon-bedrock',
    tell: tellConverse,
    options: { accessKeyId: 'AKIDEXAMPLE', region: 'eu-west-1' },
    isSigned: ({ authorization = '' }) =>
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/bedrock\/aws4_request, .*Signature=[0-9a-f]{64}$/.test(
        authorization,
      ) && !authorization.includes('secret-key'),
  },
]

/** It gets everything but its end. */
const neverEnding = (response: ServerResponse): ServerResponse =>
  new Proxy(response, {
    get(target, name) {
      if (name === 'end') return (last?: string) => last !== undefined && target.write(last)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

let row = rows[0]!
const upstream = await startModelUpstream({
  '/api/version': (response) => sendJson(response, 200, { version: '0.9.1' }),
  '*': (response, request) => {
    const { path, headers, body } = request
    if (!row.isSigned(headers)) return failing(401, 'who are you')(response, request)
    const model = /talks|calls|fails|busy|refuses|hangs/.exec(`${path} ${body.model}`)?.[0]
    const isStreamed = body.stream === true || /stream/i.test(path)
    if (model === 'fails') return failing(500, 'boom')(response, request)
    if (model === 'busy') return failing(429, 'slow down', { 'retry-after': '7' })(response, request)
    if (model === 'refuses') return failing(400, 'that is odd')(response, request)
    const scripted = model === 'calls' ? { call: { name: 'add', input: { a: 1 } } } : { text: 'It is 2.' }
    return row.tell(model === 'hangs' ? neverEnding(response) : response, isStreamed, scripted)
  },
})
after(() => upstream.stop())
const { fetch, close } = createUpstream({ connectTimeoutMs: 1_000 })
after(close)

const question: Message[] = [{ role: 'user', content: [{ type: 'text', text: 'What is 1 and 1?' }] }]
const afterTool: Message[] = [
  ...question,
  { role: 'assistant', text: '', toolCalls: [{ id: 'call00001', name: 'add', arguments: { a: 1 } }] },
  { role: 'tool', toolCallId: 'call00001', toolName: 'add', text: '2' },
]
const schema = { type: 'object', properties: {}, additionalProperties: false }
const tools = [{ name: 'add', description: 'Adds.', parameters: schema, strict: true }]

// Google, DeepSeek and Bedrock's Converse have no word for one call at a time: it is held to here.
const oneCallForms: Partial<Record<Row['kind'], RegExp>> = {
  anthropic: /"disable_parallel_tool_use":true/,
  'amazon-bedrock': /"disable_parallel_tool_use":true|"toolConfig"/,
  google: /"functionDeclarations"/,
  deepseek: /"tools"/,
}
const looseKinds: readonly Row['kind'][] = ['openai', 'azure', 'mistral', 'groq', 'openai-compatible']

const settingsOf = (
  { kind, options = {} }: Row,
  baseUrl: string | null = upstream.url,
): ProviderSettings => ({
  name: kind,
  kind,
  baseUrl,
  keys: ['secret-key'],
  options,
  isGuarded: false,
  payer: 'operator' as const,
})

async function receive(
  settings: ProviderSettings,
  how: 'generate' | 'stream',
  {
    vendorId,
    messages: requested = question,
    finishMs,
    ...more
  }: {
    vendorId: string
    finishMs?: number
    messages?: Message[]
    parallelToolCalls?: boolean
    responseFormat?: ResponseFormat
    tools?: Tool[]
  },
  via: FetchLike = fetch,
): Promise<ModelPart[]> {
  const models = await loadModels(settings, settings.keys[0]!, via, finishMs)
  const provider = createSdkProvider(models, () => assert.fail('nothing is to be fetched'))
  const parts: ModelPart[] = []
  const call = {
    vendorId,
    messages: requested,
    parameters: { ...noParameters, tools, ...more },
    signal: new AbortController().signal,
  }
  if (how === 'generate') return [...(await provider.generate(call))]
  for await (const come of provider.stream(call)) parts.push(...come)
  return parts
}

const textIn = (parts: ModelPart[]) => parts.map((part) => (part.type === 'text' ? part.delta : '')).join('')

for (const each of rows) {
  const settings = settingsOf(each)
  const format = each.options?.api ?? (each.options?.accessKeyId ? 'with a pair of keys' : '')
  describe(`${each.kind} ${format}`, () => {
    for (const how of ['generate', 'stream'] as const) {
      test(`${how}: text with its usage`, async () => {
        row = each
        for (const requested of [question, afterTool]) {
          const parts = await receive(settings, how, { vendorId: 'talks', messages: requested })
          assert.equal(textIn(parts), 'It is 2.')
          const end = parts.at(-1)
          assert.ok(end?.type === 'finish')
          assert.deepEqual(
            [end.reason, end.usage?.promptTokens, end.usage?.completionTokens],
            ['stop', 20, 10],
          )
        }
      })

      if (how === 'stream')
        test('stream: complete once the model has ended, also where the server never ends its response', async () => {
          row = each
          const parts = await receive(settings, how, { vendorId: 'hangs', finishMs: 100 })
          assert.equal(textIn(parts), 'It is 2.')
          const end = parts.at(-1)
          assert.ok(end?.type === 'finish')
          assert.deepEqual([end.reason, end.usage?.completionTokens], ['stop', 10])
        })

      test(`${how}: a call of a tool`, async () => {
        row = each
        const parts = await receive(settings, how, { vendorId: 'calls' })
        const call = parts.find(({ type }) => type === 'tool-call')
        assert.ok(call?.type === 'tool-call')
        assert.deepEqual([call.name, JSON.parse(call.arguments)], ['add', { a: 1 }])
        const end = parts.at(-1)
        assert.equal(end?.type === 'finish' && end.reason, 'tool_calls')
      })

      test(`${how}: one call at a time and strictness, in the words of the provider`, async () => {
        row = each
        const responseFormat = { type: 'json' as const, schema, name: 'answer', strict: false }
        await receive(settings, how, { vendorId: 'talks', parallelToolCalls: false })
        const sent = () => JSON.stringify(upstream.requests.at(-1)!.body)
        assert.match(sent(), oneCallForms[each.kind] ?? /"parallel_tool_calls":false/)
        if (looseKinds.includes(each.kind)) {
          assert.match(sent(), /"strict":true/)
          await receive(settings, how, { vendorId: 'talks', responseFormat, tools: [] })
          assert.match(sent(), /"strict":false/)
        }
      })

      for (const [vendorId, kind, status, wait] of [
        ['fails', 'unavailable', 500, null],
        ['refuses', 'invalid', 400, null],
        ['busy', 'busy', 429, 7],
      ] as const)
        test(`${how}: ${status}`, async () => {
          row = each
          await assert.rejects(receive(settings, how, { vendorId }), (failure) => {
            assert.ok(failure instanceof ProviderFailure)
            assert.deepEqual([failure.kind, failure.status, failure.retryAfterSeconds], [kind, status, wait])
            assert.doesNotMatch(failure.message, /secret-key/)
            return true
          })
        })
    }
  })
}

test('an Ollama server that runs is found by itself, chats, and disappears when it stops', async () => {
  const ollama = await startModelUpstream({
    '/api/version': (response) => sendJson(response, 200, { version: '0.9.1' }),
    'llama3.2': (response, { body }) => tellChat(response, body.stream === true, { text: 'It is 2.' }),
  })
  const finder = createOllamaFinder(fetch, ollama.url.replace(/\/v1$/, ''))
  assert.equal(finder.current(), null)
  await finder.look()
  const found = finder.current()
  assert.deepEqual([found?.name, found?.kind, found?.baseUrl], ['ollama', 'openai-compatible', ollama.url])
  for (const how of ['generate', 'stream'] as const)
    assert.equal(textIn(await receive(found!, how, { vendorId: 'llama3.2' })), 'It is 2.')
  await ollama.stop()
  await finder.look()
  assert.equal(finder.current(), null)
})

test('what the environment names is not where the keys of a project go', async () => {
  const requested: string[] = []
  const notedFetch: FetchLike = async (url) => {
    requested.push(String(url))
    return new Response('{}', { status: 500 })
  }
  const named = [
    'AWS_ENDPOINT_URL',
    'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
    'OPENAI_BASE_URL',
    'ANTHROPIC_BASE_URL',
  ]
  const before = named.map((name) => process.env[name])
  for (const name of named) process.env[name] = 'https://elsewhere.example'
  process.env.AZURE_RESOURCE_NAME = 'elsewhere'
  try {
    for (const each of rows.filter(({ kind }) => kind !== 'openai-compatible'))
      await assert.rejects(receive(settingsOf(each, null), 'generate', { vendorId: 'talks' }, notedFetch))
  } finally {
    for (const [index, name] of named.entries()) {
      if (before[index] === undefined) delete process.env[name]
      else process.env[name] = before[index]
    }
    delete process.env.AZURE_RESOURCE_NAME
  }
  assert.ok(
    requested.includes('https://bedrock-runtime.eu-west-1.amazonaws.com/model/talks/converse'),
    requested.join(),
  )
  assert.deepEqual(
    requested.filter((url) => url.includes('elsewhere')),
    [],
  )
})
