import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { LLMock } from '@copilotkit/aimock'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import type { ProviderSettings } from './providers/registry.ts'

/** Every API format through the provider's own package, against a server that supports all of them. */
const mock = new LLMock({ port: 0 })
const spoken = await mock.start()
after(() => mock.stop())

/** What was sent, byte for byte: the mock records only what it understands of it. */
const sent: { body: string; headers: string }[] = []
const recorder = createServer(async (incoming, response) => {
  const body = (await incoming.toArray()).join('')
  sent.push({ body, headers: JSON.stringify(incoming.headers) })
  const { host: _, ...headers } = incoming.headers
  const [reply] = await once(
    request(`${spoken}${incoming.url}`, { method: 'POST', headers }).end(body),
    'response',
  )
  response.writeHead(reply.statusCode, reply.headers)
  reply.pipe(response)
})
await once(recorder.listen(0, '127.0.0.1'), 'listening')
const address = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`
after(() => {
  recorder.closeAllConnections()
  recorder.close()
})

const usage = {
  prompt_tokens: 11,
  completion_tokens: 3,
  input_tokens: 11,
  output_tokens: 3,
  promptTokenCount: 11,
  candidatesTokenCount: 3,
}
mock.onMessage(/hello/, { content: 'Hi there friend', usage })
mock.onMessage(/weather/, { toolCalls: [{ name: 'weather', arguments: '{"city":"Bern"}' }], usage })
mock.onMessage(/picture/, { content: 'A cat', usage })

const settings = (
  name: string,
  kind: ProviderSettings['kind'],
  path: string,
  options = {},
): ProviderSettings => ({
  name,
  kind,
  options,
  baseUrl: `${address}${path}`,
  keys: ['test-key'],
  isGuarded: false,
  payer: 'operator' as const,
})

const app = await startTestApp({
  llm: {
    prices: { '*': 'unpriced' },
    providers: [
      settings('openai', 'openai', '/v1', { api: 'responses' }),
      settings('azure', 'openai', '/v1', { api: 'chat' }),
      settings('anthropic', 'anthropic', '/v1'),
      settings('google', 'google', '/v1beta'),
      settings('compatible', 'openai-compatible', '/v1'),
    ],
  },
})
after(() => app.stop())

let project: TestProject
before(async () => {
  project = await app.newProject()
})

const ask = (model: string, content: unknown, more: object = {}) =>
  project.member.post('/api/v1/ai/llm/chat', { model, messages: [{ role: 'user', content }], ...more })

const doneOf = (text: string) => JSON.parse(/event: done\ndata: (.*)\n/.exec(text)?.[1] ?? 'null')

const formats = {
  'OpenAI responses': 'openai/gpt-4o',
  'OpenAI chat': 'azure/gpt-4o',
  Anthropic: 'anthropic/claude-sonnet-4-5',
  Google: 'google/gemini-2.5-flash',
  'OpenAI-compatible': 'compatible/gpt-4o',
}
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

for (const [endpoint, model] of Object.entries(formats)) {
  describe(endpoint, () => {
    test('text, as a whole and streamed, with the reported usage', async () => {
      const whole = await ask(model, 'hello')
      assert.equal(whole.status, 200, whole.text)
      const streamed = await ask(model, 'hello', { stream: true })
      for (const reply of [whole.body.data, doneOf(streamed.text)]) {
        assert.equal(reply.text, 'Hi there friend')
        assert.equal(reply.finishReason, 'stop')
        assert.deepEqual(
          [reply.usage.promptTokens, reply.usage.completionTokens, reply.usage.estimated],
          [11, 3, false],
        )
      }
      assert.match(streamed.text, /event: delta/)
    })

    test('a tool call, as a whole and streamed', async () => {
      const tools = [
        {
          name: 'weather',
          description: 'The weather',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
      ]
      const whole = await ask(model, 'weather', { tools })
      assert.equal(whole.status, 200, whole.text)
      const streamed = await ask(model, 'weather', { tools, stream: true })
      for (const reply of [whole.body.data, doneOf(streamed.text)]) {
        assert.equal(reply.finishReason, 'tool_calls')
        assert.deepEqual(
          reply.message.toolCalls.map(({ name, arguments: args }: { name: string; arguments: unknown }) => ({
            name,
            args,
          })),
          [{ name: 'weather', args: { city: 'Bern' } }],
        )
      }
    })

    test('an image goes along, and so does the key, but nothing of the caller', async () => {
      const content = [
        { type: 'text', text: 'picture' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
      ]
      const { body, text } = await ask(model, content)
      assert.equal(body.data?.text, 'A cat', text)
      const last = sent.at(-1)!
      assert.ok(last.body.includes(png))
      assert.ok(last.headers.includes('test-key'))
      assert.ok(!last.headers.includes(project.memberKey))
    })
  })
}
