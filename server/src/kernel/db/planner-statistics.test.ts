import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { sql, sqlText } from './db.ts'
import { createPlannerStatistics } from './planner-statistics.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase(1)
})
after(() => database.drop())

test('statements that were planned for an empty table use the primary key once it has grown', async () => {
  const { db } = database
  await db.rows(sql`create table note (project_id int, id int, owner int, primary key (project_id, id))`)
  await db.rows(sql`create index note_of_owner on note (project_id, owner)`)
  await db.rows(sql`set plan_cache_mode = force_generic_plan`)
  await db.rows(
    sqlText(`prepare find_note (int, int, int) as
    select id from note where project_id = $1 and owner = $2 and id = $3`),
  )
  const plan = async () => {
    const rows = await db.rows<{ 'QUERY PLAN': string }>(sql`explain execute find_note (1, 1, 7)`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  assert.match(await plan(), /note_of_owner/, 'the reason for all this')

  const statistics = createPlannerStatistics({ db, log: { warn: assert.fail } })
  await db.rows(sql`insert into note select 1, n, 1 from generate_series(1, 500) n`)
  // Sessions report what they changed about once a second.
  await until(async () => (await statistics.refresh()).includes('note'), 'the table was analyzed')
  assert.match(await plan(), /note_pkey/)
  assert.deepEqual(await statistics.refresh(), [], 'nothing has changed since')
})

test('statements that were planned for a few pages look up keys once the table has grown several times', async () => {
  const { db } = database
  await db.rows(sql`create table entry (id int primary key, body text)`)
  await db.rows(sql`insert into entry select n, repeat('x', 100) from generate_series(1, 20) n`)
  await db.rows(sql`analyze entry`)
  await db.rows(sql`set plan_cache_mode = force_generic_plan`)
  await db.rows(
    sqlText(
      `prepare find_entries (int[]) as select body from entry join unnest($1) as wanted (id) using (id)`,
    ),
  )
  const plan = async () => {
    const rows = await db.rows<{ 'QUERY PLAN': string }>(sql`explain execute find_entries ('{7}')`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  assert.match(await plan(), /Seq Scan on entry/, 'the reason for all this')

  const statistics = createPlannerStatistics({ db, log: { warn: assert.fail } })
  await db.rows(sql`insert into entry select n, repeat('x', 100) from generate_series(21, 3000) n`)
  await until(async () => (await statistics.refresh()).includes('entry'), 'the table was analyzed again')
  assert.match(await plan(), /entry_pkey/)
  await db.rows(sql`update entry set body = 'y'`)
  await db.rows(sql`select pg_stat_force_next_flush()`)
  assert.deepEqual(await statistics.refresh(), [], 'changes are no growth')
})
