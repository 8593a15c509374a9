import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { type Statement, sql } from '../db.ts'
import { createRequestCoalescer, type Merge, mergeable } from './request-coalescer.ts'

let database: TestDatabase
let sent: (readonly Statement[])[] = []
let coalesce: ReturnType<typeof createRequestCoalescer>
before(async () => {
  database = await createTestDatabase()
  await database.db.rows(sql`create table note (id text primary key)`)
  coalesce = createRequestCoalescer({
    isInTransaction: database.db.isInTransaction,
    tryInOneRoundTrip(statements) {
      sent.push(statements)
      return database.db.tryInOneRoundTrip(statements)
    },
  })
})
after(() => database.drop())

const note = (id: string) => [
  sql`insert into note (id) values (${id}) returning id`,
  sql`select demand(true)`,
]
const names = () => Array.from({ length: 6 }, () => randomUUID())
const written = async (ids: string[]) => {
  const rows = await database.db.rows<{ id: string }>(sql`select id from note where id = any(${ids})`)
  return ids.map((id) => rows.some((row) => row.id === id))
}

describe('shared round trips', () => {
  test('the first one is sent immediately, those after it together, in the order of their names', async () => {
    sent = []
    const ids = names()
    const results = await Promise.all(ids.map((id) => coalesce('same', id).tryInOneRoundTrip(note(id))))
    assert.deepEqual(
      results.map((response) => response?.[0]),
      ids.map((id) => [{ id }]),
    )
    assert.deepEqual(
      sent.map((statements) => statements.length),
      [2, 10],
    )
    const together = sent[1]!.flatMap(({ values }) => values)
    assert.deepEqual(together, [...together].sort())
  })

  test('what cannot be fails for its own caller alone', async () => {
    const ids = names()
    await database.db.rows(sql`insert into note (id) values (${ids[3]!})`)
    const results = await Promise.allSettled(
      ids.map((id, i) =>
        coalesce('same', id).tryInOneRoundTrip(i === 4 ? [...note(id), sql`select 1 / 0`] : note(id)),
      ),
    )
    assert.deepEqual(
      results.map((response) =>
        response.status === 'rejected' ? 'failed' : response.value === null ? null : 'done',
      ),
      ['done', 'done', 'done', null, 'failed', 'done'],
    )
    assert.deepEqual(await written(ids), [true, true, true, true, false, true])
  })

  test('the caller that is inside of a transaction goes with that, and no one else does', async () => {
    const ids = names()
    const undone = database.db.ambientTransaction(async () => {
      await Promise.all(ids.slice(0, 3).map((id) => coalesce('same', id).tryInOneRoundTrip(note(id))))
      throw new Error('undone')
    })
    await Promise.all([
      assert.rejects(undone, /undone/),
      ...ids.slice(3).map((id) => coalesce('same', id).tryInOneRoundTrip(note(id))),
    ])
    assert.deepEqual(await written(ids), [false, false, false, true, true, true])
  })

  const notes: Merge<string> = {
    statements: (ids) => [sql`insert into note (id) select unnest(${ids}::text[]) returning id`],
    resultsOf: (id, [rows]) => [(rows as { id: string }[]).filter((row) => row.id === id)],
  }
  const merged = (id: string) => coalesce('merged', id, undefined, mergeable(notes, id))

  test('those of one kind are sent as one statement beside the others, and each gets its own result', async () => {
    await merged(randomUUID()).tryInOneRoundTrip(note(randomUUID()))
    sent = []
    const ids = names()
    const results = await Promise.all(
      ids.map((id, i) => (i === 3 ? coalesce('merged', id) : merged(id)).tryInOneRoundTrip(note(id))),
    )
    assert.deepEqual(
      results.map((response) => response?.[0]),
      ids.map((id) => [{ id }]),
    )
    // One alone, then four merged and one with its two statements.
    assert.deepEqual(
      sent.map((statements) => statements.length),
      [2, 3],
    )
  })

  test('merged ones that are refused are sent one by one', async () => {
    const ids = names()
    await database.db.rows(sql`insert into note (id) values (${ids[3]!})`)
    const results = await Promise.all(ids.map((id) => merged(id).tryInOneRoundTrip(note(id))))
    assert.deepEqual(
      results.map((response) => response !== null),
      [true, true, true, false, true, true],
    )
    assert.deepEqual(await written(ids), [true, true, true, true, true, true])
  })

  test('under load the first one waits for those of the same turn of the event loop', async () => {
    const same = async () => {
      const ids = names()
      await Promise.all(ids.map((id) => coalesce('busy', id).tryInOneRoundTrip(note(id))))
    }
    await same()
    sent = []
    await same()
    assert.deepEqual(
      sent.map((statements) => statements.length),
      [12],
    )
  })

  test('other lanes do not wait', async () => {
    sent = []
    const ids = names()
    await Promise.all(ids.map((id) => coalesce(id, id).tryInOneRoundTrip(note(id))))
    assert.equal(sent.length, ids.length)
  })
})
