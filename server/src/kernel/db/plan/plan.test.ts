import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { AppError } from '../../errors.ts'
import { systemScope } from '../../scope.ts'
import { createDb } from '../create-db.ts'
import { type Db, sql } from '../db.ts'
import type { NoInputs } from './input.ts'
import { operation } from './plan.ts'
import { deferRows, deferStatements, type RowWriter } from './rows.ts'
import { changeSetting, createItemTables, itemOperations } from './testing.ts'

const scope = systemScope('00000000-0000-7000-8000-000000000001')
let database: TestDatabase
let db: Db
let next = 0
const newId = () => `item-${next++}`

before(async () => {
  database = await createTestDatabase(6)
  db = database.db
  await createItemTables(db)
})
after(() => database.drop())

const storedValue = async (id: string) =>
  (await db.rows<{ value: number }>(sql`select value from plan_item where id = ${id}`))[0]?.value

/** A new node, which has read nothing yet. It counts its round trips outside transactions. */
function newNode() {
  let roundTrips = 0
  const { driver } = database
  const node = createDb({
    ...driver,
    together(statements) {
      roundTrips++
      return driver.together(statements)
    },
  })
  const roundTripsOf = async (work: () => Promise<unknown>) => {
    roundTrips = 0
    await work()
    return roundTrips
  }
  return { node, roundTripsOf }
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error))
const outcomes = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((each) =>
    each.status === 'fulfilled' ? 'done' : codeOf(each.reason),
  )

describe('round trips', () => {
  test('an operation takes one with cached rows, two on a new node, and three after a change', async () => {
    const { node, roundTripsOf } = newNode()
    const { add } = itemOperations()
    const addOne = () => node.run(add, scope, { id: newId() })
    assert.equal(await roundTripsOf(addOne), 2)
    assert.equal(await roundTripsOf(addOne), 1)
    await changeSetting(db, { most: 1000, step: 2 })
    assert.equal(await roundTripsOf(addOne), 3)
    assert.equal(await roundTripsOf(addOne), 1)
  })

  test('a row that is always read takes one more', async () => {
    const { node, roundTripsOf } = newNode()
    const { add, change } = itemOperations()
    const id = await node.run(add, scope, { id: newId() })
    assert.equal(await roundTripsOf(() => node.run(change, scope, { id })), 2)
  })
})

describe('a refusal', () => {
  test('is one of the present: a rule that was cached is read again before it refuses', async () => {
    const { node } = newNode()
    const { add } = itemOperations()
    await changeSetting(db, { most: 0, step: 1 })
    assert.deepEqual(await outcomes([node.run(add, scope, { id: newId() })]), ['storage_full'])
    await changeSetting(db, { most: 1000, step: 1 })
    assert.deepEqual(await outcomes([node.run(add, scope, { id: newId() })]), ['done'])
  })

  for (const faulty of [[0], [63], [5, 6, 40], Array.from({ length: 63 }, (_, i) => i)])
    test(`in a batch of 64 fails exactly its own: ${faulty.length} of them`, async () => {
      const { node, roundTripsOf } = newNode()
      const { add } = itemOperations()
      const taken = await node.run(add, scope, { id: newId() })
      // The first call of a lane goes alone; the 64 behind it go together.
      const first = node.run(add, scope, { id: newId() })
      let results: string[] = []
      const roundTrips = await roundTripsOf(async () => {
        const calls = Array.from({ length: 64 }, (_, i) =>
          node.run(add, scope, { id: faulty.includes(i) ? taken : newId() }),
        )
        results = await outcomes(calls)
      })
      await first
      assert.deepEqual(
        results,
        Array.from({ length: 64 }, (_, i) => (faulty.includes(i) ? 'unique_violation' : 'done')),
      )
      assert.ok(roundTrips <= 3, `${roundTrips} round trips`)
    })

  test('of a value that cannot be stored fails exactly its own', async () => {
    const { node } = newNode()
    const { add } = itemOperations()
    const first = node.run(add, scope, { id: newId() })
    const calls = Array.from({ length: 64 }, (_, i) =>
      node.run(add, scope, { id: i === 20 ? 'a\0b' : newId() }),
    )
    const results = await outcomes(calls)
    await first
    assert.deepEqual(
      results.flatMap((result, i) => (result === 'done' ? [] : [i])),
      [20],
    )
  })

  test('names the rows of its own plan', async () => {
    const { node } = newNode()
    const seen: unknown[] = []
    const failing: RowWriter<number> = {
      statements: (rows, { of }) => [
        sql`select demand(false, 'unique_violation', ${JSON.stringify({
          of,
          rows: rows.map((field, i) => ({ of: of[i], field })),
        })}::jsonb)`,
      ],
    }
    const fail = operation<number, NoInputs, null>({
      name: 'test.fail',
      lane: () => ({ name: 'failing' }),
      inputs: () => ({}),
      plan: ({ request }) => ({
        rows: [deferRows(failing, request)],
        result: () => null,
        refusal(_, { rows }) {
          seen.push(rows!.map(({ field }) => field))
          return new AppError('unique_violation', 'taken')
        },
      }),
    })
    await Promise.allSettled([1, 2, 3].map((field) => node.run(fail, scope, field)))
    assert.deepEqual(seen, [[1], [2], [3]])
  })
})

