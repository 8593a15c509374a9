import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import {
  type Behaviour,
  failing,
  sendJson,
  startModelUpstream,
} from '../../../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../../../test/harness.ts'
import { uploadAs } from '../../../files/testing.ts'

/** The official client, the server, and a provider that speaks Anthropic's API. */
const usage = {
  input_tokens: 100,
  cache_creation_input_tokens: 40,
  cache_read_input_tokens: 20,
  cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 30 },
  output_tokens: 7,
  service_tier: 'standard',
}
const content = [
  { type: 'thinking', thinking: 'let me see', signature: 'c2ln' },
  {
    type: 'text',
    text: 'see the file',
    citations: [{ type: 'char_location', cited_text: 'x', document_index: 0 }],
  },
  { type: 'tool_use', id: 'toolu_1', name: 'bash', input: { command: 'ls' }, caller: { type: 'direct' } },
]
const message = {
  id: 'msg_theirs',
  type: 'message',
  role: 'assistant',
  model: 'theirs',
  content,
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage,
  context_management: { applied_edits: [{ type: 'clear_tool_uses_20250919', cleared_tool_uses: 2 }] },
}
const start = { type: 'message_start', message: { ...message, content: [], stop_reason: null } }
const streamed = [
  start,
  { type: 'ping' },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'let me see' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '', citations: [] } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'see the file' } },
  {
    type: 'content_block_delta',
    index: 1,
    delta: { type: 'citations_delta', citation: { type: 'char_location' } },
  },
  { type: 'content_block_stop', index: 1 },
  { type: 'content_block_start', index: 2, content_block: { ...content[2], input: {} } },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"command":' } },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"ls"}' } },
  { type: 'content_block_stop', index: 2 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage,
    context_management: null,
  },
  { type: 'message_stop' },
]

const sending =
  (events: readonly { type: string }[]): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    response.end()
  }
const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
let behave: Behaviour
const usual: Behaviour = (response, request) => {
  if (request.path.endsWith('/count_tokens'))
    sendJson(response, 200, { input_tokens: 4242, context_management: {} })
  else if (request.body.stream) void sending(streamed)(response, request)
  else sendJson(response, 200, message)
}
const upstream = await startModelUpstream({ '*': (response, request) => behave(response, request) })
after(() => upstream.stop())
const app = await startTestApp({
  llm: { providers: [{ name: 'anthropic', baseUrl: upstream.url, keys: ['theirs'] }] },
})
after(() => app.stop())
const baseURL = `${await app.listen()}/api/v1/anthropic`

let project: TestProject
let client: Anthropic
before(async () => {
  project = await app.newProject()
  client = new Anthropic({
    apiKey: project.memberKey,
    baseURL,
    maxRetries: 0,
    defaultHeaders: { 'anthropic-version': version },
  })
})
const reset = () => {
  behave = usual
  upstream.requests.length = 0
}
const sent = () => upstream.requests.at(-1)!

const prompt = {
  model: 'claude-sonnet-4-5',
  system: [
    {
      type: 'text' as const,
      text: 'Be brief.',
      cache_control: { type: 'ephemeral' as const, ttl: '1h' as const },
    },
  ],
  thinking: { type: 'enabled' as const, budget_tokens: 2_000 },
  messages: [
    {
      role: 'user' as const,
      content: [
        {
          type: 'document' as const,
          source: { type: 'text' as const, media_type: 'text/plain' as const, data: 'x' },
          citations: { enabled: true },
        },
        { type: 'text' as const, text: 'look', cache_control: { type: 'ephemeral' as const } },
      ],
    },
  ],
  tools: [
    { type: 'bash_20250124' as const, name: 'bash' as const },
    { type: 'text_editor_20250728' as const, name: 'str_replace_based_edit_tool' as const },
    { type: 'memory_20250818' as const, name: 'memory' as const },
    {
      type: 'computer_20250124' as const,
      name: 'computer' as const,
      display_width_px: 1,
      display_height_px: 1,
    },
  ],
  context_management: { edits: [{ type: 'clear_tool_uses_20250919' as const }] },
}
const version = '2026-01-01'
const betas = ['context-management-2025-06-27', 'computer-use-2025-01-24']
const request = { ...prompt, max_tokens: 4_000, metadata: { user_id: 'u' } }

