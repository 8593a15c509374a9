import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { sizeOf } from '../../../../test/size.ts'
import { AppError } from '../../errors.ts'
import { systemScope } from '../../scope.ts'
import { createDb } from '../create-db.ts'
import { type Db, sql } from '../db.ts'
import {
  changeSetting,
  createItemTables,
  type Faults,
  itemOperations,
  type LogEntry,
  maxValue,
  type Setting,
} from './testing.ts'

/**
 * Random operations on two nodes, while others change the setting that both have cached. The log of the database is
 * played against a sequential model: each commit must be allowed at its place, and each refusal at some place between
 * the beginning and the end of its batch.
 */
const scope = systemScope('00000000-0000-7000-8000-000000000002')
const batches = sizeOf({ short: 250, long: 100_000, variable: 'STOA_PLAN_BATCHES' })
const seed = sizeOf({ short: 20_261_119, long: Date.now() % 1_000_000, variable: 'STOA_PLAN_SEED' })

let database: TestDatabase
let db: Db
before(async () => {
  database = await createTestDatabase(10)
  db = database.db
  await createItemTables(db)
})
beforeEach(async () => {
  for (const table of ['plan_item', 'plan_log']) await db.rows({ text: `delete from ${table}`, values: [] })
  await db.rows(sql`update plan_counter set seq = 0, items = 0`)
  await db.rows(sql`update plan_setting set most = 6, step = 1`)
})
after(() => database.drop())

function createRandom(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Act = { kind: 'add' | 'change'; id: string } | { kind: 'set'; setting: Setting }
type Refused = { act: Act; code: string }

type Model = { setting: Setting; items: Map<string, number> }
const newModel = (): Model => ({ setting: { most: 6, step: 1 }, items: new Map() })

/** The reason against an act, in this state. */
function refusalIn({ setting, items }: Model, act: Act): string | null {
  if (act.kind === 'set') return null
  const value = items.get(act.id)
  if (act.kind === 'change') {
    if (value === undefined) return 'route_not_found'
    return value + setting.step > maxValue ? 'precondition_failed' : null
  }
  if (setting.most === 0 || items.size >= setting.most) return value === undefined ? 'storage_full' : 'either'
  return value === undefined ? null : 'unique_violation'
}

const isJustified = (model: Model, { act, code }: Refused): boolean => {
  const refusal = refusalIn(model, act)
  return refusal === code || (refusal === 'either' && ['storage_full', 'unique_violation'].includes(code))
}

/** Plays an entry of the log; throws if it was not allowed here. */
function play(model: Model, { act, id, value, step }: LogEntry): void {
  if (act === 'set') {
    model.setting = { most: value, step }
    return
  }
  assert.equal(refusalIn(model, { kind: act, id }), null, `${act} ${id} was committed`)
  assert.equal(step, model.setting.step, `${act} ${id} was planned with an old setting`)
  const expected = act === 'add' ? 0 : model.items.get(id)! + step
  assert.equal(value, expected, `${act} ${id} has another value`)
  model.items.set(id, value)
}

const logBehind = (seq: number) =>
  db.rows<LogEntry>(sql`select seq, act, id, value, step from plan_log where seq > ${seq} order by seq`)

function randomAct(random: (below: number) => number): Act {
  const id = `item-${random(8)}`
  const kind = random(12)
  if (kind === 0) return { kind: 'set', setting: { most: random(9), step: 1 + random(3) } }
  return { kind: kind < 5 ? 'add' : 'change', id }
}

async function playBatches(count: number, faults: Faults): Promise<{ done: number; refused: number }> {
  const random = createRandom(seed)
  const nodes = [createDb(database.driver), createDb(database.driver)].map((node) => ({
    node,
    ...itemOperations(faults),
  }))
  const model = newModel()
  let seq = 0
  let [done, refusals] = [0, 0]
  for (let batch = 0; batch < count; batch++) {
    const acts = Array.from({ length: 1 + random(8) }, () => randomAct(random))
    const refused: Refused[] = []
    await Promise.all(
      acts.map(async (act) => {
        const { node, add, change } = nodes[random(2)]!
        try {
          if (act.kind === 'set') await changeSetting(db, act.setting)
          else if (act.kind === 'add') await node.run(add, scope, act)
          else await node.run(change, scope, act)
          done++
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          refused.push({ act, code: error.code })
        }
      }),
    )
    const open = new Set(refused.filter((each) => !isJustified(model, each)))
    for (const entry of await logBehind(seq)) {
      assert.equal(entry.seq, ++seq)
      play(model, entry)
      for (const each of open) if (isJustified(model, each)) open.delete(each)
    }
    assert.deepEqual([...open], [], `batch ${batch}: refused without a reason`)
    refusals += refused.length
    // Items are removed between batches, so that there is room for new ones.
    if (random(6) === 0 && model.items.size > 0) await removeAll(model)
  }
  const stored = await db.rows<{ id: string; value: number }>(sql`select id, value from plan_item`)
  assert.deepEqual(new Map(stored.map(({ id, value }) => [id, value])), model.items)
  return { done, refused: refusals }
}

async function removeAll(model: Model): Promise<void> {
  await db.rows(sql`delete from plan_item`)
  await db.rows(sql`update plan_counter set items = 0`)
  model.items.clear()
}

describe(`random batches against a model, seed ${seed}`, () => {
  test(`${batches} batches: each commit and each refusal is one that the model allows`, async () => {
    const { done, refused } = await playBatches(batches, {})
    assert.ok(done > batches && refused > batches / 4, `${done} done, ${refused} refused`)
  })

  const planted: [name: string, faults: Faults][] = [
    ['a missing demand', { isUndemanded: true }],
    ['a refusal that names another plan', { blamesFirst: true }],
    ['a refusal from the cache', { isStale: true }],
  ]
  for (const [name, faults] of planted)
    test(`finds ${name}`, async () => {
      await assert.rejects(playBatches(2_000, faults), assert.AssertionError)
    })
})
