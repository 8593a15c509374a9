import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { z } from 'zod'
import { startTestApp, type TestProject } from '../../../../test/harness.ts'
import { refusedMessageFields } from './anthropic/refused.ts'
import { MessagesBody } from './anthropic/shape.ts'
import { CompletionBody } from './openai/chat-shape.ts'
import { EmbeddingsBody } from './openai/embeddings.ts'
import { refusedCompletionFields, refusedResponseFields } from './openai/refused.ts'
import { ResponseBody } from './openai/responses-shape.ts'
import type { RefusedFields } from './refused-fields.ts'

/** The fields that the installed client documents, so that a new one of a later version is not passed over. */
function documented(client: string, file: string, name: string): string[] {
  const source = readFileSync(new URL(`resources/${file}`, import.meta.resolve(client)), 'utf8')
  const begin = source.indexOf(`export interface ${name} {`)
  assert.ok(begin >= 0, `${file} has no ${name}`)
  const body = source.slice(begin, source.indexOf('\n}', begin))
  return [...body.matchAll(/^ {4}([a-z_]+)\??:/gm)].map(([, field]) => field!)
}

const say = [{ role: 'user', content: '/say hello' }]
const openAi = 'openai'
const anthropic = '@anthropic-ai/sdk'

type Format = {
  path: string
  shape: z.ZodObject
  fields: string[]
  refused: RefusedFields
  /** With a value each: left out and reported. */
  harmless: Record<string, unknown>
  base: Record<string, unknown>
}

const caching = {
  prompt_cache_key: 'k',
  prompt_cache_options: {},
  prompt_cache_retention: '24h',
  safety_identifier: 'me',
  service_tier: 'flex',
  store: true,
  user: 'me',
}

const formats: Record<string, Format> = {
  'chat completions': {
    path: '/api/v1/openai/chat/completions',
    shape: CompletionBody,
    fields: documented(openAi, 'chat/completions/completions.d.ts', 'ChatCompletionCreateParamsBase'),
    refused: refusedCompletionFields,
    harmless: { ...caching, prediction: { type: 'content', content: 'x' }, verbosity: 'low' },
    base: { model: 'local/demo', messages: say },
  },
  responses: {
    path: '/api/v1/openai/responses',
    shape: ResponseBody,
    fields: documented(openAi, 'responses/responses.d.ts', 'ResponseCreateParamsBase'),
    refused: refusedResponseFields,
    harmless: {
      ...caching,
      max_tool_calls: 3,
      stream_options: { include_obfuscation: false },
      truncation: 'auto',
    },
    base: { model: 'local/demo', input: '/say hello' },
  },
  embeddings: {
    path: '/api/v1/openai/embeddings',
    shape: EmbeddingsBody,
    fields: documented(openAi, 'embeddings.d.ts', 'EmbeddingCreateParams'),
    refused: {},
    harmless: { user: 'me' },
    base: { model: 'local/use-lite', input: 'hello' },
  },
  messages: {
    path: '/api/v1/anthropic/v1/messages',
    shape: MessagesBody,
    fields: [
      ...documented(anthropic, 'messages/messages.d.ts', 'MessageCreateParamsBase'),
      ...documented(anthropic, 'beta/messages/messages.d.ts', 'MessageCreateParamsBase'),
    ],
    refused: refusedMessageFields,
    harmless: {
      cache_control: { type: 'ephemeral' },
      compaction: {},
      context_management: { edits: [] },
      diagnostics: {},
      fallback_credit_token: 'x',
      metadata: { user_id: 'me' },
      service_tier: 'auto',
      user_profile_id: 'x',
      workspace_id: 'x',
      // The client sends it as a header.
      betas: ['x'],
    },
    base: { model: 'local/demo', max_tokens: 50, messages: say },
  },
}

const app = await startTestApp()
after(() => app.stop())
let project: TestProject
before(async () => {
  project = await app.newProject()
})

for (const [name, { path, shape, fields, refused, harmless, base }] of Object.entries(formats))
  describe(name, () => {
    test('every documented field is taken, refused or known to be harmless', () => {
      assert.ok(fields.length >= 5)
      const known = new Set([...Object.keys(shape.shape), ...Object.keys(harmless)])
      assert.deepEqual(
        fields.filter((field) => !known.has(field)),
        [],
      )
      assert.deepEqual(
        Object.keys(harmless).filter((field) => field in shape.shape),
        [],
      )
    })

    for (const field of Object.keys(refused))
      test(`400 naming ${field}, and 200 when it is null`, async () => {
        const { status, body } = await project.member.post(path, { ...base, [field]: ['x.logprobs'] })
        assert.equal(status, 400)
        assert.equal(body.error.code, 'unsupported_parameter')
        assert.match(body.error.message, new RegExp(`^${field} is not supported`))
        assert.equal((await project.member.post(path, { ...base, [field]: null })).status, 200)
      })

    test('200 for what is harmless, and it is named', async () => {
      const { status, headers, text } = await project.member.post(path, { ...base, ...harmless })
      assert.equal(status, 200, text)
      assert.deepEqual(String(headers['x-ignored-fields']).split(', ').sort(), Object.keys(harmless).sort())
    })
  })

test('values that ask for nothing pass', async () => {
  const neutral = {
    logprobs: false,
    top_logprobs: 0,
    logit_bias: {},
    modalities: ['text'],
    functions: [],
    n: 1,
    frequency_penalty: 0,
    presence_penalty: 0,
    parallel_tool_calls: true,
  }
  const { status } = await project.member.post(formats['chat completions']!.path, {
    ...formats['chat completions']!.base,
    ...neutral,
  })
  assert.equal(status, 200)
  const response = { background: false, include: ['reasoning.encrypted_content'], top_logprobs: 0 }
  const reply = await project.member.post(formats.responses!.path, {
    ...formats.responses!.base,
    ...response,
  })
  assert.equal(reply.status, 200)
  // An object that no text can be made of.
  const odd = { ...formats.responses!.base, include: [{ toString: 1, valueOf: 2 }] }
  assert.equal((await project.member.post(formats.responses!.path, odd)).status, 200)
})

describe('local models that are none', () => {
  const body = { model: 'local/dmeo', messages: say, max_tokens: 5 }
  const shapes: [string, object, (body: { error: Record<string, unknown> }) => unknown][] = [
    ['/api/v1/ai/llm/chat', { model: 'local/anything', messages: say }, ({ error }) => error.code],
    ['/api/v1/ai/llm/generate', { model: 'local/use-lite', prompt: 'x' }, ({ error }) => error.code],
    ['/api/v1/openai/chat/completions', body, ({ error }) => error.code],
    ['/api/v1/openai/responses', { model: 'local/x', input: 'x' }, ({ error }) => error.code],
    ['/api/v1/openai/embeddings', { model: 'local/demo2', input: 'x' }, ({ error }) => error.code],
    ['/api/v1/anthropic/v1/messages', body, ({ error }) => error.code],
  ]
  for (const [path, sent, codeOf] of shapes)
    test(`404 with what may have been meant: ${path}`, async () => {
      const { status, body: response } = await project.member.post(path, sent)
      assert.deepEqual([status, codeOf(response)], [404, 'model_not_found'])
      if (!path.endsWith('embeddings')) assert.ok(response.error.nearMatches.includes('local/demo'))
      assert.match(JSON.stringify(response), /Did you mean local\/demo|local\/use-lite/)
    })
})
