import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { type Statement, sql } from '../../kernel/db/db.ts'
import { systemScope } from '../../kernel/scope.ts'
import type { WorkSource } from './index.ts'

const app = await startTestApp()
after(() => app.stop())
const { usage } = app.app
const credit = 1_000_000

/** Work as an area above would keep it: here in a list, by project. */
const ended = new Map<string, string[]>()
const worksOf = (projectId: string) => ended.get(projectId) ?? []
const source: WorkSource = {
  name: 'job',
  listEnded: async (_q, { projectId }, { after: last, limit }) =>
    worksOf(projectId)
      .filter((id) => id > last)
      .sort()
      .slice(0, limit),
  known: async (_q, { projectId }, ids) => ids.filter((id) => worksOf(projectId).includes(id)),
}
usage.registerWork(source)

/** A project in the middle of its life: limited, capped, with open holds, half rolled up. */
async function newBusyProject(): Promise<TestProject> {
  const project = await app.newProject()
  await (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 100, reason: 'test' })
  await project.admin.post('/api/v1/usage/caps', { scope: 'project', period: 'month', credits: 90 })
  const works = Array.from({ length: 6 }, () => `job:${randomUUID()}`)
  for (const [i, workId] of works.entries()) {
    await usage.hold(app.db, project.scope, { workId, type: 'tool', microCredits: 5 * credit })
    await app.db.tx((tx) =>
      i % 3 === 2
        ? usage.release(tx, project.scope, workId, 'failed')
        : usage.settle(tx, project.scope, workId, { microCredits: 4 * credit }),
    )
    if (i === 3) await usage.sweep()
  }
  await usage.hold(app.db, project.scope, { workId: 'job:open', type: 'tool', microCredits: credit })
  ended.set(project.id, works)
  return project
}

/** Behind the back of the product, as a broken disk or a hand at the database would do it. */
const tamper = (statement: Statement) =>
  app.db.tx(async (tx) => {
    await tx.rows(sql`alter table usage_entry disable trigger usage_entry_stays`)
    await tx.rows(statement)
    await tx.rows(sql`alter table usage_entry enable trigger usage_entry_stays`)
  })

const reconcile = async (project: TestProject) => {
  const { status, body } = await project.admin.get('/api/v1/usage/reconcile')
  assert.equal(status, 200)
  return body.data as {
    isClean: boolean
    works: number
    differences: { check: string; expected: number; found: number }[]
    orphans: { kind: string; workId: string }[]
  }
}
const checksOf = async (project: TestProject) => {
  const { isClean, differences } = await reconcile(project)
  assert.equal(isClean, false)
  return [...new Set(differences.map(({ check }) => check))].sort()
}

test('200: clean while work is in progress', async () => {
  const project = await newBusyProject()
  const proof = await reconcile(project)
  assert.deepEqual([proof.isClean, proof.works, proof.differences, proof.orphans], [true, 6, [], []])
})

describe('finds', () => {
  test('a removed entry', async () => {
    const project = await newBusyProject()
    await tamper(
      sql`delete from usage_entry where project_id = ${project.id} and work_id = ${worksOf(project.id)[0]}`,
    )
    assert.deepEqual(await checksOf(project), ['balance', 'cap_used', 'day_sums', 'user_sums'])
    const { orphans } = await reconcile(project)
    assert.deepEqual(
      orphans.map(({ kind, workId }) => [kind, workId]),
      [['work_without_entry', worksOf(project.id)[0]]],
    )
  })

  test('a removed entry that moved nothing', async () => {
    const project = await newBusyProject()
    await tamper(sql`
      delete from usage_entry where project_id = ${project.id} and work_id = ${worksOf(project.id)[2]}`)
    assert.deepEqual(await checksOf(project), ['day_sums'])
  })

  test('a changed entry', async () => {
    const project = await newBusyProject()
    await tamper(sql`
      update usage_entry set delta_micro = -1, used_micro = 1
      where project_id = ${project.id} and work_id = ${worksOf(project.id)[4]}`)
    assert.deepEqual(await checksOf(project), ['balance', 'cap_used', 'day_sums', 'user_sums'])
  })

  test('a changed balance', async () => {
    const project = await newBusyProject()
    await app.db.rows(sql`
      update usage_balance set balance_micro = balance_micro + 7000000 where project_id = ${project.id}`)
    const { differences } = await reconcile(project)
    assert.deepEqual(
      differences.map(({ check, expected, found }) => [check, expected, found]),
      [['balance', 84, 91]],
    )
  })

  test('a missing hold', async () => {
    const project = await newBusyProject()
    await app.db.rows(sql`delete from usage_hold where project_id = ${project.id}`)
    assert.deepEqual(await checksOf(project), ['cap_held', 'held'])
  })

  test('a changed counter of a cap', async () => {
    const project = await newBusyProject()
    await app.db.rows(sql`update usage_cap_counter set used_micro = 0 where project_id = ${project.id}`)
    assert.deepEqual(await checksOf(project), ['cap_used'])
  })

  test('changed sums', async () => {
    const project = await newBusyProject()
    for (const table of ['usage_user_total', 'usage_user_month', 'usage_user_day', 'usage_day'])
      await app.db.rows({
        text: `update ${table} set used_micro = used_micro + 1 where project_id = $1`,
        values: [project.id],
      })
    const { differences } = await reconcile(project)
    assert.deepEqual(
      differences.map(({ check }) => check),
      ['day_sums', 'user_sums', 'user_sums', 'user_sums'],
    )
  })

  test('work that no one settled, and payments without work', async () => {
    const project = await newBusyProject()
    const [forgotten, invented] = [`job:${randomUUID()}`, `job:${randomUUID()}`]
    worksOf(project.id).push(forgotten)
    await app.db.tx((tx) =>
      usage.charge(tx, project.scope, { workId: invented, type: 'tool', microCredits: 1 }),
    )
    const { orphans, differences } = await reconcile(project)
    assert.deepEqual(differences, [])
    assert.deepEqual(
      orphans.map(({ kind, workId }) => [kind, workId]),
      [
        ['work_without_entry', forgotten],
        ['entry_without_work', invented],
      ],
    )
  })

  test('holds that no sweep has released', async () => {
    const project = await newBusyProject()
    app.clock.advance(2 * 3_600_000)
    const { orphans } = await reconcile(project)
    assert.deepEqual(
      orphans.map(({ kind, workId }) => [kind, workId]),
      [['overdue_hold', 'job:open']],
    )
    await usage.sweep()
    assert.equal((await reconcile(project)).isClean, true)
  })
})

test('two sources of one name are a mistake', () => assert.throws(() => usage.registerWork(source), /twice/))

test('every night each project reconciles, and its run stores what was found', async () => {
  const project = await newBusyProject()
  const scope = systemScope(project.id)
  const schedule = await app.app.runs.schedules.find(app.db, scope, project.id)
  assert.match(schedule!.cron, /^\d+ 3 \* \* \*$/)
  assert.equal(schedule!.kind, 'usage.reconcile')
  app.app.runs.start()
  const id = await app.db.tx((tx) => app.app.runs.enqueue(tx, scope, { kind: schedule!.kind, input: null }))
  const run = await until(async () => {
    const found = await app.app.runs.find(app.db, scope, id)
    return found?.status === 'succeeded' && found
  })
  await app.app.runs.stop(0)
  assert.equal((run as { output: { isClean: boolean } }).output.isClean, true)
})
