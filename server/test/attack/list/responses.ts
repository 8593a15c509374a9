import { sizeOf } from '../../size.ts'
import type { Attack } from '../attack.ts'

const script = (id: string, what: string, source: string): Attack => ({
  id,
  what,
  play: async (target) => [
    await target.post('/api/v1/sandbox/ephemeral', { language: 'javascript', source }),
  ],
  expects: [200],
})

/** A model of a provider that the project has configured and that returns this. */
const model = (id: string, what: string, message: () => object, extra: () => string): Attack => ({
  id,
  what,
  prepare({ upstream, send }) {
    const choices = [{ index: 0, message: { role: 'assistant', ...message() }, finish_reason: 'stop' }]
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const text = JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices,
      usage,
    })
    upstream.give('application/json', `${text.slice(0, -1)}${extra()}}`)
    const provider = { name: 'custom', kind: 'openai-compatible', baseUrl: upstream.url, apiKeys: ['a-key'] }
    return send('PUT', '/api/v1/ai/providers', JSON.stringify(provider))
  },
  play: async (target) => [
    await target.post('/api/v1/openai/chat/completions', {
      model: `custom/${id.toLowerCase()}`,
      messages: [{ role: 'user', content: 'hi' }],
    }),
  ],
  expects: [200, 502],
})
/** The same of a provider that is called through its vendor's package. */
const packaged = (id: string, what: string, content: () => string, extra: () => string): Attack => ({
  id,
  what,
  prepare({ upstream, send }) {
    const text = JSON.stringify({
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: content() }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    })
    upstream.give('application/json', `${text.slice(0, -1)}${extra()}}`)
    const provider = { name: 'packaged', kind: 'anthropic', baseUrl: upstream.url, apiKeys: ['a-key'] }
    return send('PUT', '/api/v1/ai/providers', JSON.stringify(provider))
  },
  play: async (target) => [
    await target.post('/api/v1/openai/chat/completions', {
      model: `packaged/${id.toLowerCase()}`,
      messages: [{ role: 'user', content: 'hi' }],
    }),
  ],
  expects: [200, 502],
})
const lists = (count: number) => `[${'[],'.repeat(count)}1]`
const nothing = () => ''
// More than the 100,000 that a response may have.
const manyLists = sizeOf({ short: 120_000, long: 349_000 })
const keyedDocuments = sizeOf({ short: 200, long: 490 })

/** What the server itself has to write, or reads from a script before it does. */
export const responseAttacks: readonly Attack[] = [
  {
    id: 'A01',
    what: 'the OpenAPI description, requested for the first time',
    play: async (target) => [
      await target.send('GET', '/api/v1/openapi.json', undefined, { 'x-api-key': '' }),
    ],
    expects: [200],
    isOnce: true,
  },
  script(
    'A02',
    `a script that gives ${manyLists} lists`,
    `return Array.from({ length: ${manyLists} }, () => [])`,
  ),
  script(
    'A03',
    'a script that gives an object of 90,000 keys',
    'return Object.fromEntries(Array.from({ length: 90_000 }, (_, i) => ["k" + i, 1]))',
  ),
  script(
    'A04',
    'a script that gives as many lists as it may',
    'return Array.from({ length: 99_000 }, () => [])',
  ),
  model('A05', 'a model that says 8 MB', () => ({ content: 'some "text", '.repeat(600_000) }), nothing),
  model('A06', 'a model that says nearly 2 MB', () => ({ content: 'some words '.repeat(170_000) }), nothing),
  model(
    'A07',
    'a model whose response has a million lists',
    () => ({ content: 'a' }),
    () => `,"extra":${lists(1_000_000)}`,
  ),
  model(
    'A08',
    'a model that gives half a million lists to a tool',
    () => ({
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: lists(500_000) } }],
    }),
    nothing,
  ),
  packaged('A10', "a vendor's response of 8 MB", () => 'some "text", '.repeat(600_000), nothing),
  packaged(
    'A11',
    "a vendor's response with a million lists",
    () => 'a',
    () => `,"extra":${lists(1_000_000)}`,
  ),
  {
    id: 'A09',
    what: `${keyedDocuments} documents of 14 kB under an idempotency key, twice`,
    prepare: (target) =>
      target.post('/api/v1/table/collections', { name: 'Keyed', slug: 'attack-keyed', mode: 'flexible' }),
    play: async (target) => {
      const data = { text: 'some text. '.repeat(1_300) }
      const body = { operations: Array.from({ length: keyedDocuments }, () => ({ op: 'create', data })) }
      const headers = { 'idempotency-key': `large-${Date.now()}` }
      const send = () => target.post('/api/v1/table/collections/attack-keyed/documents/batch', body, headers)
      return [await send(), await send()]
    },
    expects: [200],
  },
]
