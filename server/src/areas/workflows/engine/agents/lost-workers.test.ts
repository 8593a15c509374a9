import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { saveAgent, scriptedAgents } from '../../../../../test/agents/kind.ts'
import { until } from '../../../../../test/until.ts'
import { hooked, openEngine, type ScriptedCall } from '../../../../../test/workflows/scripted.ts'
import { systemClock } from '../../../../kernel/clock.ts'
import { sql } from '../../../../kernel/db/db.ts'
import { createEvents } from '../../../../kernel/events/events.ts'
import { createIds } from '../../../../kernel/ids.ts'
import { createLog } from '../../../../kernel/log.ts'

const engine = await openEngine()
after(engine.close)
const { db } = engine
const clock = systemClock
const newId = createIds(clock)
const log = createLog({ level: 'silent', secrets: [] })
const events = createEvents({ db, clock, newId, log, listener: engine.listener })

/** Where the worker of a run is lost, and what was passed so far. */
const losses = new Map<string, { at: number; passed: string[] }>()
const calls: ScriptedCall[] = []
async function pass(runId: string, place: string): Promise<void> {
  const plan = losses.get(runId)
  if (!plan) return
  const here = plan.passed.push(place) - 1
  if (here !== plan.at) return
  await engine.loseWorker(runId)
  await new Promise(() => undefined)
}

const runs = engine.nodeOnly({ leaseMs: 60_000 })
const parts = scriptedAgents(
  { db, clock, newId, log, events, runs },
  async ({ results, executionId }) => {
    await pass(executionId, `in model ${results}`)
    if (results === 0)
      return {
        calls: [
          { name: 'read', arguments: { n: 1 } },
          { name: 'read', arguments: { n: 2 } },
          { name: 'once_send', arguments: { to: 'ada' } },
        ],
      }
    if (results === 3) return { calls: [{ name: 'once_delete', arguments: { n: 3 } }] }
    if (results === 4) return { calls: [{ name: 'workflow_test', arguments: { n: 4 } }] }
    return { text: 'All of it is done.' }
  },
  async (call) => {
    calls.push(call)
    await pass(call.runId, `in ${call.slug}`)
    return { from: call.slug, given: call.arguments }
  },
  (runId) => pass(runId, 'behind a word'),
)
runs.register({
  ...parts.kind,
  maxLosses: 100,
  ...hooked((place, name, runId) => pass(runId, `${place} ${name}`))(parts.kind),
})
runs.start()
const scope = await engine.newScope()
const filing = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'look', type: 'action', toolSlug: 'read', inputMapping: { n: '{{ input.n }}' } },
    { id: 'file', type: 'action', toolSlug: 'once_file', inputMapping: { n: '{{ input.n }}' } },
    { id: 'end', type: 'end', output: { filed: '{{ nodes.look.output.given.n }}' } },
  ],
  edges: [
    { from: 'start', to: 'look' },
    { from: 'look', to: 'file' },
    { from: 'file', to: 'end' },
  ],
}
const agent = {
  prompt: 'Do it.',
  workflowIds: [await engine.save(scope, filing)],
  tools: { pinnedSlugs: ['read', 'once_send', 'once_delete'] },
}
const workflowId = await saveAgent(db, scope, agent)

async function begin(at: number) {
  const id = randomUUID()
  const plan = { at, passed: [] as string[] }
  losses.set(id, plan)
  const started = await parts.startTurn(scope, {
    id,
    workflow: { id: workflowId, name: 'test', type: 'agent' },
    version: 1,
    mode: 'production',
    input: {},
    thread: { kind: 'new', id: randomUUID() },
    turn: { messages: [{ id: 'first', role: 'human', content: 'go' }], overrides: {}, taint: null },
  })
  return { id, plan, threadId: started!.threadId }
}

/** A human approves every request, and knows that a call that may have been done was done. */
async function answer(id: string): Promise<void> {
  for (const pause of await engine.pauses(id)) {
    const {
      requests = [],
      toolSlug,
      arguments: given,
    } = pause.request as {
      requests?: { id: string }[]
      toolSlug?: string
      arguments?: object
    }
    const done = { choice: 'done', output: { from: toolSlug, given } }
    const approved = { decisions: requests.map((request) => ({ id: request.id, type: 'approve' })) }
    const answer = pause.kind === 'uncertain' ? done : approved
    await db.tx((tx) => parts.pauses.answer(tx, scope, { pauseId: pause.id, answer, answeredBy: null }))
  }
}

const ended = (id: string) =>
  until(async () => {
    await answer(id)
    const [row] = await db.rows<{ status: string; error: unknown; output: unknown }>(
      sql`select status, error, output from workflow_execution where id = ${id} and status is not null`,
    )
    return row ?? null
  }, 'the run ending')

async function transcript(threadId: string) {
  const thread = await parts.threads.get(db, scope, threadId)
  const messages = await parts.threads.entries.messages(db, thread)
  assert.deepEqual([thread.status, thread.currentExecutionId], ['idle', null])
  return messages.map(({ role, content, toolCallId, toolCalls, status }) => ({
    role,
    content,
    toolCallId,
    toolCalls,
    status,
  }))
}

/** The text of every message that the log shows and does not take back. */
async function logged(id: string): Promise<string[]> {
  const rows = await db.rows<{ type: string; data: { id: string; d?: string } }>(
    sql`select type, data from run_event where run_id = ${id} order by seq`,
  )
  const texts = new Map<string, string>()
  for (const { type, data } of rows) {
    if (type === 'message.start') texts.set(data.id, '')
    if (type === 'text') texts.set(data.id, texts.get(data.id)! + data.d)
    if (type === 'message.dropped') texts.delete(data.id)
  }
  return [...texts.values()]
}

test('a run whose worker is lost at any step, in a stream or in a tool, has the same transcript in the end', {
  timeout: 280_000,
}, async () => {
  const { id: undisturbed, plan: whole, threadId } = await begin(-1)
  assert.equal((await ended(undisturbed))!.status, 'completed')
  const expected = await transcript(threadId)
  assert.deepEqual(
    expected.map(({ role }) => role),
    ['human', 'ai', 'tool', 'tool', 'tool', 'ai', 'tool', 'ai', 'tool', 'ai'],
  )
  assert.ok(whole.passed.length > 20, String(whole.passed))
  const shown = await logged(undisturbed)
  for (let from = 0; from < whole.passed.length; from += 8)
    await Promise.all(
      whole.passed.slice(from, from + 8).map(async (place, offset) => {
        const run = await begin(from + offset)
        const row = (await ended(run.id))!
        assert.equal(row.status, 'completed', `lost ${place}: ${JSON.stringify(row.error)}`)
        assert.deepEqual(await transcript(run.threadId), expected, `lost ${place}`)
        assert.deepEqual(await logged(run.id), shown, `lost ${place}`)
        const sent = calls.filter(({ runId, slug }) => runId === run.id && slug.startsWith('once_'))
        assert.deepEqual(
          sent.map(({ slug }) => slug),
          ['once_send', 'once_delete', 'once_file'],
          `lost ${place}`,
        )
      }),
    )
})
