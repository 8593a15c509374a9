import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Behaviour, failing, startModelUpstream } from '../../../../../test/fakes/model-upstream.ts'
import { createUpstream } from '../../../../kernel/net/upstream.ts'
import { noParameters } from '../../schema/call-request.ts'
import type { Message } from '../../schema/message.ts'
import { type ModelPart, ProviderFailure } from '../port.ts'
import { createSdkProvider } from './adapter.ts'
import { loadModels } from './load.ts'

const frame = (data: { type?: string }) =>
  `${data.type === undefined ? '' : `event: ${data.type}\n`}data: ${JSON.stringify(data)}\n\n`

const usage = { input_tokens: 5, output_tokens: 1 }
const item = { id: 'i', type: 'message', role: 'assistant', content: [], status: 'in_progress' }
/** The first half of a response in each API format. */
const halves = {
  anthropic: [
    {
      type: 'message_start',
      message: { id: 'm', type: 'message', role: 'assistant', model: 'x', content: [], usage },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'half' } },
  ],
  google: [{ candidates: [{ content: { parts: [{ text: 'half' }], role: 'model' } }] }],
  openai: [
    { type: 'response.created', response: { id: 'r', created_at: 1, model: 'x' } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_text.delta', item_id: 'i', output_index: 0, content_index: 0, delta: 'half' },
  ],
} as const

let behave: Behaviour = () => undefined
const ways = ['/v1/messages', '/v1/models/x:streamGenerateContent?alt=sse', 'x']
const upstream = await startModelUpstream(
  Object.fromEntries(
    ways.map((fastPath): [string, Behaviour] => [fastPath, (response, request) => behave(response, request)]),
  ),
)
after(() => upstream.stop())
const { fetch, close } = createUpstream({ connectTimeoutMs: 1_000 })
after(close)

/** What was heard, and how it broke. */
async function toModelPart(kind: keyof typeof halves, before: readonly Message[] = []) {
  const settings = {
    name: kind,
    kind,
    baseUrl: upstream.url,
    keys: ['k'],
    options: { api: 'responses' as const },
    isGuarded: false,
    payer: 'operator' as const,
  }
  const models = await loadModels(settings, 'k', fetch)
  const provider = createSdkProvider(models, () => assert.fail('nothing is to be fetched'))
  const user = { role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }
  const messages = before.length > 0 ? [user, ...before, user] : [user]
  const parts: ModelPart[] = []
  const { signal } = new AbortController()
  try {
    for await (const come of provider.stream({ vendorId: 'x', messages, parameters: noParameters, signal }))
      parts.push(...come)
    return { parts, failure: null }
  } catch (failure) {
    assert.ok(failure instanceof ProviderFailure)
    return { parts, failure }
  }
}

for (const kind of ['anthropic', 'google', 'openai'] as const) {
  const begin = halves[kind].map(frame).join('')
  const half = { type: 'text', delta: 'half' }

  test(`${kind}: a stream that just ends has no finish`, async () => {
    behave = (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(begin)
    assert.deepEqual((await toModelPart(kind)).parts, [half, { type: 'finish', reason: null, usage: null }])
  })

  test(`${kind}: a connection that breaks is a failure after some output`, async () => {
    behave = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(begin, () => setTimeout(() => response.destroy(), 20))
    }
    const { parts, failure } = await toModelPart(kind)
    assert.deepEqual([parts, failure?.kind], [[half], 'unavailable'])
  })

  test(`${kind}: too many requests come with how long to wait`, async () => {
    behave = failing(429, 'slow down', { 'retry-after': '9' })
    const { failure } = await toModelPart(kind)
    assert.deepEqual([failure?.kind, failure?.status, failure?.retryAfterSeconds], ['busy', 429, 9])
  })
}

test('google: what it signs beside its text comes out, and goes back beside the text', async () => {
  const output = (parts: object[]) =>
    frame({ candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP' }] } as object)
  behave = (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(output([{ text: 'Two.' }, { text: '', thoughtSignature: 'signed' }]))
  const { parts } = await toModelPart('google')
  const signature = { vendor: 'google' as const, thoughtSignature: 'signed' }
  assert.deepEqual(parts.slice(0, 2), [
    { type: 'text', delta: 'Two.' },
    { type: 'thought-end', signature },
  ])
  await toModelPart('google', [
    { role: 'assistant', text: 'Two.', toolCalls: [], thoughts: [{ text: '', place: 1, signature }] },
  ])
  assert.deepEqual(upstream.requests.at(-1)!.body.contents[1].parts, [
    { text: 'Two.', thoughtSignature: 'signed' },
  ])
})

test("amazon-bedrock: the key in the operator's environment is not sent to a project's URL", async (t) => {
  const variable = 'AWS_BEARER_TOKEN_BEDROCK'
  process.env[variable] = 'of-the-operator'
  t.after(() => delete process.env[variable])
  const settings = {
    name: 'amazon-bedrock',
    kind: 'amazon-bedrock' as const,
    keys: ['secret'],
    isGuarded: true,
    payer: 'project' as const,
    baseUrl: upstream.url,
    options: { accessKeyId: 'AKIA', region: 'eu-west-1' },
  }
  const provider = createSdkProvider(await loadModels(settings, 'secret', fetch), () => assert.fail())
  const before = upstream.requests.length
  const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }]
  const { signal } = new AbortController()
  await assert.rejects(async () => {
    for await (const _ of provider.stream({ vendorId: 'x', messages, parameters: noParameters, signal }));
  })
  const sent = upstream.requests.slice(before)
  assert.equal(sent.length, 1)
  assert.match(sent[0]!.headers.authorization ?? '', /^AWS4-HMAC-SHA256 /)
  assert.ok(!JSON.stringify(sent[0]!.headers).includes('of-the-operator'))
})
