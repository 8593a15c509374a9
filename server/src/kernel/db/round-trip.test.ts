import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Statement, sql } from './db.ts'
import { sessionConfig } from './postgres.ts'
import { roundTrip } from './round-trip.ts'

let database: TestDatabase
let client: pg.Client
before(async () => {
  database = await createTestDatabase(1)
  client = new pg.Client(sessionConfig(database.settings, 'stoa-test'))
  await client.connect()
  await client.query('create table note (id int primary key, text text)')
})
after(async () => {
  await client.end()
  await database.drop()
})

const send = (by: pg.Client, ...statements: Statement[]) =>
  roundTrip(
    by,
    statements.map((statement, i) => ({ statement, needsResult: i === statements.length - 1 })),
  )
const ask = async (...statements: Statement[]) =>
  (await send(client, ...statements)).at(-1)!.rows as Record<string, unknown>[]
const insert = (id: unknown) => sql`insert into note (id) values (${id}) returning id`
const count = async () => (await client.query('select count(*)::int as total from note')).rows[0].total

describe('one round trip', () => {
  test('returns the result of the last statement', async () => {
    const results = await send(client, insert(1), sql`update note set text = ${'a'} where id = 1`)
    assert.deepEqual(results.at(-1), { rows: [], command: 'UPDATE 1' })
    assert.deepEqual(await ask(sql`select * from note`), [{ id: 1, text: 'a' }])
  })

  test('large texts in arrays arrive as they are, whatever is in them', async () => {
    const long = 'x'.repeat(20_000)
    for (const odd of ['"\\{},NULL', '\\"', 'ä😀\u2028', '\n\t', '\u007f\u0085', 'NULL'])
      assert.deepEqual(await ask(sql`select ${[`${long}${odd}`, null, odd]}::text[] as texts`), [
        { texts: [`${long}${odd}`, null, odd] },
      ])
  })

  test('returns all requested results, also of statements that were sent without one before', async () => {
    const number = (value: number) => sql`select ${value}::int as number`
    await send(client, number(1), sql`select 1`)
    const results = await roundTrip(
      client,
      [number(2), number(3), sql`select 'x' as text`].map((statement) => ({ statement, needsResult: true })),
    )
    assert.deepEqual(
      results.map(({ rows }) => rows),
      [[{ number: 2 }], [{ number: 3 }], [{ text: 'x' }]],
    )
  })

  test('statements after a failure are not run', async () => {
    const before = await count()
    await assert.rejects(ask(sql`select 1 / ${0}::int as x`, insert(2)), /division by zero/)
    assert.equal(await count(), before)
  })

  test('reads values of every kind as the driver does, the first time and later', async () => {
    const kinds = () => sql`
      select ${'text'}::text as text, ${null}::text as nothing, ${true}::boolean as yes, ${1.5}::float8 as number,
             ${['a', 'b"\\,']}::text[] as list, ${{ a: [1] }}::jsonb as json, ${Buffer.from('é')}::bytea as bytes,
             ${new Date('2026-01-02T03:04:05.678Z')}::timestamptz as time`
    const expected = {
      text: 'text',
      nothing: null,
      yes: true,
      number: 1.5,
      list: ['a', 'b"\\,'],
      json: { a: [1] },
      bytes: Buffer.from('é'),
      time: '2026-01-02T03:04:05.678Z',
    }
    for (let i = 0; i < 2; i++) assert.deepEqual(await ask(kinds()), [expected])
  })

  test('writes values of every kind as the driver does, the first time and later', async () => {
    const values = {
      text: 'ä😀\u2028 "quoted" \\ $1',
      lone: '\ud800x',
      empty: '',
      nothing: null,
      number: 1.5,
      yes: true,
      list: ['a', null, 'b"\\,'],
      json: { a: [1, 'ü'] },
      bytes: Buffer.from([0, 255, 66]),
      time: new Date('2026-01-02T03:04:05.678Z'),
      distant: new Date('-000044-03-15T12:00:00.000Z'),
      yearZero: new Date('0000-06-01T00:00:00.000Z'),
    }
    const { text, lone, empty, nothing, number, yes, list, json, bytes, time, distant, yearZero } = values
    const written = () => sql`
      select ${text}::text, ${lone}::text, ${empty}::text, ${nothing}::text, ${number}::float8, ${yes}::boolean,
             ${list}::text[], ${json}::jsonb, ${bytes}::bytea, ${time}::timestamptz, ${distant}::timestamptz,
             ${yearZero}::timestamptz`
    const { text: sent, values: parameters } = written()
    const aliased = { text: `with t (a, b, c, d, e, f, g, h, i, j, k, l) as (${sent}) select t::text from t` }
    const { rows } = await client.query(aliased.text, [...parameters])
    for (let i = 0; i < 3; i++)
      assert.deepEqual(await ask({ ...aliased, values: parameters, name: 'every kind' }), rows)
  })

  test('values that are large arrive whole, beside others that are not', async () => {
    for (const size of [1, 20_000, 200_000, 3]) {
      const large = 'ü'.repeat(size)
      const statement = () => sql`select ${large}::text as large, ${'small'}::text as small`
      for (let i = 0; i < 2; i++) assert.deepEqual(await ask(statement()), [{ large, small: 'small' }])
    }
  })

  test('is one write to the socket, whether its statements are prepared or not, and however large its values are', async () => {
    const { stream } = (client as unknown as { connection: pg.Connection }).connection
    const writes: number[] = []
    const { write } = stream
    const writeBytes = write.bind(stream) as (bytes: Buffer) => boolean
    stream.write = ((bytes: Buffer) => {
      writes.push(bytes.length)
      return writeBytes(bytes)
    }) as typeof write
    try {
      for (const size of [1, 100_000]) {
        const large = 'x'.repeat(size)
        const statement = () => sql`select ${large}::text as large, ${'once'}::text as small`
        const rows = [{ large, small: 'once' }]
        for (let i = 0; i < 2; i++) assert.deepEqual(await ask(sql`select 1`, statement()), rows)
        assert.deepEqual(await ask({ text: 'select $1::text as large', values: [large] }), [{ large }])
      }
    } finally {
      stream.write = write
    }
    assert.equal(writes.length, 6)
  })

  test('many rows and none', async () => {
    const rows = () => sql`select i from generate_series(1, ${1000}::int) i`
    for (let i = 0; i < 2; i++) assert.equal((await ask(rows())).length, 1000)
    assert.deepEqual(await ask(sql`select 1 as one where ${false}::boolean`), [])
  })
})

