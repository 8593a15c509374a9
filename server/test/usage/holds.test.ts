import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { startTestApp, type TestProject } from '../harness.ts'
import { until } from '../until.ts'

const outside = AsyncLocalStorage.snapshot()
/** Runs it outside of the transaction whose context would be found here. */
const aside = <T>(work: () => Promise<T>) =>
  new Promise<T>((resolve, reject) => outside(() => void work().then(resolve, reject)))

const app = await startTestApp()
const spenders = new Set<ChildProcess>()
after(async () => {
  for (const spender of spenders) spender.kill('SIGKILL')
  await app.stop()
})
const { usage } = app.app

type Message = { workId: string; is: 'held' | 'done'; result?: 'held' | 'refused' }

async function startSpender(project: TestProject, works: string[]): Promise<ChildProcess> {
  const order = JSON.stringify({ settings: app.settings, projectId: project.id, works })
  const spender = fork(new URL('spender.ts', import.meta.url), [order])
  spenders.add(spender)
  await once(spender, 'message')
  return spender
}

const balanceOf = async (project: TestProject) =>
  (await project.admin.get('/api/v1/usage/balance')).body.data as {
    balance: number
    held: number
    available: number
  }

test('500 holds of one credit from four processes on 250 credits, one process killed in the middle', {
  timeout: 600_000,
}, async (t) => {
  const project = await app.newProject()
  await (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 250, reason: 'all there is' })
  const works = Array.from({ length: 500 }, (_, i) => `race:${i}`)
  const processes = await Promise.all(
    [0, 1, 2, 3].map((share) =>
      startSpender(
        project,
        works.filter((_, i) => i % 4 === share),
      ),
    ),
  )
  const reported: Message[] = []
  for (const each of processes) each.on('message', (message: Message) => reported.push(message))
  const ended = processes.map((each) => once(each, 'exit'))
  for (const each of processes) each.send('go')

  const victim = processes[0]!
  victim.on('message', () => {
    if (reported.filter(({ is }) => is === 'held').length > 40) victim.kill('SIGKILL')
  })
  let isOver = false
  const samples: number[] = []
  const sampling = (async () => {
    while (!isOver) {
      const { balance, held, available } = await balanceOf(project)
      assert.ok(balance >= 0 && held >= 0 && available >= 0, `${balance} ${held} ${available}`)
      const { differences } = await usage.reconcile(project.scope)
      assert.deepEqual(differences, [])
      samples.push(available)
    }
  })()
  await Promise.all(ended)
  isOver = true
  await sampling

  // The dead one may have taken a hold that it could not report any more, so the ledger is queried.
  const [count] = await app.db.rows<{ open: number; settled: number }>(sql`
    select (select count(*)::int from usage_hold where project_id = ${project.id}) as open,
           (select count(*)::int from usage_entry where project_id = ${project.id} and status = 'settled' and type = 'tool') as settled`)
  const { open, settled } = count!
  const refused = reported.filter(({ result }) => result === 'refused').length
  assert.ok(refused > 0, 'more was requested than there was')
  assert.equal(open + settled, 250, 'none was refused while there was a credit, and none got one too many')
  const before = await balanceOf(project)
  assert.deepEqual(before, { ...before, balance: 250 - settled, held: open, available: 0 })
  t.diagnostic(`${settled} settled, ${open} open, ${refused} refused, ${samples.length} samples`)

  // What the dead held is given back to the first request, before any sweep.
  app.clock.advance(61 * 60_000)
  await usage.hold(app.db, project.scope, { workId: 'race:late', type: 'tool', microCredits: 1_000_000 })
  const later = await balanceOf(project)
  assert.deepEqual([later.held, later.available], [1, 250 - settled - 1])
  await app.db.tx((tx) => usage.release(tx, project.scope, 'race:late', 'over'))
  await usage.sweep()
  const proof = await usage.reconcile(project.scope)
  assert.deepEqual([proof.isClean, proof.differences, proof.orphans], [true, [], []])
  const [expired] = await app.db.rows<{ total: number }>(sql`
    select count(*)::int as total from usage_entry
    where project_id = ${project.id} and status = 'released' and metadata ->> 'expired' = 'true'`)
  assert.equal(expired!.total, open)
})

test('without a limit and without caps, one transaction that stays open holds up no other', async () => {
  const project = await app.newProject()
  const charge = (workId: string) =>
    app.db.tx((tx) => usage.charge(tx, project.scope, { workId, type: 'tool', microCredits: 5 }))
  await app.db.tx(async (tx) => {
    await usage.charge(tx, project.scope, { workId: 'free:1', type: 'tool', microCredits: 5 })
    await aside(() => charge('free:2'))
  })
  assert.equal((await project.admin.get('/api/v1/usage?type=tool')).body.total, 2)
})

test('the first grant waits for holds that found no limit', async () => {
  const project = await app.newProject()
  const isWaiting = async () => {
    const rows = await app.db.rows(sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
    return rows.length > 0
  }
  let granted: Promise<unknown> | undefined
  await app.db.tx(async (tx) => {
    await usage.hold(tx, project.scope, { workId: 'race:first', type: 'tool', microCredits: 5_000_000 })
    granted = aside(async () =>
      (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 2, reason: 'the first' }),
    )
    await aside(() => until(isWaiting))
  })
  await granted
  assert.equal((await balanceOf(project)).held, 0)
  await app.db.tx((tx) => usage.settle(tx, project.scope, 'race:first', { microCredits: 1_000_000 }))
  assert.equal((await balanceOf(project)).balance, 1)
  assert.deepEqual((await usage.reconcile(project.scope)).differences, [])
})

test('an entry whose hold is missing when it is written is not written, and its transaction fails', async () => {
  const project = await app.newProject()
  await usage.hold(app.db, project.scope, { workId: 'race:gone', type: 'tool', microCredits: 5 })
  const settling = app.db.tx(async (tx) => {
    await usage.settle(tx, project.scope, 'race:gone', { microCredits: 5 })
    await aside(() => app.db.rows(sql`delete from usage_hold where project_id = ${project.id}`))
  })
  await assert.rejects(settling, { code: '22012' })
  assert.equal((await project.admin.get('/api/v1/usage?type=tool')).body.total, 0)
})

test('cycles of caps, balance and holds end without a deadlock', async () => {
  const project = await app.newProject()
  await (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 100, reason: 'enough' })
  for (const scopeId of ['a', 'b', 'c'])
    await project.admin.post('/api/v1/usage/caps', {
      scope: 'thread',
      scopeId,
      period: 'day',
      credits: 50,
    })
  await project.admin.post('/api/v1/usage/caps', { scope: 'project', period: 'month', credits: 90 })
  await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const [workId, threadId] = [`cycle:${i % 40}`, ['a', 'b', 'c'][i % 3]!]
      await usage
        .hold(app.db, project.scope, { workId, type: 'tool', microCredits: 1_000, subject: { threadId } })
        .catch((error: { code?: string }) => assert.equal(error.code, 'invalid_state'))
      await app.db.tx((tx) =>
        i % 2 === 0
          ? usage.settle(tx, project.scope, workId, { microCredits: 900 })
          : usage.release(tx, project.scope, workId, 'odd'),
      )
    }),
  )
  const proof = await usage.reconcile(project.scope)
  assert.deepEqual(proof.differences, [])
  assert.equal((await balanceOf(project)).held, 0)
})