describe('a model of Anthropic', () => {
  test('gets the request unchanged, and its response is returned as it is', async () => {
    reset()
    const { data, response } = await client.beta.messages.create({ ...request, betas }).withResponse()
    assert.deepEqual(sent().body, request)
    assert.equal(sent().path, '/v1/messages')
    const { headers } = sent()
    assert.deepEqual(
      [headers['anthropic-beta'], headers['anthropic-version'], headers['x-api-key']],
      [betas.join(), version, 'theirs'],
    )
    const { id, model, ...rest } = data as unknown as typeof message
    const { id: _, model: __, ...expected } = message
    assert.deepEqual(rest, expected)
    assert.match(id, /^msg_[0-9a-f]{32}$/)
    assert.equal(model, 'anthropic/claude-sonnet-4-5')
    assert.equal(response.headers.get('x-ignored-fields'), null)
  })

  test('records the output and its cost, with the price of a cache that lasts an hour', async () => {
    reset()
    await client.beta.messages.create({ ...request, betas })
    const { body } = await project.admin.get('/api/v1/ai/calls?limit=1')
    const [call] = body.data
    assert.deepEqual([call.status, call.finishReason], ['succeeded', 'tool_calls'])
    const { promptTokens, cachedInputTokens, cacheCreationInputTokens, completionTokens, usd } = call.usage
    assert.deepEqual(
      [promptTokens, cachedInputTokens, cacheCreationInputTokens, completionTokens],
      [160, 20, 40, 7],
    )
    // Per million: 3 for the prompt, 0.3 from the cache, 3.75 into it, 6 for an hour, 15 for the response.
    const expected = (100 * 3 + 20 * 0.3 + 10 * 3.75 + 30 * 6 + 7 * 15) / 1_000_000
    assert.ok(Math.abs(usd - expected) < 1e-9, `${usd} is not ${expected}`)
  })

  test('streams its events as they are', async () => {
    reset()
    const events = []
    for await (const event of await client.beta.messages.create({ ...request, betas, stream: true }))
      events.push(event as { type: string; message?: { id: string; model: string } })
    const [first, ...rest] = events
    assert.match(first!.message!.id, /^msg_[0-9a-f]{32}$/)
    assert.deepEqual(first, {
      ...start,
      message: { ...start.message, id: first!.message!.id, model: 'anthropic/claude-sonnet-4-5' },
    })
    // The client keeps pings to itself.
    assert.deepEqual(rest, streamed.slice(2))
    const { body } = await project.admin.get('/api/v1/ai/calls?limit=1')
    assert.equal(body.data[0].finishReason, 'tool_calls')
    assert.equal(body.data[0].usage.promptTokens, 160)
  })

  test('counts the tokens itself', async () => {
    reset()
    const counted = await client.beta.messages.countTokens({ ...prompt, betas })
    assert.equal(counted.input_tokens, 4242)
    assert.equal(sent().path, '/v1/messages/count_tokens')
    assert.deepEqual(sent().body, prompt)
  })

  test('gets files of the project as their bytes', async () => {
    reset()
    const { file } = await uploadAs(project.member, 'a.pdf', '%PDF-1.4 x')
    const source = { type: 'file' as const, file_id: file.id as string }
    const document = { type: 'document' as const, source, citations: { enabled: true } }
    await client.beta.messages.create({ ...request, messages: [{ role: 'user', content: [document] }] })
    const data = Buffer.from('%PDF-1.4 x').toString('base64')
    assert.deepEqual(sent().body.messages[0].content[0], {
      ...document,
      source: { type: 'base64', media_type: 'application/pdf', data },
    })
  })

  test('gets no thought that another vendor has signed', async () => {
    reset()
    const other = `stoa.${Buffer.from(JSON.stringify({ vendor: 'google', thoughtSignature: 'g' })).toString('base64url')}`
    const call = { type: 'tool_use' as const, id: 't', name: 'x', input: {} }
    const turns = [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'of another', signature: other },
          { type: 'thinking', thinking: 'unsigned', signature: '' },
          { type: 'thinking', thinking: 'its own', signature: 'c2ln' },
          { ...call, signature: 'g' },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
    ]
    await client.beta.messages.create({ ...request, messages: turns as Anthropic.Beta.BetaMessageParam[] })
    assert.deepEqual(sent().body.messages[1].content, [
      { type: 'thinking', thinking: 'its own', signature: 'c2ln' },
      call,
    ])
  })

  test('429: it is overloaded before its first output', async () => {
    reset()
    behave = sending([start, overloaded])
    const failure = await client.beta.messages.create({ ...request, stream: true }).catch((error) => error)
    assert.equal(failure.status, 429)
  })

  test('ends the stream with an error that comes in the middle', async () => {
    reset()
    behave = sending([...streamed.slice(0, 9), overloaded])
    const stream = client.beta.messages.stream({ ...request, betas })
    await assert.rejects(stream.finalMessage(), /Overloaded/)
  })

  test('400: keeps the words of the provider', async () => {
    reset()
    behave = failing(400, 'thinking.budget_tokens: must be less than max_tokens')
    const failure = await client.beta.messages.create(request).catch((error) => error)
    assert.deepEqual([failure.status, failure.error.error.type], [400, 'invalid_request_error'])
    assert.match(failure.message, /budget_tokens: must be less/)
    behave = failing(401, 'invalid x-api-key')
    const counting = await client.beta.messages.countTokens(prompt).catch((error) => error)
    assert.equal(counting.status, 503)
  })

  for (const type of ['web_search_20250305', 'code_execution_20250825'])
    test(`400: ${type} is executed by the provider, at a price that is not known`, async () => {
      reset()
      const { status, body } = await project.member.post('/api/v1/anthropic/v1/messages', {
        ...request,
        tools: [{ type, name: 'x' }],
      })
      assert.deepEqual([status, body.error.code], [400, 'unsupported_parameter'])
      assert.equal(upstream.requests.length, 0)
    })
})

