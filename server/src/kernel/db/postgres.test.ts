import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { prepared, type Queryable, type Statement, sql, sqlText, type Tx } from './db.ts'

let database: TestDatabase
before(async () => {
  // One connection, so that whatever a test leaves behind on it meets the next.
  database = await createTestDatabase(1)
  await database.db.rows(sql`create table note (id text primary key)`)
})
after(() => database.drop())

const insert = (q: Queryable, id: string) => q.rows(sql`insert into note (id) values (${id})`)
const written = async (ids: string[]) => {
  const rows = await database.db.rows<{ id: string }>(sql`select id from note where id = any(${ids})`)
  return ids.map((id) => rows.some((row) => row.id === id))
}
const ids = () => Array.from({ length: 3 }, () => randomUUID())
const fail = async () => {
  throw new Error('no')
}

describe('a transaction', () => {
  test('without a statement is none', async () => {
    assert.equal(await database.db.tx(async () => 'done'), 'done')
    await assert.rejects(database.db.tx(fail), /no/)
    assert.deepEqual(await database.db.rows(sql`select 1 as one`), [{ one: 1 }])
  })

  test('whose first statement fails leaves nothing open', async () => {
    await assert.rejects(
      database.db.tx((tx) => tx.rows(sql`select 1 / 0`)),
      /division by zero/,
    )
    // In a transaction left open every other statement would fail as well.
    assert.deepEqual(await database.db.rows(sql`select 1 as one`), [{ one: 1 }])
  })

  test('runs statements that are issued together in their order', async () => {
    const id = randomUUID()
    const found = await database.db.tx(async (tx) => {
      const [, rows] = await Promise.all([insert(tx, id), tx.rows(sql`select 1 from note where id = ${id}`)])
      return rows.length
    })
    assert.equal(found, 1)
  })
})

describe('a statement sent ahead', () => {
  const pipeline = (id: string) => sql`insert into note (id) values (${id})`

  test('runs before the next, and also when there is none', async () => {
    const [first, second] = ids() as [string, string]
    const found = await database.db.tx(async (tx) => {
      tx.pipeline(pipeline(first))
      return tx.rows(sql`select 1 from note where id = ${first}`)
    })
    assert.equal(found.length, 1)
    await database.db.tx(async (tx) => tx.pipeline(pipeline(second)))
    assert.deepEqual(await written([first, second]), [true, true])
  })

  test('that fails fails the next, or the commit, and nothing is written', async () => {
    const [first, second] = ids() as [string, string]
    const twice = (tx: Tx) => {
      tx.pipeline(pipeline(first))
      tx.pipeline(pipeline(first))
    }
    const next = database.db.tx(async (tx) => {
      twice(tx)
      return insert(tx, second)
    })
    await assert.rejects(next, { code: '23505' })
    await assert.rejects(
      database.db.tx(async (tx) => twice(tx)),
      { code: '23505' },
    )
    assert.deepEqual(await written([first, second]), [false, false])
  })

  test('is undone with its savepoint', async () => {
    const [first, second, third] = ids() as [string, string, string]
    await database.db.ambientTransaction(async ({ rows, attempt }) => {
      const inTx = (id: string, work: () => Promise<unknown>) =>
        attempt(() =>
          database.db.tx(async (tx) => {
            tx.pipeline(pipeline(id))
            await work()
          }),
        )
      await assert.rejects(inTx(first, fail), /no/)
      await inTx(second, async () => undefined)
      await insert({ rows }, third)
    })
    assert.deepEqual(await written([first, second, third]), [false, true, true])
  })
})

describe('a statement sent along', () => {
  const pipelineAndAwait = (tx: Tx, id: unknown) =>
    tx.pipelineAndAwait<{ id: string }>(sql`insert into note (id) values (${id}) returning id`)

  test('resolves with the next statement, by itself, or with the commit', async () => {
    const [first, second, third] = ids() as [string, string, string]
    const found = await database.db.tx(async (tx) => {
      const made = pipelineAndAwait(tx, first)
      const seen = await tx.rows(sql`select 1 from note where id = ${first}`)
      const alone = await pipelineAndAwait(tx, second)
      void pipelineAndAwait(tx, third)
      return [seen.length, (await made)[0]!.id, alone[0]!.id]
    })
    assert.deepEqual(found, [1, first, second])
    assert.deepEqual(await written([first, second, third]), [true, true, true])
  })

  test('that fails fails the next as well, and nothing is written', async () => {
    const [first] = ids() as [string]
    const twice = database.db.tx(async (tx) => {
      void pipelineAndAwait(tx, first)
      void pipelineAndAwait(tx, first)
      return tx.rows(sql`select 1`)
    })
    await assert.rejects(twice, { code: '23505' })
    await assert.rejects(
      database.db.tx((tx) => pipelineAndAwait(tx, { toPostgres: () => assert.fail('no value') })),
    )
    assert.deepEqual(await written([first]), [false])
  })
})

describe('several statements in one call', () => {
  const note = (id: string) => sql`insert into note (id) values (${id}) returning id`
  const unless = (id: string) => sql`select demand(not exists (select from note where id = ${id}))`

  test('return one result each', async () => {
    const [first, second] = ids() as [string, string]
    assert.deepEqual(await database.db.tryInOneRoundTrip([note(first), unless(second)]), [
      [{ id: first }],
      [{ demand: true }],
    ])
    assert.deepEqual(await written([first]), [true])
  })

  test('is all undone, and says so, when one demands what is not so or a row is there', async () => {
    const [first, second] = ids() as [string, string]
    assert.equal(await database.db.tryInOneRoundTrip([note(first), unless(first)]), null)
    assert.equal(await database.db.tryInOneRoundTrip([note(second), note(second)]), null)
    assert.deepEqual(await written([first, second]), [false, false])
    await assert.rejects(database.db.tryInOneRoundTrip([note(first), sql`select 1 / 0`]), /division by zero/)
    assert.deepEqual(await written([first]), [false])
  })

  test('inside of an enclosing transaction leaves that alone', async () => {
    const [before, first, second] = ids() as [string, string, string]
    await database.db.ambientTransaction(async ({ rows }) => {
      await insert({ rows }, before)
      assert.equal(await database.db.tryInOneRoundTrip([note(first), unless(first)]), null)
      assert.deepEqual((await database.db.tryInOneRoundTrip([note(second)]))?.[0], [{ id: second }])
    })
    assert.deepEqual(await written([before, first, second]), [true, false, true])
  })
})

