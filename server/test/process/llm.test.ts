import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { chunk, sendFrames, startModelUpstream, usageOf } from '../fakes/model-upstream.ts'
import { inLongRun, sizeOf } from '../size.ts'
import { until } from '../until.ts'
import { externalSettings } from './external-database.ts'
import { apiKey, makeInstallation, type Server } from './stoa.ts'

const streams = sizeOf({ short: 9, long: 300, variable: 'STOA_TEST_STREAMS' })
const words = 80
// So that a slow machine does not have to begin all of them in the same moment.
const apartMs = 15

/** Streams its words, or streams until the client leaves. */
const speak = (mayEnd: () => boolean) => async (response: ServerResponse) => {
  for (let i = 0; (i < words || !mayEnd()) && !response.destroyed; i++) {
    sendFrames(response, [chunk({ content: `word${i} ` })], { isWhole: false })
    await pause(50)
  }
  if (!response.destroyed) sendFrames(response, [chunk({}, 'stop', usageOf(20, words))])
}

/** The same prompt in each API format: all of them must be charged alike. */
const requested = { model: 'openai/gpt-4o', stream: true, messages: [{ role: 'user', content: 'go' }] }
const formats = [
  { path: '/ai/llm/chat', body: requested, end: 'event: done' },
  { path: '/openai/chat/completions', body: requested, end: 'data: [DONE]' },
  { path: '/anthropic/v1/messages', body: { ...requested, max_tokens: 4096 }, end: 'event: message_stop' },
]

/** Reads a stream; those that leave do so after a few words. */
async function listen(server: Server, index: number): Promise<'done' | 'left' | 'broken'> {
  const leaves = index % 3 === 0
  const { path, body, end } = formats[Math.floor(index / 3) % formats.length]!
  await pause(index * apartMs)
  const leaving = new AbortController()
  try {
    const response = await fetch(`${server.line.api}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: leaving.signal,
    })
    assert.equal(response.status, 200)
    let text = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      if (leaves && text.includes('word5 ')) {
        leaving.abort()
        return 'left'
      }
    }
    return text.includes(end) ? 'done' : 'broken'
  } catch {
    return leaves ? 'left' : 'broken'
  }
}

type Call = { status: string; usage: { credits: number; completionTokens: number }; id: string }

test('streams whose clients leave and whose server is killed all end, and are paid to the millionth', async (t) => {
  let mayEnd = true
  const upstream = await startModelUpstream({ 'gpt-4o': speak(() => mayEnd) })
  t.after(() => upstream.stop())
  const installation = await makeInstallation(t)
  const env = {
    ...(await externalSettings()),
    STOA_DATA_DIR: installation.dataDir,
    LOG_LEVEL: 'fatal',
    STOA_RATE_LIMIT: '100000',
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: upstream.url,
  }
  const first = await installation.start(env)
  const whole = await Promise.all(Array.from({ length: streams }, (_, i) => listen(first, i)))
  assert.equal(whole.filter((each) => each === 'left').length, Math.ceil(streams / 3))
  assert.equal(whole.filter((each) => each === 'done').length, streams - Math.ceil(streams / 3))

  mayEnd = false
  const cut = Array.from({ length: streams }, (_, i) => listen(first, i))
  const isNotified = async () => {
    const { body } = await first.call('GET', '/ai/calls?status=running&limit=100')
    const reported = (body.data as Call[]).filter(({ usage }) => usage.completionTokens > 0)
    // More than may still leave: at least one of them is in progress when the server dies.
    return reported.length > Math.ceil(streams / 3)
  }
  await until(isNotified, 'the server to have recorded how far they are')
  await first.stop('SIGKILL')
  const ends = await Promise.all(cut)
  assert.ok(ends.includes('broken'))

  const second = await installation.start(env)
  const running = async () => (await second.call('GET', '/ai/calls?status=running')).body.total as number
  const isOver = async () => (await running()) === 0
  await until(isOver)
    .catch(() => until(isOver))
    .catch(() => until(isOver, 'every call to have ended'))

  const calls: Call[] = []
  for (let cursor = ''; ; ) {
    const { body } = await second.call('GET', `/ai/calls?limit=100${cursor}`)
    calls.push(...body.data)
    if (body.nextCursor === null) break
    cursor = `&cursor=${body.nextCursor}`
  }
  assert.ok(calls.every(({ status }) => status !== 'running'))
  const done = calls.filter(({ status }) => status === 'succeeded')
  // (20 x 2.5 + 80 x 10) / 1,000,000 USD, a thousand credits each.
  assert.ok(done.every(({ usage }) => usage.credits === 0.85))
  const left = calls.filter(({ status }) => status === 'cancelled')
  assert.ok(left.length > 0)
  assert.ok(left.every(({ usage }) => usage.credits > 0))
  const killed = calls.filter(({ status }) => status === 'failed')
  assert.ok(killed.some(({ usage }) => usage.credits > 0))
  const micro = (credits: number) => Math.round(credits * 1e6)
  const charged = calls.reduce((sum, { usage }) => sum + micro(usage.credits), 0)
  const summary = await second.call('GET', '/usage?groupBy=type')
  const paid = summary.body.data.find(({ group }: { group: string }) => group === 'ai_model')
  assert.equal(micro(paid.credits), charged)
  const billing = await second.call('GET', '/usage/reconcile')
  assert.equal(billing.body.data.isClean, true, JSON.stringify(billing.body))
  assert.deepEqual((await second.call('GET', '/usage/holds')).body.data, [])
  assert.equal((await second.stop()).code, 0)
})

test('a server that stops ends its calls and leaves none open', inLongRun, async (t) => {
  const installation = await makeInstallation(t)
  const env = { ...(await externalSettings()), STOA_DATA_DIR: installation.dataDir, LOG_LEVEL: 'fatal' }
  const first = await installation.start(env)
  const response = await fetch(`${first.line.api}/ai/llm/generate`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'local/demo',
      stream: true,
      prompt: '/slow 500 /say one two '.padEnd(400, 'more '),
    }),
  })
  const reader = response.body!.getReader()
  await reader.read()
  reader.closed.catch(() => undefined)
  assert.equal((await first.stop()).code, 0)

  const second = await installation.start(env)
  const { body } = await second.call('GET', '/ai/calls')
  assert.deepEqual(
    (body.data as Call[]).map(({ status }) => status),
    ['cancelled'],
  )
  assert.equal((await second.stop()).code, 0)
})