describe('a model of another provider', () => {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    project.member.send('POST', `/api/v1/anthropic/v1/${path}`, body, {
      'anthropic-beta': betas.join(),
      ...headers,
    })
  const plain = {
    model: 'local/demo',
    max_tokens: 50,
    thinking: { type: 'enabled', budget_tokens: 2_000 },
    context_management: prompt.context_management,
    messages: [
      { role: 'user', content: [{ type: 'text', text: '/say hi', cache_control: { type: 'ephemeral' } }] },
    ],
  }

  test('200: does without context management, cache marks and betas, and says so', async () => {
    const { status, headers, body } = await post('messages?beta=true', plain)
    assert.deepEqual([status, body.content[0].text], [200, 'hi'])
    assert.equal(headers['x-ignored-fields'], 'context_management')
    const strict = await post('messages', plain, { prefer: 'handling=strict' })
    assert.deepEqual([strict.status, strict.body.error.code], [400, 'unknown_field'])
  })

  const refused: [string, object, RegExp][] = [
    ['tools of Anthropic', { tools: prompt.tools }, /^Tools of type bash_20250124 are not supported/],
    ['citations', { messages: prompt.messages }, /^Citations are not supported/],
    [
      'blocks of Anthropic',
      { messages: [{ role: 'user', content: [{ type: 'search_result', source: 'x' }] }] },
      /^Blocks of type search_result are not supported/,
    ],
  ]
  for (const [subject, fields, words] of refused)
    test(`400: names ${subject}`, async () => {
      for (const path of ['messages', 'messages/count_tokens']) {
        const { status, body } = await post(path, { ...plain, ...fields })
        assert.deepEqual([status, body.error.code], [400, 'unsupported_parameter'])
        assert.match(body.error.message, words)
      }
    })

  test('400: names what is missing in a block', async () => {
    const { status, body } = await post('messages', {
      ...plain,
      messages: [{ role: 'user', content: [{ type: 'text', words: 'x' }] }],
    })
    assert.equal(status, 400)
    assert.match(body.error.message, /messages\/0\/content\/0\/text is required/)
  })
})
