import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startScriptedModel } from '../agents/scripted-model.ts'
import type { Frame } from '../chat/api.ts'
import { converse, deltasOf, replay } from '../chat/leaving-reader.ts'
import { chunk, sendFrames, usageOf } from '../fakes/model-upstream.ts'
import { sizeOf } from '../size.ts'
import { externalSettings } from './external-database.ts'
import { apiKey, makeInstallation, type Server } from './stoa.ts'

const threadCount = sizeOf({ short: 8, long: 200, variable: 'STOA_CHAT_THREADS' })
const words = Array.from({ length: 12 }, (_, i) => `word${i} `)
// 100 tokens in and 12 out of gpt-4o: (100 x 2.5 + 12 x 10) / 1,000,000 USD, a thousand credits each.
const microPerCall = 370_000
const usage = usageOf(100, words.length)

/** Calls a tool where the user wants that, and speaks slowly otherwise. */
const startModel = () =>
  startScriptedModel(({ last }) => async (response) => {
    if (last.startsWith('use the tool')) {
      const call = { name: 'text_change_case', arguments: '{"text":"ada","to":"upper"}' }
      const calls = [{ index: 0, id: 'call_1', type: 'function', function: call }]
      return sendFrames(response, [chunk({ tool_calls: calls }), chunk({}, 'tool_calls', usage)])
    }
    for (const content of words) {
      sendFrames(response, [chunk({ content })], { isWhole: false })
      await pause(5)
    }
    sendFrames(response, [chunk({}, 'stop', usage)])
  })

async function newAgent(server: Server): Promise<string> {
  const agent = {
    prompt: 'You help.',
    modelSettings: { model: 'openai/gpt-4o' },
    tools: { pinnedSlugs: ['text_change_case'] },
  }
  const body = { name: 'Helper', workflowType: 'agent', agent }
  const created = await server.call('POST', '/workflow/manager/create', body)
  assert.equal(created.status, 200, JSON.stringify(created.body))
  const { id } = created.body.data
  await server.call('PATCH', `/workflow/manager/activeStatus/${id}`, { activeStatus: true })
  return id
}

test(`${threadCount} threads on two processes, half of whose clients leave and come back at the other one`, async (t) => {
  const model = await startModel()
  t.after(() => model.stop())
  const installation = await makeInstallation(t)
  const shared = {
    ...(await externalSettings()),
    STOA_RATE_LIMIT: '1000000',
    STOA_PIECES: '0',
    LOG_LEVEL: 'fatal',
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: model.url,
  }
  const start = (name: string) =>
    installation.start({ ...shared, STOA_DATA_DIR: join(installation.directory, name) })
  const one = await start('one')
  const other = await start('other')
  const workflowId = await newAgent(one)
  const origins = [one, other].map(({ line }) => new URL(line.api).origin)

  async function play(index: number) {
    const { body } = await one.call('POST', '/graphify/threads', { workflowId })
    const threadId: string = body.data.thread_id
    const usesTool = index % 4 === 0
    const seen = await converse({
      origins: index % 3 === 0 ? origins : origins.toReversed(),
      apiKey,
      threadId,
      text: `${usesTool ? 'use the tool' : 'speak'} ${threadId}`,
      ...(index % 2 === 0 ? { leaveAfter: 300 + ((170 * index) % 4000) } : {}),
    })
    return { threadId, usesTool, seen }
  }
  const played = await Promise.all(Array.from({ length: threadCount }, (_, index) => play(index)))

  let total = 0
  for (const { threadId, usesTool, seen } of played) {
    const { body } = await other.call('GET', `/graphify/threads/${threadId}`)
    const [run] = (await one.call('GET', `/graphify/threads/${threadId}/runs`)).body.data
    assert.equal(run.status, 'success')
    // Every delta that the log has, once and in order, whichever process replays it.
    const whole = await replay(origins[1]!, apiKey, threadId, run.run_id)
    assert.deepEqual(deltasOf(seen), deltasOf(whole))
    const spoken = deltasOf(seen).map(({ chunk }) => (chunk as { content: string }).content)
    assert.ok(spoken.join('').endsWith(words.join('')), spoken.join(''))
    const { runCredits } = seen.findLast(({ event }) => event === 'usage')!.data as { runCredits: number }
    assert.equal(body.data.creditsTotal, runCredits)
    const calls = requestsOf(model, threadId)
    const expected = usesTool ? 2 : 1
    // A process that is too busy to renew its lease loses the run to the other one, which calls the model again.
    if (attemptOf(whole) === 1)
      assert.deepEqual([calls, micro(run.usage.breakdown.ai_model)], [expected, expected * microPerCall])
    else assert.ok(calls >= expected && micro(run.usage.breakdown.ai_model) >= expected * microPerCall)
    total += micro(runCredits)
  }
  const { body: summary } = await one.call('GET', '/usage?groupBy=type')
  const paid = summary.data.reduce((sum: number, { credits }: { credits: number }) => sum + micro(credits), 0)
  assert.equal(paid, total)
  const { body: billing } = await other.call('GET', '/usage/reconcile')
  assert.equal(billing.data.isClean, true, JSON.stringify(billing))
  assert.deepEqual((await one.call('GET', '/usage/holds')).body.data, [])
  for (const server of [other, one]) assert.equal((await server.stop()).code, 0)
})

/** How often the model was called in a thread. */
const requestsOf = ({ requests }: Awaited<ReturnType<typeof startModel>>, threadId: string) =>
  requests.filter(({ body }) => JSON.stringify(body).includes(threadId)).length

const attemptOf = (frames: readonly Frame[]) =>
  Math.max(
    ...frames
      .filter(({ event }) => event === 'metadata')
      .map(({ data }) => (data as { attempt?: number }).attempt ?? 1),
  )

const micro = (credits: number) => Math.round(credits * 1e6)
