import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { allOf, likePattern, type Queryable, sql, sqlText } from './db.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase(4)
  await database.db.rows(
    sql`create table note (id text primary key, at timestamptz default now(), big bigint)`,
  )
})
after(() => database.drop())

const insert = (q: Queryable, id: string) => q.rows(sql`insert into note (id) values (${id})`)
const exists = async (id: string) =>
  (await database.db.rows(sql`select 1 from note where id = ${id}`)).length === 1

describe('the sql tag', () => {
  test('values are bound, never written', () => {
    const { text, values } = sql`select ${"'; drop table note; --"} as x, ${1} as y`
    assert.equal(text, 'select $1 as x, $2 as y')
    assert.deepEqual(values, ["'; drop table note; --", 1])
  })

  test('parts are woven in and counted on', () => {
    const where = allOf([sql`a = ${1}`, sql`b = any(${[2]})`, sqlText('c is null')])
    const { text, values } = sql`select * from t where ${where} and d = ${3} limit ${4}`
    assert.equal(text, 'select * from t where a = $1 and b = any($2) and c is null and d = $3 limit $4')
    assert.deepEqual(values, [1, [2], 3, 4])
  })

  test('only statements that are always the same are named', () => {
    const fixed = () => sql`select ${1}`
    assert.equal(fixed().name, fixed().name)
    assert.equal(sql`select ${sql`1`}`.name, undefined)
  })

  test('no condition is true, wildcards mean themselves', () => {
    assert.equal(allOf([]).text, 'true')
    assert.equal(likePattern('50%_\\'), '%50\\%\\_\\\\%')
  })
})

describe('a transaction', () => {
  test('commits, or undoes everything when the work throws', async () => {
    const [stored, undone] = [randomUUID(), randomUUID()]
    await database.db.tx((tx) => insert(tx, stored))
    await assert.rejects(
      database.db.tx(async (tx) => {
        await insert(tx, undone)
        throw new Error('no')
      }),
      /no/,
    )
    assert.deepEqual([await exists(stored), await exists(undone)], [true, false])
  })

  test('refuses the database itself inside, and is undone', async () => {
    const id = randomUUID()
    await assert.rejects(
      database.db.tx(async (tx) => {
        await insert(tx, id)
        await database.db.rows(sql`select 1`)
      }),
      /pass the tx on/,
    )
    await assert.rejects(
      database.db.tx(() => database.db.tx(async () => undefined)),
      /pass the tx on/,
    )
    assert.equal(await exists(id), false)
  })

  test('a failure that was swallowed does not pass for a commit', async () => {
    const id = randomUUID()
    await assert.rejects(
      database.db.tx(async (tx) => {
        await insert(tx, id)
        await insert(tx, id).catch(() => undefined)
      }),
      /rolled back/,
    )
    assert.equal(await exists(id), false)
  })

  test('a connection that breaks in the middle is not reused', async () => {
    await assert.rejects(database.db.tx((tx) => tx.rows(sql`select pg_terminate_backend(pg_backend_pid())`)))
    for (let i = 0; i < 8; i++) assert.equal((await database.db.rows(sql`select 1 as one`)).length, 1)
  })
})

describe('an enclosure', () => {
  test('puts statements and transactions inside it into one', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await assert.rejects(
      database.db.ambientTransaction(async () => {
        await insert(database.db, first)
        await database.db.tx((tx) => insert(tx, second))
        throw new Error('undo all')
      }),
      /undo all/,
    )
    assert.deepEqual([await exists(first), await exists(second)], [false, false])
  })

  test('an attempt that fails is rolled back while the rest is committed', async () => {
    const [stored, undone] = [randomUUID(), randomUUID()]
    await database.db.ambientTransaction(async (ambient) => {
      await insert(ambient, stored)
      await assert.rejects(
        ambient.attempt(async () => {
          await insert(database.db, undone)
          throw new Error('no')
        }),
      )
    })
    assert.deepEqual([await exists(stored), await exists(undone)], [true, false])
  })

  test('does not leak to others that run at the same time', async () => {
    const id = randomUUID()
    await database.db.ambientTransaction(async (ambient) => {
      await insert(ambient, id)
      const outside = await new Promise<boolean>((resolve) => {
        setImmediate(() => resolve(false))
      })
      assert.equal(outside, false)
    })
    assert.equal(await exists(id), true)
  })
})

describe('values', () => {
  test('times are ISO texts of milliseconds in UTC', async () => {
    const [row] = await database.db.rows<{ at: string; whole: string }>(sql`
      select '2026-01-02 03:04:05.678901+02'::timestamptz as at, '2026-01-02 03:04:05Z'::timestamptz as whole`)
    assert.deepEqual(row, { at: '2026-01-02T01:04:05.678Z', whole: '2026-01-02T03:04:05.000Z' })
  })

  test('a bigint that does not fit is refused, not rounded', async () => {
    assert.deepEqual(await database.db.rows(sql`select 9007199254740991::bigint as big`), [
      { big: 9007199254740991 },
    ])
    await assert.rejects(database.db.rows(sql`select 9007199254740993::bigint as big`), /safe range/)
  })
})
