import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/kernel/clock.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { createListener } from '../../src/kernel/db/listen.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createRuns, type Runs } from '../../src/kernel/runs/runs.ts'
import { systemScope } from '../../src/kernel/scope.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { createProcesses } from './processes.ts'

let database: TestDatabase
let workers: ReturnType<typeof createProcesses>
let runs: Runs
const scope = systemScope(randomUUID())

before(async () => {
  database = await createTestDatabase()
  workers = createProcesses(database.settings)
  await database.db.rows(sql`create table mark (run_id uuid, step text, attempt int)`)
  runs = createRuns({
    db: database.db,
    clock: systemClock,
    newId: createIds(systemClock),
    log: createLog({ level: 'silent', secrets: [] }),
    listener: createListener({ settings: database.settings, onNotice: () => undefined }),
  })
})
after(async () => {
  await workers.killAll()
  await database.drop()
})

const enqueue = (count: number) =>
  database.db.tx(async (tx) => {
    const ids: string[] = []
    while (ids.length < count) ids.push(await runs.enqueue(tx, scope, { kind: 'five-steps', input: null }))
    return ids
  })

/** Waits without a separate timeout: the machine may be slow, and the run of the test as a whole is bounded. */
async function holds(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20)
}
const count = async (what: 'open' | 'running' | 'over', ids: string[]) => {
  const conditions = {
    open: sql`ended_at is null`,
    running: sql`status = 'running'`,
    over: sql`ended_at is not null`,
  }
  const rows = await database.db.rows(sql`select 1 from run where id = any(${ids}) and ${conditions[what]}`)
  return rows.length
}

test('a worker that wakes up after others have taken its runs changes nothing', {
  timeout: 120_000,
}, async (t) => {
  const zombie = await workers.start()
  const ids = await enqueue(40)
  await holds(async () => (await count('running', ids)) > 5)
  zombie.kill('SIGSTOP')
  const other = await workers.start()
  await holds(async () => (await count('open', ids)) === 0)
  const state = () =>
    database.db.rows(sql`
      select r.id, r.status, r.attempt, r.losses, r.output, r.last_seq, r.ended_at, s.name, s.attempt as recorded_by,
             s.finished_at, (select count(*)::int from run_event e where e.run_id = r.id) as events
      from run r left join run_step s on s.run_id = r.id where r.id = any(${ids}) order by r.id, s.name`)
  const found = await state()
  const lost = await database.db.rows(sql`select 1 from run where id = any(${ids}) and losses > 0`)
  assert.ok(lost.length > 0, 'it had runs to lose')

  await workers.kill(other)
  zombie.kill('SIGCONT')
  const later = await enqueue(1)
  await holds(async () => (await count('over', later)) === 1)
  assert.deepEqual(await state(), found)
  t.diagnostic(`${lost.length} runs were taken from a worker that slept; it changed none of them`)
  await workers.kill(zombie)
})

test('workers that are stopped under load lose nothing', { timeout: 120_000 }, async (t) => {
  // So long that only what was released completes in time, however slow the machine is.
  const stoppable = createProcesses({ ...database.settings, leaseMs: 60_000 })
  t.after(stoppable.killAll)
  await stoppable.startMany(2)
  const ids = await enqueue(150)
  let maxLength = 0
  for (let i = 0; i < 4; i++) {
    await holds(async () => (await count('running', ids)) > 3 || (await count('open', ids)) === 0)
    const leaving = stoppable.any()
    const exited = once(leaving, 'exit')
    const notifiedAt = performance.now()
    leaving.kill('SIGTERM')
    const [code] = await exited
    maxLength = Math.max(maxLength, performance.now() - notifiedAt)
    assert.equal(code, 0)
    await stoppable.start()
  }
  await holds(async () => (await count('open', ids)) === 0)
  const ended = await database.db.rows(sql`select distinct status, losses from run where id = any(${ids})`)
  assert.deepEqual(ended, [{ status: 'succeeded', losses: 0 }])
  const unmarked = await database.db.rows(sql`
    select m.run_id, m.step from mark m join run_step s on s.run_id = m.run_id and s.name = m.step
    where m.run_id = any(${ids}) and s.maybe_also_attempt is null
    group by m.run_id, m.step having count(*) > 1`)
  assert.deepEqual(unmarked, [])
  t.diagnostic(`4 stops under load, the longest took ${(maxLength / 1000).toFixed(1)} s`)
})
