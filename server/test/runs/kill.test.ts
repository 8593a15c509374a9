import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/kernel/clock.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { createListener } from '../../src/kernel/db/listen.ts'
import { createIds } from '../../src/kernel/ids.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createRuns } from '../../src/kernel/runs/runs.ts'
import { systemScope } from '../../src/kernel/scope.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { sizeOf } from '../size.ts'
import { until } from '../until.ts'
import { createProcesses } from './processes.ts'

let database: TestDatabase
let workers: ReturnType<typeof createProcesses>

before(async () => {
  database = await createTestDatabase()
  workers = createProcesses(database.settings)
  await database.db.rows(sql`create table mark (run_id uuid, step text, attempt int)`)
})
after(async () => {
  await workers.killAll()
  await database.drop()
})

/** Waits without a separate timeout: the machine may be slow, and the run of the test as a whole is bounded. */
async function waitForAll(ids: string[]): Promise<void> {
  while (true) {
    const [row] = await database.db.rows<{ open: number }>(sql`
      select count(*)::int as open from run where id = any(${ids}) and ended_at is null`)
    if (row!.open === 0) return
    await pause(50)
  }
}

/** Every step of these runs is recorded once, and what was done twice says that it may have been. */
async function checkSteps(ids: string[]): Promise<{ repeated: unknown[]; marked: Set<string> }> {
  const steps = await database.db.rows<{ run_id: string; name: string; also: number | null }>(sql`
    select run_id, name, maybe_also_attempt as also from run_step where run_id = any(${ids})`)
  assert.equal(steps.length, ids.length * 5)
  const marks = await database.db.rows<{ run_id: string; step: string; times: number }>(sql`
    select run_id, step, count(*)::int as times from mark where run_id = any(${ids}) group by run_id, step`)
  const repeated = marks.filter(({ times }) => times > 1)
  const marked = new Set(
    steps.filter(({ also }) => also !== null).map(({ run_id, name }) => `${run_id} ${name}`),
  )
  const unmarked = repeated.filter(({ run_id, step }) => !marked.has(`${run_id} ${step}`))
  assert.deepEqual(unmarked, [], 'every repeated step says that it may have been')
  return { repeated, marked }
}

test('workers killed in the middle: every run ends, no step is recorded twice, what may have been done twice says so', {
  timeout: 600_000,
}, async (t) => {
  const kills = sizeOf({ short: 1, long: 30, variable: 'STOA_TEST_KILLS' })
  const runCount = sizeOf({ short: 50, long: 1_000, variable: 'STOA_TEST_RUNS' })
  const scope = systemScope(randomUUID())
  const listener = createListener({ settings: database.settings, onNotice: () => undefined })
  const runs = createRuns({
    db: database.db,
    clock: systemClock,
    newId: createIds(systemClock),
    log: createLog({ level: 'silent', secrets: [] }),
    listener,
  })
  await workers.startMany(3)
  const ids = await database.db.tx((tx) =>
    Promise.all(
      Array.from({ length: runCount }, () => runs.enqueue(tx, scope, { kind: 'five-steps', input: null })),
    ),
  )
  for (let i = 0; i < kills; i++) {
    await pause(randomInt(20, 200))
    await workers.kill(workers.any())
    await workers.start()
  }
  await waitForAll(ids)
  await listener.close()

  const ended = await database.db.rows<{
    status: string
    output: string
    losses: number
    last_seq: number
  }>(sql`
    select status, output, losses, last_seq from run`)
  assert.deepEqual(
    [...new Set(ended.map(({ status, output }) => `${status} ${output}`))],
    ['succeeded all five'],
  )
  const { repeated, marked } = await checkSteps(ids)
  const gaps = await database.db.rows(sql`
    select run_id from run_event group by run_id having count(*) <> max(seq) or min(seq) <> 1`)
  assert.deepEqual(gaps, [])
  t.diagnostic(
    `${runCount} runs, ${kills} kills: ${ended.filter(({ losses }) => losses > 0).length} runs lost a worker, ${repeated.length} steps were done twice, ${marked.size} say that they may have been`,
  )
})

test('runs that were acknowledged by a node that was killed are there and complete on another', {
  timeout: 600_000,
}, async (t) => {
  const { projectId } = systemScope(randomUUID())
  await workers.killAll()
  const acknowledged = new Map<string, boolean>()
  const startHere = async () => {
    const worker = await workers.start()
    worker.on('message', ({ id, isHere }: { id: string; isHere: boolean }) => acknowledged.set(id, isHere))
    worker.send(projectId)
    return worker
  }
  await Promise.all([startHere(), startHere()])
  const kills = sizeOf({ short: 1, long: 12 })
  for (let killed = 0; killed < kills; killed++) {
    const before = acknowledged.size
    await until(() => acknowledged.size > before + 20, 'more runs being started')
    await workers.kill(workers.any())
    await startHere()
  }
  // What is left is worked on by processes that start nothing.
  await workers.killAll()
  await workers.startMany(2)
  const rows = await database.db.rows<{ id: string }>(sql`select id from run where project_id = ${projectId}`)
  const all = rows.map(({ id }) => id)
  await waitForAll(all)
  const lost = [...acknowledged.keys()].filter((id) => !all.includes(id))
  assert.deepEqual(lost, [], 'acknowledged means committed')
  const outputs = await database.db.rows(
    sql`select distinct status, output from run where project_id = ${projectId}`,
  )
  assert.deepEqual(outputs, [{ status: 'succeeded', output: 'all five' }])
  const { repeated } = await checkSteps(all)
  const inPlace = [...acknowledged.values()].filter(Boolean).length
  assert.ok(inPlace > 0)
  t.diagnostic(
    `${all.length} runs, ${acknowledged.size} acknowledged, ${inPlace} in place; ${repeated.length} steps were done twice`,
  )
})
