import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { createEvents } from '../../src/kernel/events/events.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createProcesses } from '../runs/processes.ts'
import { someOf } from '../size.ts'
import { until } from '../until.ts'
import { openEngine } from '../workflows/scripted.ts'
import { saveAgent, scriptedAgents } from './kind.ts'

const engine = await openEngine()
const { db, database } = engine
await db.rows(sql`create table mark (run_id uuid, step text)`)
await db.rows(sql`create table slow (place text)`)
const workers = createProcesses(database.settings, '../agents/agent-process.ts')
after(async () => {
  await workers.killAll()
  await engine.close()
})
// Starts and answers; the work is done by processes that are killed.
const clock = systemClock
const newId = createIds(clock)
const log = createLog({ level: 'silent', secrets: [] })
const events = createEvents({ db, clock, newId, log, listener: engine.listener })
const runs = engine.nodeOnly()
const parts = scriptedAgents(
  { db, clock, newId, log, events, runs },
  () => ({ text: '' }),
  () => undefined,
)
runs.register(parts.kind)
const scope = await engine.newScope()
const workflowId = await saveAgent(db, scope, { prompt: 'Do it.', tools: { pinnedSlugs: ['once_send'] } })

async function start(agentId = workflowId): Promise<{ id: string; threadId: string }> {
  const id = randomUUID()
  const { threadId } = (await parts.startTurn(scope, {
    id,
    workflow: { id: agentId, name: 'test', type: 'agent' },
    version: 1,
    mode: 'production',
    input: {},
    thread: { kind: 'new', id: randomUUID() },
    turn: { messages: [{ id: 'first', role: 'human', content: 'go' }], overrides: {}, taint: null },
  }))!
  return { id, threadId }
}

const transcript = async (threadId: string) => {
  const thread = await parts.threads.get(db, scope, threadId)
  const messages = await parts.threads.entries.messages(db, thread)
  return messages.map(({ role, content }) => [role, content])
}
const marks = async (id: string) => (await db.rows(sql`select from mark where run_id = ${id}`)).length
const slowAt = async (step: string | null) => {
  await db.rows(sql`delete from slow`)
  if (step !== null) await db.rows(sql`insert into slow values (${step})`)
}
async function restart(): Promise<void> {
  await workers.kill(workers.any())
  await slowAt(null)
  await workers.start()
}
const expected = [
  ['human', 'go'],
  ['ai', ''],
  ['tool', '{"from":"once_send"}'],
  ['ai', 'one two three four five'],
]

test('a process that is killed in the middle of a response: it is given again, and the log takes the first part back', {
  timeout: 120_000,
}, async () => {
  await slowAt('stream')
  await workers.start()
  const { id, threadId } = await start()
  await until(
    async () => (await db.rows(sql`select from run_event where run_id = ${id} and type = 'text'`))[0],
    'the first word',
  )
  await restart()
  assert.equal((await engine.executed(id)).status, 'completed')
  assert.deepEqual(await transcript(threadId), expected)
  assert.equal(await marks(id), 1)
  const rows = await db.rows<{ type: string; id: string }>(
    sql`select type, data->>'id' as id from run_event where run_id = ${id} and type like 'message%' order by seq`,
  )
  const [dropped] = rows.filter(({ type }) => type === 'message.dropped')
  assert.ok(dropped && rows.some(({ type, id }) => type === 'message.start' && id === dropped.id))
  assert.ok(!rows.some(({ type, id }) => type === 'message' && id === dropped.id))
})

test('a process that is killed while a tool with side effects is called: a human decides, and it is not repeated', {
  timeout: 120_000,
}, async () => {
  await slowAt('tool')
  const { id, threadId } = await start()
  await until(async () => (await marks(id)) === 1, 'the tool being called')
  await restart()
  const pause = await until(async () => (await engine.pauses(id))[0], 'the pause')
  assert.equal(pause!.kind, 'uncertain')
  const answer = { choice: 'done', output: { from: 'once_send' } }
  await db.tx((tx) => parts.pauses.answer(tx, scope, { pauseId: pause!.id, answer, answeredBy: null }))
  assert.equal((await engine.executed(id)).status, 'completed')
  assert.deepEqual(await transcript(threadId), expected)
  assert.equal(await marks(id), 1)
})

for (const killed of someOf(['after', 'before'] as const, 1))
  test(`a process that is killed right ${killed} an approval: the call is made once, and as it was approved`, {
    timeout: 120_000,
  }, async () => {
    const careful = await saveAgent(db, scope, {
      prompt: 'Do it.',
      tools: { pinnedSlugs: ['once_send'] },
      capabilities: { humanApproval: { sensitiveToolNames: ['once_send'] } },
    })
    const { id, threadId } = await start(careful)
    const pause = await until(async () => (await engine.pauses(id))[0], 'the request for an approval')
    assert.equal(pause!.kind, 'approval')
    if (killed === 'before') await workers.kill(workers.any())
    const answer = { approved: true }
    await db.tx((tx) => parts.pauses.answer(tx, scope, { pauseId: pause!.id, answer, answeredBy: null }))
    if (killed === 'after') await workers.kill(workers.any())
    await workers.start()
    // It may have begun the call: then a human decides, as in the test above.
    const open = await until(async () => {
      const pauses = (await engine.pauses(id)).filter(({ kind }) => kind === 'uncertain')
      const [run] = await db.rows<{ status: string }>(sql`select status from run where id = ${id}`)
      return pauses.length > 0 || !['queued', 'running', 'waiting'].includes(run!.status) ? pauses : null
    }, 'the end, or a question')
    const uncertain = open?.[0]
    if (uncertain) {
      const repeated = (await marks(id)) === 0
      const decision = repeated ? { choice: 'again' } : { choice: 'done', output: { from: 'once_send' } }
      await db.tx((tx) =>
        parts.pauses.answer(tx, scope, { pauseId: uncertain.id, answer: decision, answeredBy: null }),
      )
    }
    assert.equal((await engine.executed(id)).status, 'completed')
    assert.deepEqual(await transcript(threadId), expected)
    assert.equal(await marks(id), 1)
    const resumed = await db.rows(sql`select from run_event where run_id = ${id} and type = 'resumed'`)
    assert.equal(resumed.length, 1)
  })
