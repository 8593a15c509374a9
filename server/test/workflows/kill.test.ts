import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { createProcesses } from '../runs/processes.ts'
import { until } from '../until.ts'
import { chain, type TestNode } from './flows.ts'
import { openEngine } from './scripted.ts'

const engine = await openEngine()
const { db, database } = engine
await db.rows(sql`create table mark (run_id uuid, step text)`)
const workers = createProcesses(database.settings, '../workflows/engine-process.ts')
after(async () => {
  await workers.killAll()
  await engine.close()
})
// Starts and answers; the work is done by processes that are killed.
const runs = engine.node(() => undefined)
await runs.stop(0)
const scope = await engine.newScope()

const action = (id: string, toolSlug: string): TestNode => ({
  id,
  type: 'action',
  toolSlug,
  inputMapping: { id },
})
const marks = async (id: string) =>
  (await db.rows<{ step: string }>(sql`select step from mark where run_id = ${id}`)).map(({ step }) => step)
const openPause = (id: string) =>
  until(async () => (await engine.pauses(id))[0] ?? null, 'the pause being open').then((pause) => pause!)
const isWaiting = (id: string) =>
  until(async () => (await engine.statusOf(runs, scope, id)) === 'waiting', 'the execution waiting')
async function restart(): Promise<void> {
  await workers.kill(workers.any())
  await workers.start()
}

test('a process that is killed while a human is awaited: the action before it ran once', {
  timeout: 120_000,
}, async () => {
  await workers.start()
  const graph = chain(
    action('send', 'once_send'),
    { id: 'approve', type: 'human_wait' },
    action('report', 'once_report'),
  )
  const id = await engine.start(runs, scope, await engine.save(scope, graph))
  const pause = await openPause(id)
  await isWaiting(id)
  await restart()
  assert.equal(await engine.answer(runs, scope, pause.id, { approved: true }), true)
  const run = (await engine.over(runs, scope, id))!
  assert.deepEqual([run.status, (run.output as { o: unknown }).o], ['succeeded', { id: 'report' }])
  assert.deepEqual(await marks(id), ['send', 'report'])
})

test('a process that is killed while a tool with side effects is called: a human decides', {
  timeout: 120_000,
}, async () => {
  const id = await engine.start(runs, scope, await engine.save(scope, chain(action('send', 'once_slow'))))
  await until(async () => (await marks(id)).length === 1, 'the tool being called')
  await restart()
  const pause = await openPause(id)
  assert.deepEqual([pause.kind, pause.step], ['uncertain', 'send'])
  await isWaiting(id)
  await restart()
  await engine.answer(runs, scope, pause.id, { choice: 'done', output: 'sent' })
  const run = (await engine.over(runs, scope, id))!
  assert.deepEqual([run.status, (run.output as { o: unknown }).o], ['succeeded', 'sent'])
  assert.deepEqual(await marks(id), ['send'])
})
