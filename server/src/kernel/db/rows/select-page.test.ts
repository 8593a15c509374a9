import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { sql } from '../db.ts'
import { countRows, selectPage } from './select-page.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase(1)
})
after(() => database.drop())

const numbers = (last: number) => sql`generate_series(1, ${last}::int) as n where n <> 3`
const select = (page: number, q = database.db as Parameters<typeof selectPage>[0]) =>
  selectPage<{ n: number }>(q, { columns: sql`n`, from: numbers(6), order: sql`n desc` }, { page, limit: 2 })

test('a page has its rows and the total, behind the last one the total alone', async () => {
  assert.deepEqual(await select(1), { items: [{ n: 6 }, { n: 5 }], total: 5, page: 1, limit: 2 })
  assert.deepEqual(await select(3), { items: [{ n: 1 }], total: 5, page: 3, limit: 2 })
  assert.deepEqual(await select(9), { items: [], total: 5, page: 9, limit: 2 })
})

test('in a transaction its connection is used', async () => {
  const { total } = await database.db.tx((tx) => select(1, tx))
  assert.equal(total, 5)
})

test('rows are counted', async () => {
  assert.equal(await countRows(database.db, numbers(4)), 3)
})
