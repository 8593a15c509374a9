import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'
import {
  checkClock,
  checkConnections,
  checkRights,
  checkSchema,
  checkServerVersion,
  checkTrigrams,
} from './doctor-database.ts'
import { readDatabaseFacts } from './read-database-facts.ts'

const database = await createTestDatabase()
after(database.drop)
const facts = await readDatabaseFacts(database.settings)

const states = (changes: Partial<typeof facts>[], check: (all: typeof facts) => { state: string }) =>
  changes.map((change) => check({ ...facts, ...change }).state)

test('a database as it should be passes every check', async () => {
  for (const check of [checkServerVersion, checkRights, checkTrigrams, checkClock, checkConnections]) {
    assert.equal(check(facts).state, 'ok', check.name)
  }
  assert.equal((await checkSchema(database.settings)).state, 'ok')
  assert.equal(facts.keyFingerprint, null)
})

test('each check fails on what it is there for', () => {
  assert.deepEqual(
    states([{ versionNumber: 149_999 }, { encoding: 'LATIN1' }, { isReadOnly: true }], checkServerVersion),
    ['fail', 'fail', 'fail'],
  )
  assert.deepEqual(states([{ schema: 'mine' }, { schema: null }, { mayCreateTables: false }], checkRights), [
    'fail',
    'fail',
    'fail',
  ])
  const without = { hasTrigrams: false }
  assert.deepEqual(
    states(
      [without, { ...without, offersTrigrams: false }, { ...without, mayCreateExtensions: false }],
      checkTrigrams,
    ),
    ['ok', 'fail', 'fail'],
  )
  assert.deepEqual(
    states([{ clockSkewMs: -1_000 }, { clockSkewMs: -10_000 }, { clockSkewMs: 100_000 }], checkClock),
    ['ok', 'warn', 'fail'],
  )
  const nearlyFull = { connectionLimit: 97, connectionsInUse: 90 }
  assert.deepEqual(states([{ connectionLimit: 10 }, nearlyFull], checkConnections), ['fail', 'warn'])
})

test('a user without rights is seen through', async () => {
  const name = `doctor_${process.pid}`
  await database.driver.rows(sql`${sqlText(`create role ${name} login`)}`)
  try {
    const seen = await readDatabaseFacts({ ...database.settings, user: name })
    assert.deepEqual([seen.mayCreateTables, seen.mayCreateExtensions, seen.userName], [false, false, name])
  } finally {
    await database.driver.rows(sql`${sqlText(`drop role ${name}`)}`)
  }
})

test('a schema that lacks migrations is a warning, one of a newer version a fault', async () => {
  const { driver, settings, drop } = await createTestDatabase()
  try {
    await driver.rows(sql`insert into schema_migration (name, checksum) values ('9999_later', '')`)
    await assert.rejects(checkSchema(settings), { name: 'StartFault', message: /newer version/ })
    await driver.rows(sql`delete from schema_migration where name > '0005'`)
    const { state, finding } = await checkSchema(settings)
    assert.equal(state, 'warn')
    assert.match(finding, /pending/)
  } finally {
    await drop()
  }
})
