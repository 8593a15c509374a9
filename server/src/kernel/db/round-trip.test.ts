import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Queryable, sql } from './db.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase(1)
  await database.db.rows(sql`create table mark (id text primary key)`)
})
after(() => database.drop())

const one = async <Row>(q: Queryable, statement: ReturnType<typeof sql>) => (await q.rows<Row>(statement))[0]
const pid = async () => (await one<{ pid: number }>(database.db, sql`select pg_backend_pid() as pid`))!.pid
const exists = async (id: string) =>
  (await database.db.rows(sql`select 1 from mark where id = ${id}`)).length === 1
const insert = (q: Queryable, id: string) => q.rows(sql`insert into mark (id) values (${id})`)

describe('values', () => {
  test('go and come unchanged, the first time and with a kept plan', async () => {
    for (let i = 0; i < 3; i++) {
      const row = await one(
        database.db,
        sql`select ${'ä\'"\\'}::text as text, ${null}::text as nothing, ${true}::boolean as yes, ${1.5}::float8 as number,
                   ${['a,b', 'c"d', null]}::text[] as list, ${Buffer.from([0, 255])}::bytea as bytes,
                   ${JSON.stringify({ a: [1] })}::jsonb as json, ${new Date(0)}::timestamptz as time, ''::text as empty`,
      )
      assert.deepEqual(row, {
        text: 'ä\'"\\',
        nothing: null,
        yes: true,
        number: 1.5,
        list: ['a,b', 'c"d', null],
        bytes: Buffer.from([0, 255]),
        json: { a: [1] },
        time: '1970-01-01T00:00:00.000Z',
        empty: '',
      })
    }
  })

  test('no rows, many rows and a statement without an answer', async () => {
    assert.deepEqual(await database.db.rows(sql`select 1 where false`), [])
    assert.equal((await database.db.rows(sql`select generate_series(1, 5000)`)).length, 5000)
    assert.deepEqual(await database.db.rows(sql`set local work_mem = '5MB'`), [])
  })
})

describe('a failure', () => {
  test('of a statement leaves the connection in use', async () => {
    const before = await pid()
    await assert.rejects(database.db.rows(sql`select 1 / 0`), { code: '22012' })
    await assert.rejects(database.db.rows(sql`select nothing_such`), { code: '42703' })
    await assert.rejects(database.db.rows(sql`select 9007199254740993::bigint as big`), /safe range/)
    assert.equal(await pid(), before)
  })

  test('names whoever asked in its stack', async () => {
    const error = await database.db.rows(sql`select 1 / 0`).catch((each: Error) => each)
    assert.match((error as Error).stack ?? '', /round-trip\.test\.ts/)
  })

  test('of a kept statement does not spoil it', async () => {
    const divide = (by: number) =>
      database.db.rows<{ value: number }>(sql`select (6 / ${by}::int)::int as value`)
    assert.equal((await divide(2))[0]!.value, 3)
    await assert.rejects(divide(0), { code: '22012' })
    assert.equal((await divide(3))[0]!.value, 2)
  })

  test('of a value that cannot be written sends nothing', async () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    await assert.rejects(database.db.rows(sql`select ${cycle}::jsonb`))
    assert.equal((await database.db.rows(sql`select 1 as one`)).length, 1)
  })

  test('of the first statement of a transaction leaves none open', async () => {
    await assert.rejects(
      database.db.tx((tx) => tx.rows(sql`select 1 / 0`)),
      { code: '22012' },
    )
    const id = randomUUID()
    await insert(database.db, id)
    assert.equal(await exists(id), true)
  })
})

describe('savepoints', () => {
  test('that were never used send nothing, and nested ones undo only their own part', async () => {
    const [outer, inner, later] = [randomUUID(), randomUUID(), randomUUID()]
    await database.db.enclose(async (enclosure) => {
      await enclosure.attempt(async () => undefined)
      await enclosure.attempt(async () => {
        await insert(database.db, outer)
        await assert.rejects(
          enclosure.attempt(async () => {
            await insert(database.db, inner)
            await database.db.rows(sql`select 1 / 0`)
          }),
        )
      })
      await assert.rejects(
        enclosure.attempt(async () => {
          throw new Error('before anything was sent')
        }),
      )
      await insert(database.db, later)
    })
    assert.deepEqual([await exists(outer), await exists(inner), await exists(later)], [true, false, true])
  })

  test('statements side by side in one transaction come in order', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID())
    await database.db.enclose((enclosure) => Promise.all(ids.map((id) => insert(enclosure, id))))
    for (const id of ids) assert.equal(await exists(id), true)
  })
})
