import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { until } from '../until.ts'
import { openNodes } from './nodes.ts'
import { createProcesses } from './processes.ts'

/**
 * The shape that workflows and agents will have, in a separate kind: it waits for a human, has children, joins them,
 * and is followed by a reader who sees nothing of the workers that are killed meanwhile.
 */
const nodes = await openNodes()
const { db, database, newScope } = nodes
await db.rows(sql`create table mark (run_id uuid, step text, attempt int)`)
const workers = createProcesses(database.settings, 'workflow-process.ts')
after(async () => {
  await workers.killAll()
  await nodes.close()
})

/** Kills the only worker and puts another in its place. */
async function restart(): Promise<void> {
  await workers.kill(workers.any())
  await workers.start()
}

test('a workflow waits, has children, joins and is followed, through restarts of its workers', {
  timeout: 120_000,
}, async () => {
  const scope = newScope()
  // Enqueues and reads; the work is done by processes that are killed.
  const runs = nodes.node({}, { isStarted: false })
  await workers.start()
  const id = await nodes.enqueue(runs, scope, 'workflow')
  const seen: [number, string, unknown][] = []
  const reading = (async () => {
    for await (const { seq, type, data } of runs.follow(scope, id, 0, new AbortController().signal))
      seen.push([seq, type, data])
  })()
  const statusOf = async () => (await runs.find(db, scope, id))?.status
  await until(async () => (await statusOf()) === 'waiting', 'the workflow waiting for its approval')
  // No one holds it while it waits, for however long.
  const [held] = await db.rows(
    sql`select 1 from run where id = ${id} and (worker_id is not null or lease_until is not null)`,
  )
  assert.equal(held, undefined)
  await restart()
  await db.tx((tx) => runs.signal(tx, scope, `approval:${id}`, { items: [1, 2, 3, 4] }))
  const atWork = () => db.rows(sql`select 1 from run where root_id = ${id} and status = 'running'`)
  await until(async () => (await atWork()).length > 0, 'children being at work')
  await restart()
  await until(async () => (await statusOf()) === 'waiting', 'the workflow waiting for its children')
  await restart()
  const run = (await nodes.over(runs, scope, id))!
  await reading
  assert.deepEqual([run.status, run.output], ['succeeded', 100])
  assert.deepEqual(
    seen.map(([seq]) => seq),
    seen.map((_, index) => index + 1),
  )
  // An event outside of a step is written again by every attempt that passes it; one inside a step is written once.
  assert.deepEqual([...new Set(seen.map(([, type]) => type))], ['prepared', 'approved', 'summed'])
  assert.deepEqual(
    seen.filter(([, type]) => type === 'summed').map(([, , data]) => data),
    [100],
  )
  const children = await db.rows(sql`select id from run where parent_id = ${id} and status = 'succeeded'`)
  assert.equal(children.length, 4)
  const unmarked = await db.rows(sql`
    select m.run_id, m.step from mark m join run_step s on s.run_id = m.run_id and s.name = m.step
    where s.maybe_also_attempt is null group by m.run_id, m.step having count(*) > 1`)
  assert.deepEqual(unmarked, [])
})