describe('a round trip that fails', () => {
  test('leaves its statements usable, whichever part of them failed', async () => {
    const half = (id: unknown) => sql`select 10 / ${id}::int as half`
    for (const bad of ['no number', 0]) {
      await assert.rejects(ask(half(bad)), { code: /22P02|22012/ })
      assert.deepEqual(await ask(half(5)), [{ half: 2 }])
    }
  })

  test('after a change of the table is retried and then succeeds', async () => {
    await client.query('create table wide (a int); insert into wide values (1)')
    const all = () => sql`select * from wide`
    assert.deepEqual(await ask(all()), [{ a: 1 }])
    await client.query('alter table wide add column b int default 2')
    await assert.rejects(ask(all()), /cached plan/)
    assert.deepEqual(await ask(all()), [{ a: 1, b: 2 }])
  })

  test('has the stack of its caller', async () => {
    await assert.rejects(ask(sql`select nonsense`), (error: Error) => {
      assert.match(error.stack!, /round-trip\.test/)
      return true
    })
  })

  test('over a value that cannot be read or written does not spoil the connection', async () => {
    await assert.rejects(
      ask(sql`select 9007199254740993::bigint as big from generate_series(1, 3)`),
      /safe range/,
    )
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const before = await count()
    await assert.rejects(ask(insert(3), sql`select ${circle}::jsonb`), /circular/)
    assert.equal(await count(), before)
  })

  test('because the connection is closed fails immediately', async () => {
    const gone = new pg.Client(sessionConfig(database.settings, 'stoa-test'))
    gone.on('error', () => undefined)
    await gone.connect()
    await assert.rejects(send(gone, sql`select pg_terminate_backend(pg_backend_pid())`))
    await assert.rejects(send(gone, sql`select 1`))
  })
})