test('changes of one row follow each other in one commit', async () => {
  const { node, roundTripsOf } = newNode()
  const { add, change } = itemOperations()
  const id = await node.run(add, scope, { id: newId() })
  await changeSetting(db, { most: 1000, step: 1 })
  const first = node.run(add, scope, { id: newId() })
  let values: number[] = []
  const roundTrips = await roundTripsOf(async () => {
    values = await Promise.all(Array.from({ length: 20 }, () => node.run(change, scope, { id })))
  })
  await first
  assert.deepEqual(
    values,
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
  assert.equal(await storedValue(id), 20)
  assert.ok(roundTrips <= 5, `${roundTrips} round trips`)
})

test('a row that others change all the time is locked in the end', async () => {
  const { node } = newNode()
  let plans = 0
  const { change } = itemOperations({}, async (id) => {
    plans++
    // In the fifth plan the row is locked, and this change would wait for its own caller.
    if (plans <= 4) await db.rows(sql`update plan_item set version = version + 1 where id = ${id}`)
  })
  const id = await node.run(itemOperations().add, scope, { id: newId() })
  await node.run(change, scope, { id })
  assert.equal(plans, 5)
})

describe('inside a transaction of the caller', () => {
  test('an operation sees its rows, and is undone with it', async () => {
    const { node } = newNode()
    const { add, change } = itemOperations()
    const id = newId()
    const undone = node.ambientTransaction(async () => {
      await node.run(add, scope, { id })
      await node.run(change, scope, { id })
      assert.deepEqual(await outcomes([node.run(add, scope, { id })]), ['unique_violation'])
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    assert.equal(await storedValue(id), undefined)
    await node.run(add, scope, { id })
    assert.equal(await storedValue(id), 0)
  })

  test('a row that it has changed is not cached for others', async () => {
    const { node } = newNode()
    const { add } = itemOperations()
    await node.run(add, scope, { id: newId() })
    const undone = node.ambientTransaction(async (ambient) => {
      await ambient.rows(sql`update plan_setting set most = 0`)
      assert.deepEqual(await outcomes([node.run(add, scope, { id: newId() })]), ['storage_full'])
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    await node.run(add, scope, { id: newId() })
  })
})

test('a plan that waits for locks in another lane holds up none of its neighbours', async () => {
  const { node } = newNode()
  const id = await node.run(itemOperations().add, scope, { id: newId() })
  const note = (name: string) =>
    operation<null, NoInputs, string>({
      name: `test.${name}`,
      lane: () => ({ name: 'notes' }),
      inputs: () => ({}),
      plan: ({ lane }) =>
        name === 'waiting' && lane?.name !== 'waiting'
          ? { lane: { name: 'waiting' } }
          : {
              rows: [
                deferStatements(
                  name === 'waiting'
                    ? sql`select 1 from plan_item where id = ${id} for update`
                    : sql`select 1`,
                ),
              ],
              result: () => name,
            },
    })
  const locked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const holder = db.tx(async (tx) => {
    await tx.rows(sql`select 1 from plan_item where id = ${id} for update`)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  const waiting = node.run(note('waiting'), scope, null)
  assert.equal(await node.run(note('quick'), scope, null), 'quick')
  free.resolve()
  assert.equal(await waiting, 'waiting')
  await holder
})

test('large plans are not made again for each commit in front of them', async () => {
  const { node } = newNode()
  let plans = 0
  const write = operation<null, NoInputs, null>({
    name: 'test.large',
    lane: () => ({ name: 'large' }),
    inputs: () => ({}),
    plan() {
      plans++
      return { rows: [deferStatements(sql`select 1`)], result: () => null, bytes: 100 * 1024 }
    },
  })
  const calls = Array.from({ length: 64 }, () => node.run(write, scope, null))
  assert.deepEqual(await outcomes(calls), Array(64).fill('done'))
  assert.ok(plans <= 2 * 64, `${plans} plans for 64 calls`)
})

test('a call that ends behind a plan that is too large to be shared is planned once', async () => {
  const { node } = newNode()
  const planned: string[] = []
  const write = operation<string, NoInputs, string>({
    name: 'test.larger',
    lane: () => ({ name: 'larger' }),
    inputs: () => ({}),
    plan({ request, lane }) {
      planned.push(request)
      if (request === 'refused') throw new AppError('storage_full', 'full')
      if (request === 'moving' && lane?.name === 'larger') return { lane: { name: 'elsewhere' } }
      return { rows: [deferStatements(sql`select 1`)], result: () => request, bytes: 300 * 1024 }
    },
  })
  const requests = ['first', 'large', 'moving', 'refused', 'last']
  const calls = requests.map((request) => node.run(write, scope, request))
  assert.deepEqual(await outcomes(calls), ['done', 'done', 'done', 'storage_full', 'done'])
  assert.equal(planned.filter((request) => request === 'moving').length, 2)
  assert.equal(planned.filter((request) => request === 'refused').length, 1)
})

test('a failure does not reach a call that continues in another lane', async () => {
  const { driver } = database
  const failed = Promise.withResolvers<void>()
  const node = createDb({
    ...driver,
    async together(statements) {
      if (statements.some(({ text }) => text.includes('lost'))) throw new Error('the connection was lost')
      await failed.promise
      return driver.together(statements)
    },
  })
  const write = operation<string, NoInputs, string>({
    name: 'test.moving',
    lane: () => ({ name: 'shared' }),
    inputs: () => ({}),
    plan: ({ request, lane }) =>
      request === 'moving' && lane?.name === 'shared'
        ? { lane: { name: 'elsewhere' } }
        : {
            rows: [deferStatements(request === 'lost' ? sql`select 'lost'` : sql`select 1`)],
            result: () => request,
          },
  })
  const first = node.run(write, scope, 'lost')
  const calls = ['moving', 'lost'].map((request) => node.run(write, scope, request))
  await assert.rejects(first)
  await assert.rejects(calls[1]!)
  failed.resolve()
  assert.equal(await calls[0], 'moving')
})

test('a lost connection is reported to every caller of the batch', async () => {
  const { driver } = database
  let isLost = false
  const node = createDb({
    ...driver,
    together: (statements) =>
      isLost ? Promise.reject(new Error('the connection was lost')) : driver.together(statements),
  })
  const { add } = itemOperations()
  await node.run(add, scope, { id: newId() })
  isLost = true
  const calls = Array.from({ length: 5 }, () => node.run(add, scope, { id: newId() }))
  assert.deepEqual(await outcomes(calls), Array(5).fill('Error: the connection was lost'))
})

test('a wait for a lock that was too long is ended for the whole batch, and is not repeated', async () => {
  const { driver } = database
  let waits = 0
  const node = createDb({
    ...driver,
    async together(statements) {
      if (!statements.some(({ text }) => text.includes('plan_counter'))) return driver.together(statements)
      waits++
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    },
  })
  const { add } = itemOperations()
  const first = outcomes([node.run(add, scope, { id: newId() })])
  const results = await outcomes(Array.from({ length: 64 }, () => node.run(add, scope, { id: newId() })))
  await first
  assert.deepEqual(new Set(results), new Set(['Error: canceling statement due to statement timeout']))
  assert.equal(waits, 2)
})
