import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { sql } from '../../db/db.ts'
import type { RunKind, RunStatus } from '../run.ts'
import { createRetention } from './retention.ts'

let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

async function addRun(projectId: string, kind: string, status: RunStatus, daysAgo: number): Promise<string> {
  const id = randomUUID()
  const isOver = ['succeeded', 'failed', 'cancelled'].includes(status)
  await database.db.rows(sql`
    insert into run (project_id, id, external_user_id, kind, input, status, run_at, created_at, ended_at)
    values (${projectId}, ${id}, ${projectId}, ${kind}, '1', ${status}, now(), now() - make_interval(days => ${daysAgo}),
            case when ${isOver} then now() - make_interval(days => ${daysAgo}) end)`)
  await database.db.rows(sql`
    insert into run_step (project_id, run_id, name, attempt, started_at, finished_at)
    values (${projectId}, ${id}, 's', 1, now(), now())`)
  await database.db.rows(sql`
    insert into run_event (project_id, run_id, seq, type, data, created_at) values (${projectId}, ${id}, 1, 'x', '1', now())`)
  return id
}

const kind = (name: string, retentionDays?: number): [string, RunKind] => [
  name,
  { kind: name, handle: async () => null, ...(retentionDays === undefined ? {} : { retentionDays }) },
]

test('finished runs are retained for their time, and unfinished ones forever', async () => {
  const [plain, short, long] = [randomUUID(), randomUUID(), randomUUID()]
  const retention = createRetention({
    db: database.db,
    kinds: new Map([kind('usual'), kind('noise', 3)]),
    retentionDays: async () =>
      new Map([
        [short, 2],
        [long, 90],
      ]),
  })
  const gone = [
    await addRun(plain, 'usual', 'succeeded', 31),
    await addRun(plain, 'unheard-of', 'failed', 31),
    await addRun(plain, 'noise', 'succeeded', 4),
    await addRun(short, 'usual', 'cancelled', 3),
    await addRun(long, 'noise', 'failed', 91),
  ]
  const stored = [
    await addRun(plain, 'usual', 'succeeded', 29),
    await addRun(plain, 'noise', 'succeeded', 2),
    await addRun(short, 'usual', 'succeeded', 1),
    await addRun(long, 'usual', 'succeeded', 80),
    await addRun(long, 'noise', 'succeeded', 80),
    await addRun(plain, 'usual', 'running', 400),
    await addRun(plain, 'usual', 'waiting', 400),
    await addRun(plain, 'usual', 'queued', 400),
  ]
  await retention.sweep()
  const left = await database.db.rows<{ id: string }>(sql`select id from run`)
  assert.deepEqual(left.map(({ id }) => id).sort(), [...stored].sort())
  for (const table of [sql`select run_id as id from run_step`, sql`select run_id as id from run_event`]) {
    const rows = await database.db.rows<{ id: string }>(table)
    assert.deepEqual(rows.map(({ id }) => id).sort(), [...stored].sort())
    assert.ok(rows.every(({ id }) => !gone.includes(id)))
  }
})

test('events of a kind may be forgotten before its runs', async () => {
  const project = randomUUID()
  const talk: RunKind = { kind: 'talk', handle: async () => null, eventRetentionHours: 24 }
  const { sweep } = createRetention({
    db: database.db,
    kinds: new Map([['talk', talk], kind('usual')]),
    retentionDays: async () => new Map(),
  })
  const old = await addRun(project, 'talk', 'succeeded', 2)
  const stored = [
    await addRun(project, 'talk', 'succeeded', 0),
    await addRun(project, 'talk', 'waiting', 2),
    await addRun(project, 'usual', 'succeeded', 2),
  ]
  const withEvents = async () => {
    const rows = await database.db.rows<{ id: string }>(
      sql`select run_id as id from run_event where project_id = ${project}`,
    )
    return rows.map(({ id }) => id).sort()
  }
  await sweep()
  assert.deepEqual(await withEvents(), stored.toSorted())
  const left = await database.db.rows<{ id: string }>(sql`select id from run where project_id = ${project}`)
  assert.deepEqual(left.map(({ id }) => id).sort(), [old, ...stored].sort())
  const steps = await database.db.rows(sql`select 1 from run_step where run_id = ${old}`)
  assert.equal(steps.length, 1)
  // What comes into its time later goes with a later sweep, also of another node.
  await database.db.rows(
    sql`update run set ended_at = now() - interval '24 hours 1 second' where id = ${stored[0]}`,
  )
  await createRetention({
    db: database.db,
    kinds: new Map([['talk', talk]]),
    retentionDays: async () => new Map(),
  }).sweep()
  assert.ok(!(await withEvents()).includes(stored[0]!))
})

test('more than one batch goes in one sweep', async () => {
  const project = randomUUID()
  await database.db.rows(sql`
    insert into run (project_id, id, external_user_id, kind, input, status, run_at, created_at, ended_at)
    select ${project}, gen_random_uuid(), ${project}, 'bulk', '1', 'succeeded', now(), now(), now() - interval '40 days'
    from generate_series(1, 250)`)
  await createRetention({ db: database.db, kinds: new Map(), retentionDays: async () => new Map() }).sweep()
  assert.deepEqual(await database.db.rows(sql`select id from run where project_id = ${project}`), [])
})

test('a signal that no one has read goes after a week', async () => {
  const project = randomUUID()
  for (const [key, days] of [
    ['old', 8],
    ['new', 6],
  ] as const)
    await database.db.rows(sql`
      insert into run_signal values (${project}, ${key}, '1', now() - make_interval(days => ${days}))`)
  await createRetention({ db: database.db, kinds: new Map(), retentionDays: async () => new Map() }).sweep()
  assert.deepEqual(await database.db.rows(sql`select key from run_signal where project_id = ${project}`), [
    { key: 'new' },
  ])
})