describe('reads that are gathered', () => {
  const number = (q: Queryable, value: number) =>
    q.rows<{ number: number }>(sql`select 6 / ${value}::int as number`)

  test('return one result each, also inside an enclosing transaction', async () => {
    const read = async () => {
      const q = database.db.batched()
      const [two, three] = await Promise.all([number(q, 2), number(q, 3)])
      return [two[0]!.number, three[0]!.number, (await number(q, 6))[0]!.number]
    }
    assert.deepEqual(await read(), [3, 2, 1])
    assert.deepEqual(await database.db.ambientTransaction(() => read()), [3, 2, 1])
  })

  test('fail together', async () => {
    const q = database.db.batched()
    const results = await Promise.allSettled([number(q, 1), number(q, 0)])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal((await number(database.db, 1))[0]!.number, 6)
  })
})

describe('a savepoint', () => {
  test('that fails before its first statement undoes nothing else', async () => {
    const [first, second] = ids() as [string, string]
    await database.db.ambientTransaction(async ({ rows, attempt }) => {
      await insert({ rows }, first)
      await assert.rejects(attempt(fail), /no/)
      await insert({ rows }, second)
    })
    assert.deepEqual(await written([first, second]), [true, true])
  })

  test('that is the first of its transaction and fails takes the others along', async () => {
    const [first, second] = ids() as [string, string]
    await database.db.ambientTransaction(async ({ rows, attempt }) => {
      await assert.rejects(
        attempt(() => database.db.tx((tx) => insert(tx, first).then(fail))),
        /no/,
      )
      await insert({ rows }, second)
    })
    assert.deepEqual(await written([first, second]), [false, true])
  })

  test('undoes those inside it that had succeeded', async () => {
    const [outer, inner, later] = ids() as [string, string, string]
    await database.db.ambientTransaction(async ({ rows, attempt }) => {
      await assert.rejects(
        attempt(async () => {
          await insert(database.db, outer)
          await database.db.tx((tx) => insert(tx, inner))
          await fail()
        }),
        /no/,
      )
      await insert({ rows }, later)
    })
    assert.deepEqual(await written([outer, inner, later]), [false, false, true])
  })

  test('that has succeeded is not undone by the failure of the next', async () => {
    const [first, second, third] = ids() as [string, string, string]
    await database.db.ambientTransaction(async ({ attempt }) => {
      await attempt(() => insert(database.db, first))
      await assert.rejects(
        attempt(() => insert(database.db, first)),
        { code: '23505' },
      )
      await attempt(() => insert(database.db, second))
      await attempt(async () => undefined)
      await insert(database.db, third)
    })
    assert.deepEqual(await written([first, second, third]), [true, true, true])
  })

  test('inside a transaction that has failed already says why, and the transaction is undone', async () => {
    const [first] = ids() as [string]
    await assert.rejects(
      database.db.ambientTransaction(async ({ attempt }) => {
        await insert(database.db, first)
        await insert(database.db, first).catch(() => undefined)
        await assert.rejects(
          attempt(() => insert(database.db, randomUUID())),
          { code: '25P02' },
        )
      }),
      /rolled back/,
    )
    assert.deepEqual(await written([first]), [false])
  })
})

describe('a statement that cannot be sent', () => {
  test('does not take the beginning of its transaction with it', async () => {
    const [first] = ids() as [string]
    const circle: Record<string, unknown> = {}
    circle.self = circle
    await assert.rejects(
      database.db.ambientTransaction(async ({ attempt }) => {
        await assert.rejects(
          attempt(() => database.db.rows(sql`select ${circle}::jsonb`)),
          /circular/,
        )
        await insert(database.db, first)
        await fail()
      }),
      /no/,
    )
    assert.deepEqual(await written([first]), [false])
  })
})

describe('a woven statement', () => {
  test('of the same template is put together again where its parts differ', async () => {
    const select = (part: Statement, value: number) =>
      sql`select ${value}::int as first, ${part}, ${value}::int as last`
    const parts = [sql`${2}::int as a`, sql`${2}::int as a, ${[3, 4]}::int[] as b`, sql`${5}::int as a`]
    const found: unknown[] = []
    for (const [i, part] of parts.entries()) found.push(...(await database.db.rows(select(part, 10 + i))))
    assert.deepEqual(found, [
      { first: 10, a: 2, last: 10 },
      { first: 11, a: 2, b: [3, 4], last: 11 },
      { first: 12, a: 5, last: 12 },
    ])
  })
  test('is prepared under its own name on request', async () => {
    const one = (column: string, value: number) => prepared(sql`select ${value}::int as ${sqlText(column)}`)
    assert.equal(one('a', 1).name, one('a', 2).name)
    assert.notEqual(one('a', 1).name, one('b', 1).name)
    for (const value of [1, 2]) {
      assert.deepEqual(await database.db.rows(one('a', value)), [{ a: value }])
      assert.deepEqual(await database.db.rows(one('b', value)), [{ b: value }])
    }
  })
})
