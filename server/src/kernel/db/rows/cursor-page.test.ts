import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { sql, sqlText } from '../db.ts'
import { type CursorListed, selectCursorPage } from './cursor-page.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase(1)
})
after(() => database.drop())

type Row = { id: string; createdAt: string; n: number }

// Two rows of each second, so that the id decides as well; `size` is no order of time.
const entries = sql`(
  select n, (n * 7) % 5 as size, timestamptz '2026-01-01Z' + interval '1 second' * (n / 2) as created_at,
    ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id
  from generate_series(1, 7) as n) as e`

const listed = (options: Partial<CursorListed> = {}): CursorListed => ({
  columns: sqlText('e.n, e.id, e.created_at as "createdAt"'),
  tables: entries,
  alias: 'e',
  where: sql`e.n <> 4`,
  ...options,
})

const read = (options: Partial<CursorListed>, request: { page?: number; cursor?: string | undefined }) =>
  selectCursorPage<Row>(database.db, listed(options), { page: 1, limit: 2, ...request })

/** The numbers of each page, as a reader gets them who follows the cursors. */
async function pagesOf(options: Partial<CursorListed>): Promise<number[][]> {
  const pages: number[][] = []
  let cursor: string | null | undefined
  do {
    const page = await read(options, { cursor: cursor ?? undefined })
    pages.push(page.items.map(({ n }) => n))
    cursor = page.nextCursor
  } while (cursor !== null)
  return pages
}

test('cursors lead through every row once, in both directions', async () => {
  const newestFirst = [
    [7, 6],
    [5, 3],
    [2, 1],
  ]
  assert.deepEqual(await pagesOf({}), newestFirst)
  const oldestFirst = newestFirst.flat().reverse()
  assert.deepEqual((await pagesOf({ direction: 'ASC' })).flat(), oldestFirst)
})

test('a page by number has the cursor behind it, and the total is that of all pages', async () => {
  const second = await read({}, { page: 2 })
  assert.deepEqual([second.items.map(({ n }) => n), second.total, second.page], [[5, 3], 6, 2])
  const third = await read({}, { cursor: second.nextCursor! })
  assert.deepEqual([third.items.map(({ n }) => n), third.total, third.nextCursor], [[2, 1], 6, null])
})

test('another order is read by pages', async () => {
  const page = await read({ sortedBy: sqlText('e.size') }, {})
  assert.deepEqual([page.items.map(({ n }) => n), page.nextCursor], [[7, 2], null])
})

test('rows are counted up to a limit', async () => {
  assert.equal((await read({ countLimit: 3 }, {})).total, 3)
})

test('a cursor that no list has returned is refused', async () => {
  await assert.rejects(read({}, { cursor: 'x' }), { code: 'invalid_parameter' })
})
