import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import { tellAnthropic } from '../../../../../test/fakes/model-apis.ts'
import {
  type Behaviour,
  chunk,
  sendFrames,
  sendJson,
  startModelUpstream,
  usageOf,
} from '../../../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../../../test/harness.ts'

/** A server in OpenAI's format that ends its text so. */
const ending =
  (end: { finish_reason: string; stop_reason?: unknown; matched_stop?: unknown }): Behaviour =>
  (response, { body }) => {
    const { finish_reason, ...more } = end
    if (body.stream) {
      const last = chunk({}, finish_reason, usageOf(3, 2))
      return sendFrames(response, [
        chunk({ content: 'one two' }),
        { ...last, choices: [{ ...last.choices[0], ...more }] },
      ])
    }
    const message = { role: 'assistant', content: 'one two' }
    const choices = [{ index: 0, message, ...end }]
    sendJson(response, 200, { ...chunk({}), object: 'chat.completion', choices, usage: usageOf(3, 2) })
  }

const claude = (response: ServerResponse, isStreamed: boolean) =>
  tellAnthropic(response, isStreamed, [{ type: 'text', text: 'one two' }], 'stop_sequence', 'END')

const upstream = await startModelUpstream({
  vllm: ending({ finish_reason: 'stop', stop_reason: 'END' }),
  sglang: ending({ finish_reason: 'stop', matched_stop: 'END' }),
  unnamed: ending({ finish_reason: 'stop_sequence' }),
  token: ending({ finish_reason: 'stop', stop_reason: 151645 }),
  other: ending({ finish_reason: 'stop', stop_reason: 'not requested' }),
  cut: ending({ finish_reason: 'length', stop_reason: 'END' }),
  claude: (response, { body }) => claude(response, body.stream === true),
})
after(() => upstream.stop())
const app = await startTestApp({
  llm: {
    prices: { '*': 'unpriced' },
    providers: [
      { name: 'compatible', baseUrl: upstream.url, keys: ['k'] },
      { name: 'vendor', kind: 'anthropic', baseUrl: upstream.url, keys: ['k'] },
    ],
  },
})
after(() => app.stop())

let project: TestProject
let client: Anthropic
before(async () => {
  project = await app.newProject()
  const baseURL = `${await app.listen()}/api/v1/anthropic`
  client = new Anthropic({ apiKey: project.memberKey, baseURL, maxRetries: 0 })
})

/** As a whole and streamed. */
async function endsOf(model: string, stop_sequences: string[]) {
  const request = {
    model,
    max_tokens: 100,
    stop_sequences,
    messages: [{ role: 'user' as const, content: '/say one two END three' }],
  }
  const whole = await client.messages.create(request)
  const streamed = await client.messages.stream(request).finalMessage()
  for (const { content } of [whole, streamed])
    assert.deepEqual(
      content.map((block) => block.type === 'text' && block.text.trim()),
      ['one two'],
    )
  return [whole, streamed].map(({ stop_reason, stop_sequence }) => [stop_reason, stop_sequence])
}

const named = ['stop_sequence', 'END']
const unknown = ['end_turn', null]

for (const model of ['local/demo', 'vendor/claude', 'compatible/vllm', 'compatible/sglang'])
  test(`the sequence that ended the text is named: ${model}`, async () => {
    assert.deepEqual(await endsOf(model, ['never', 'END']), [named, named])
  })

test('one that is not named upstream is known where it is the only one', async () => {
  assert.deepEqual(await endsOf('compatible/unnamed', ['END']), [named, named])
  assert.deepEqual(await endsOf('compatible/unnamed', ['never', 'END']), [unknown, unknown])
})

test('a token, what was not requested and a text that was cut off are no stop sequences', async () => {
  assert.deepEqual(await endsOf('compatible/token', ['END']), [unknown, unknown])
  assert.deepEqual(await endsOf('compatible/other', ['END']), [unknown, unknown])
  const cut = ['max_tokens', null]
  assert.deepEqual(await endsOf('compatible/cut', ['END']), [cut, cut])
})

test('our own interface names it as well', async () => {
  const body = { model: 'local/demo', stop: ['three', 'END'] }
  const say = (content: string) =>
    project.member.post('/api/v1/ai/llm/chat', { ...body, messages: [{ role: 'user', content }] })
  const { data } = (await say('/say one END three')).body
  assert.deepEqual([data.finishReason, data.stopSequence], ['stop', 'END'])
  assert.equal('stopSequence' in (await say('/say one')).body.data, false)
})
