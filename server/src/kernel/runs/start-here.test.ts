import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, describe, test } from 'node:test'
import { openNodes, untilAborted } from '../../../test/runs/nodes.ts'
import { until } from '../../../test/until.ts'
import { type Statement, sql } from '../db/db.ts'
import type { Scope } from '../scope.ts'
import { deferStatements } from './deferred-rows.ts'
import type { Runs } from './runs.ts'

const nodes = await openNodes()
const { db, newScope, node, over } = nodes
await db.rows(sql`create table written (id uuid primary key, amount int check (amount >= 0))`)
afterEach(nodes.stop)
after(nodes.close)

const insertRow = (id: string, amount = 1) =>
  sql`insert into written values (${id}, ${amount}) returning amount`
const isInserted = async (id: string) =>
  (await db.rows(sql`select 1 from written where id = ${id}`)).length === 1
const unmet = sql`do $$ begin raise exception 'not so' using errcode = 'ST001'; end $$`

describe('a run that is started here', () => {
  test('starts immediately, with the scope of its caller, and its outcome is returned once it is committed', async () => {
    const scope: Scope = { ...newScope(), role: 'member', permissions: ['table:read'], ip: '192.0.2.1' }
    // It never looks for work by itself, so nothing but the start can have begun it.
    const runs = node(
      {
        greet: async ({ run, scope, step }) => {
          const name = await step('name', async () => (run.input as { name: string }).name)
          return { text: `hello ${name}`, permissions: scope.permissions, ip: scope.ip }
        },
      },
      { pollMs: 3_600_000, leaseMs: 60_000 },
    )
    const started = (await runs.startHere(scope, { kind: 'greet', input: { name: 'a\u0000b' } }))!
    assert.equal(started.isHere, true)
    const outcome = (await started.outcome)!
    const run = (await runs.find(db, scope, started.id))!
    assert.deepEqual(
      [outcome.status, outcome.output, outcome.error],
      ['succeeded', { text: 'hello a\ufffdb', permissions: ['table:read'], ip: '' }, null],
    )
    assert.deepEqual([run.status, run.output, run.attempt, run.losses], ['succeeded', outcome.output, 1, 0])
  })

  test('says so when it fails, is suspended, or was there before', async () => {
    const scope = newScope()
    const runs = node({
      bad: () => Promise.reject(new Error('refused')),
      waits: ({ run, waitFor }) => waitFor('w', run.id),
    })
    const bad = (await runs.startHere(scope, { kind: 'bad', input: null }))!
    assert.deepEqual((await bad.outcome)?.error, { code: 'handler_failed', message: 'refused' })
    const waits = (await runs.startHere(scope, { kind: 'waits', input: null }))!
    assert.equal(await waits.outcome, null)
    const again = (await runs.startHere(scope, { kind: 'waits', input: null, id: waits.id }))!
    assert.deepEqual([again.isHere, await again.outcome], [false, null])
    await db.tx((tx) => runs.signal(tx, scope, waits.id, 'answer'))
    assert.equal((await over(runs, scope, waits.id))!.output, 'answer')
  })

  test('commits together with what is written with it, or not at all', async () => {
    const scope = newScope()
    const runs = node({ job: async () => 1 })
    const [good, bad, id] = [randomUUID(), randomUUID(), randomUUID()]
    const many = await Promise.all([
      runs.startHere(scope, { kind: 'job', input: null }, [insertRow(good, 7)]),
      runs.startHere(scope, { kind: 'job', input: null, id }, [insertRow(bad), unmet]),
      runs.startHere(scope, { kind: 'job', input: null }),
    ])
    assert.deepEqual(many[0]!.results, [[{ amount: 7 }]])
    assert.equal(many[1], null)
    assert.deepEqual([many[2]!.results, (await many[2]!.outcome)?.output], [[], 1])
    assert.deepEqual([await isInserted(good), await isInserted(bad)], [true, false])
    assert.equal(await runs.find(db, scope, id), null)
    await assert.rejects(runs.startHere(scope, { kind: 'job', input: null, id }, [insertRow(bad, -1)]))
    assert.equal(await runs.find(db, scope, id), null)
    const [first, second] = [randomUUID(), randomUUID()]
    const withRows = (...statements: Statement[]) =>
      runs.startHere(scope, { kind: 'job', input: null }, [], { rows: [deferStatements(...statements)] })
    const both = await Promise.all([withRows(insertRow(first)), withRows(insertRow(second), unmet)])
    assert.deepEqual([both[0]?.isHere, both[1]], [true, null])
    assert.deepEqual([await isInserted(first), await isInserted(second)], [true, false])
  })

  test('within a transaction is queued, and exists exactly if that is committed', async () => {
    const scope = newScope()
    const runs = node({ job: async () => 1 })
    const [kept, undone] = [randomUUID(), randomUUID()]
    const start = (id: string) => runs.startHere(scope, { kind: 'job', input: null, id }, [insertRow(id)])
    const started = await db.ambientTransaction(async () => {
      const started = (await start(kept))!
      assert.equal(started.isHere, false)
      return started
    })
    assert.deepEqual(started.results, [[{ amount: 1 }]])
    await assert.rejects(
      db.ambientTransaction(async () => {
        await start(undone)
        throw new Error('undone')
      }),
    )
    assert.equal((await over(runs, scope, kept))!.output, 1)
    assert.equal(await runs.find(db, scope, undone), null)
  })
})

