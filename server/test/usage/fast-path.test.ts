import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { sql } from '../../src/kernel/db/db.ts'
import { type Caller, startTestApp, type TestProject } from '../harness.ts'

const app = await startTestApp()
after(() => app.stop())
const { usage } = app.app
const row = sql`select 1`
const work = (workId: string, microCredits: number) => ({ workId, type: 'tool' as const, microCredits })
const micro = (credits: number) => Math.round(credits * 1_000_000)

async function balanceOf(project: TestProject): Promise<{ balance: number; held: number }> {
  const { balance, held } = (await project.admin.get('/api/v1/usage/balance')).body.data
  return { balance: micro(balance), held: micro(held) }
}

describe('the fast path of the ledger', () => {
  it('never spends more than there is, however many are concurrent', async () => {
    const project = await app.newProject()
    await (await app.operatorOf(project)).post('/api/v1/usage/grants', {
      credits: 0.0005,
      reason: 'for half of them',
    })
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const each = work(`many:${i}`, 10)
        if (await usage.tryHold(app.db, project.scope, row, each)) return true
        return usage.hold(app.db, project.scope, each).then(
          () => true,
          (error: { code?: string }) => assert.equal(error.code, 'insufficient_credits'),
        )
      }),
    )
    const held = outcomes.flatMap((isHeld, i) => (isHeld ? [`many:${i}`] : []))
    assert.equal(held.length, 50)
    assert.deepEqual(await balanceOf(project), { balance: 500, held: 500 })
    await Promise.all(
      held.map((workId) => app.db.tx((tx) => usage.settle(tx, project.scope, workId, { microCredits: 7 }))),
    )
    assert.deepEqual(await balanceOf(project), { balance: 150, held: 0 })
    assert.deepEqual((await usage.reconcile(project.scope)).differences, [])
  })

  it('pays once when both paths are taken at the same time', async () => {
    const project = await app.newProject()
    await (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 1, reason: 'enough' })
    for (let i = 0; i < 10; i++) {
      const workId = `twice:${i}`
      // It is tried again some time after it was declined.
      app.clock.advance(31_000)
      assert.ok(await usage.tryHold(app.db, project.scope, row, work(workId, 1_000)))
      const how = { cost: { microCredits: 900 } }
      const [short, long, again] = await Promise.all([
        usage.tryEnd(app.db, project.scope, row, workId, how),
        app.db.tx((tx) => usage.settle(tx, project.scope, workId, how.cost)),
        usage.tryEnd(app.db, project.scope, row, workId, how),
      ])
      assert.equal([short, again, long.isRepeat ? null : long].filter((each) => each !== null).length, 1)
    }
    assert.deepEqual(await balanceOf(project), { balance: 1_000_000 - 9_000, held: 0 })
    assert.deepEqual((await usage.reconcile(project.scope)).differences, [])
  })

  it('declines under a cap, and what it declines leaves nothing behind', async () => {
    const project = await app.newProject()
    await project.admin.post('/api/v1/usage/caps', { scope: 'project', period: 'day', credits: 1 })
    const note = sql`insert into installation_fact (name, value) values ('declined', 'x') returning 1`
    assert.equal(await usage.tryHold(app.db, project.scope, note, work('capped', 5)), false)
    assert.deepEqual(await app.db.rows(sql`select 1 from installation_fact where name = 'declined'`), [])
    assert.deepEqual((await project.admin.get('/api/v1/usage/holds')).body.data, [])
  })

  it('leaves the news of a low balance to the slow path', async () => {
    const project = await app.newProject()
    await (await app.operatorOf(project)).post('/api/v1/usage/grants', {
      credits: 0.001,
      reason: 'little',
      lowBalanceAt: 0.0005,
    })
    assert.ok(await usage.tryHold(app.db, project.scope, row, work('low:1', 400)))
    assert.equal(await usage.tryHold(app.db, project.scope, row, work('low:2', 200)), false)
    await usage.hold(app.db, project.scope, work('low:2', 200))
    const reported = sql`select 1 from event where project_id = ${project.id} and type = 'usage.low_balance'`
    assert.equal((await app.db.rows(reported)).length, 1)
  })

  it('holds nothing where nothing limits the project, and pays once all the same', async () => {
    const project = await app.newProject()
    const each = { workId: 'unheld:1', type: 'tool' as const }
    assert.deepEqual(await usage.tryBeginUnheld(app.db, project.scope, row), [{ '?column?': 1 }])
    const how = { cost: { microCredits: 900 } }
    const charge = { ...each, ...how.cost, isUnheld: true }
    const [short, long, again] = await Promise.all([
      usage.tryEndUnheld(app.db, project.scope, row, each, how),
      app.db.tx((tx) => usage.charge(tx, project.scope, charge)),
      usage.tryEndUnheld(app.db, project.scope, row, each, how),
    ])
    assert.equal([short, again, long.isRepeat ? null : long].filter((ended) => ended !== null).length, 1)
    const proof = await usage.reconcile(project.scope)
    assert.deepEqual(proof.differences, [])
    const { data } = (await project.admin.get('/api/v1/usage')).body
    assert.deepEqual(
      data.map(({ delta }: { delta: number }) => micro(delta)),
      [-900],
    )
  })

  it('pays for unheld work of thousands of credits', async () => {
    const project = await app.newProject()
    const dear = { cost: { microCredits: 3_000_000_000 } }
    const each = { workId: 'unheld:dear', type: 'tool' as const }
    assert.ok(await usage.tryEndUnheld(app.db, project.scope, row, each, dear))
  })

  it('declines to begin without a hold under a balance or a cap, and pays no more than there is', async () => {
    const [balanced, capped] = [await app.newProject(), await app.newProject()]
    await capped.admin.post('/api/v1/usage/caps', { scope: 'project', period: 'day', credits: 0.0001 })
    assert.equal(await usage.tryBeginUnheld(app.db, capped.scope, row), null)
    assert.ok(usage.isLimited(capped.scope))
    assert.ok(await usage.tryBeginUnheld(app.db, balanced.scope, row))
    await (await app.operatorOf(balanced)).post('/api/v1/usage/grants', {
      credits: 0.0005,
      reason: 'meanwhile',
    })
    for (const [project, charged] of [
      [balanced, 500],
      [capped, 900],
    ] as const) {
      const each = { workId: 'unheld:2', type: 'tool' as const }
      const how = { cost: { microCredits: 900 } }
      assert.equal(await usage.tryEndUnheld(app.db, project.scope, row, each, how), null)
      const paid = await app.db.tx((tx) =>
        usage.charge(tx, project.scope, { ...each, ...how.cost, isUnheld: true }),
      )
      assert.equal(paid.chargedMicroCredits, charged)
      assert.deepEqual((await usage.reconcile(project.scope)).differences, [])
    }
    assert.deepEqual(await balanceOf(balanced), { balance: 0, held: 0 })
  })
})

describe('round trips to the database', () => {
  let query: { mock: { callCount(): number; resetCalls(): void } }
  let user: Caller
  before(async () => {
    user = (await app.newProject()).admin.as('ada')
  })

  async function roundTrips(path: string, body: object): Promise<number> {
    // Whatever is made once, and statements that connections keep.
    for (let i = 0; i < 3; i++) await user.post(path, body)
    // Timers of the node, such as that of its lease, only ever add to what one request takes.
    const counts: number[] = []
    for (let i = 0; i < 3; i++) {
      query.mock.resetCalls()
      const response = await user.post(path, body)
      assert.equal(response.status, 200, response.text)
      counts.push(query.mock.callCount())
    }
    return Math.min(...counts)
  }

  it('are few for what is charged: key, user, the requested object, begin and end', async (t) => {
    query = t.mock.method(pg.Client.prototype, 'query')
    const javascript = { language: 'javascript', source: 'return 1' }
    assert.ok((await roundTrips('/api/v1/sandbox/ephemeral', javascript)) <= 4)
    assert.ok((await roundTrips('/api/v1/tools/execute/crypto_hash', { arguments: { text: 'a' } })) <= 5)
    // What is known of the project is confirmed with the begin.
    assert.ok((await roundTrips('/api/v1/ai/llm/generate', { prompt: '/say a' })) <= 4)
  })
})