describe('without capacity a run is queued', () => {
  test('when this node is full, does not work on runs, or is stopping', async () => {
    const scope = newScope()
    const idle = node({ job: async () => 1 }, { isStarted: false })
    assert.equal((await idle.startHere(scope, { kind: 'job', input: null }))!.isHere, false)
    const full = node({ held: ({ signal }) => untilAborted(signal) }, { concurrency: 2, leaseMs: 60_000 })
    const started = await Promise.all(
      Array.from({ length: 5 }, () => full.startHere(scope, { kind: 'held', input: null })),
    )
    assert.equal(started.filter((each) => each!.isHere).length, 2)
    await full.stop(0)
    assert.equal((await full.startHere(scope, { kind: 'held', input: null }))!.isHere, false)
  })

  test('so that limits of a project and of a kind hold over all nodes', async () => {
    const scope = newScope()
    const [now, most] = [new Map<string, number>(), new Map<string, number>()]
    const handle = async ({ run }: { run: { kind: string } }) => {
      for (const key of ['all', run.kind]) {
        now.set(key, (now.get(key) ?? 0) + 1)
        most.set(key, Math.max(most.get(key) ?? 0, now.get(key)!))
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
      for (const key of ['all', run.kind]) now.set(key, now.get(key)! - 1)
    }
    const all = [1, 2, 3].map(() =>
      node({ wide: handle, narrow: { handle, perProject: 2 } }, { perProject: 4 }),
    )
    const ids: string[] = []
    for (let round = 0; round < 10; round++)
      ids.push(
        ...(await Promise.all(
          all.flatMap((runs) =>
            ['wide', 'narrow'].map(async (kind) => (await runs.startHere(scope, { kind, input: null }))!.id),
          ),
        )),
      )
    for (const id of ids) assert.equal((await over(all[0]!, scope, id))!.status, 'succeeded')
    assert.ok(most.get('all')! <= 4 && most.get('narrow')! <= 2, JSON.stringify([...most]))
  })
})

test('so that the limit of a concurrency key holds over all nodes', async () => {
  const scope = newScope()
  const gate = Promise.withResolvers<void>()
  const all = [1, 2, 3].map(() =>
    node({ keyed: { handle: () => gate.promise, perConcurrencyKey: 3 } }, { leaseMs: 60_000 }),
  )
  const start = async (runs: Runs, key: string) =>
    (await runs.startHere(scope, { kind: 'keyed', input: { concurrencyKey: key } }))!
  // At the same time on one node, and one after the other on all of them.
  const together = await Promise.all(Array.from({ length: 2 }, () => start(all[0]!, 'a')))
  const others = []
  for (let i = 0; i < 6; i++) others.push(await start(all[i % 3]!, 'a'))
  const started = [...together, ...others]
  await until(async () => {
    const states = await Promise.all(started.map(({ id }) => all[0]!.find(db, scope, id)))
    return states.filter((run) => run!.status === 'running').length === 3
  })
  const elsewhere = await start(all[1]!, 'b')
  await until(async () => (await all[0]!.find(db, scope, elsewhere.id))!.status === 'running')
  const waiting = await Promise.all(started.map(({ id }) => all[0]!.find(db, scope, id)))
  assert.deepEqual(waiting.map((run) => run!.status).sort(), [
    ...Array(5).fill('queued'),
    ...Array(3).fill('running'),
  ])
  gate.resolve()
  for (const { id } of started) assert.equal((await over(all[0]!, scope, id))!.status, 'succeeded')
})

test('a node that is lost leaves what it started to others', async () => {
  const scope = newScope()
  const seen: number[] = []
  const handle = async ({ run, signal }: { run: { attempt: number }; signal: AbortSignal }) => {
    seen.push(run.attempt)
    return run.attempt === 1 ? untilAborted(signal) : 'done'
  }
  // Other tests leave queued runs of their kinds, which these nodes would execute as well.
  const first = node({ outlived: handle }, { leaseMs: 60_000 })
  const started = (await first.startHere(scope, { kind: 'outlived', input: null }))!
  await until(() => seen.length === 1)
  node({ outlived: handle })
  await nodes.loseWorker(started.id)
  const run = (await over(first, scope, started.id))!
  assert.deepEqual([run.output, run.losses, run.attempt], ['done', 1, 2])
  await first.stop(0)
  assert.equal(await started.outcome, null)
})
