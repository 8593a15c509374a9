import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { sizeOf } from '../size.ts'
import { until } from '../until.ts'
import { chainOf, newWorkflow, shout, base as workflows } from '../workflows/api.ts'
import { app, base, everyMinute, makeDue, project, shouting, untilLogs, upsert, yearly } from './context.ts'

describe('Coverage', () => {
  test('shows gaps with their cause, and a backfill starts each missing time once', async () => {
    const { admin } = project
    const workflowId = await shouting(admin)
    const now = new Date()
    // Two times in the last two hours, and none soon.
    const expression = `${new Date(now.getTime() - 30 * 60_000).getUTCMinutes()} * * * *`
    const triggerConfig = { expression, input: { name: 'ada' } }
    const { triggerId } = await upsert(admin, { workflowId, triggerConfig })
    await app.db.rows(sql`
      update trigger_plan set from_at = now() - interval '2 hours' where trigger_id = ${triggerId}`)
    await app.db.rows(sql`
      insert into trigger_plan select project_id, trigger_id, now() - interval '1 hour', expression, time_zone, 'by_user'
      from trigger_plan where trigger_id = ${triggerId}`)
    const path = `${base}/manage/${triggerId}`
    const coverage = async () => (await admin.get(`${path}/coverage`)).body.data
    const { windows, slots, missing, from, to } = await coverage()
    assert.deepEqual([slots, missing], [2, 2])
    assert.deepEqual(
      windows.map(({ cause }: { cause: string }) => cause),
      ['missed', 'by_user'],
    )
    assert.deepEqual([windows[0].from, windows[0].to, windows[1].to], [from, windows[1].from, to])
    const calls = await Promise.all([1, 2].map(() => admin.post(`${path}/backfill`, { from, to })))
    assert.deepEqual(
      calls.map(({ body }) => body.data.started.length).sort(),
      [0, 2],
      calls.map(({ text }) => text).join(),
    )
    const logs = await untilLogs(admin, triggerId, 2, 'completed')
    assert.ok(logs.every(({ scheduledAt }: { scheduledAt: string | null }) => scheduledAt !== null))
    const { covered, windows: after } = await coverage()
    assert.deepEqual([covered, after.length, after[0].outcome], [2, 1, 'covered'])
  })

  test('a backfill starts again what could not be started, and 409 for a disabled trigger', async () => {
    const { admin } = project
    const workflowId = await newWorkflow(admin, chainOf([shout]), { isActive: false })
    const { triggerId } = await upsert(admin, { workflowId, triggerConfig: everyMinute })
    const path = `${base}/manage/${triggerId}`
    await app.db.rows(sql`
      update trigger_plan set from_at = now() - interval '2 minutes' where trigger_id = ${triggerId}`)
    await makeDue(triggerId, 1)
    await untilLogs(admin, triggerId, 1, 'failed')
    const { windows } = (await admin.get(`${path}/coverage`)).body.data
    assert.ok(windows.some(({ cause }: { cause: string }) => cause === 'not_started'))
    await admin.patch(`${workflows}/activeStatus/${workflowId}`, { activeStatus: true })
    const [from, to] = [new Date(Date.now() - 120_000), new Date(Date.now() + 60_000)]
    const body = { from: from.toISOString(), to: to.toISOString() }
    const { started } = (await admin.post(`${path}/backfill`, body)).body.data
    assert.ok(started.length > 0)
    await untilLogs(admin, triggerId, started.length, 'completed')
    await admin.patch(`${path}/status`, { enabled: false })
    assert.equal((await admin.post(`${path}/backfill`, body)).status, 409)
  })

  for (const [title, query] of [
    ['a range that ends before it begins', 'from=2026-02-01&to=2026-01-01'],
    ['a range of more than a month', 'from=2026-01-01&to=2026-03-01'],
  ])
    test(`400 for ${title}`, async () => {
      const { triggerId } = await upsert(project.admin, { name: randomUUID(), triggerConfig: yearly })
      const { status } = await project.admin.get(`${base}/manage/${triggerId}/coverage?${query}`)
      assert.equal(status, 400)
    })

  test('counts a time that clocks skip or repeat once', async () => {
    const { admin } = project
    const triggerConfig = { expression: '30 2 * * *', timezone: 'Europe/Berlin' }
    const { triggerId } = await upsert(admin, { name: randomUUID(), triggerConfig })
    await app.db.rows(sql`update trigger_plan set from_at = '2024-01-01' where trigger_id = ${triggerId}`)
    for (const range of ['from=2024-03-30&to=2024-04-02', 'from=2024-10-26&to=2024-10-29']) {
      const { slots, missing } = (await admin.get(`${base}/manage/${triggerId}/coverage?${range}`)).body.data
      assert.deepEqual([slots, missing], [3, 3], range)
    }
  })

  test('two servers start each of many schedules once in the same second', async () => {
    const { admin } = await app.newProject()
    const count = sizeOf({ short: 10, long: 500 })
    const ids: string[] = []
    for (let i = 0; i < count; i++)
      ids.push((await upsert(admin, { name: `each ${i}`, triggerConfig: everyMinute })).triggerId)
    const second = app.secondNode()
    second.runs.start()
    try {
      await app.db.rows(sql`
        with due as (
          update run_schedule set next_at = date_trunc('minute', now()) where id = any(${ids}::uuid[]) returning id
        )
        select pg_notify('stoa_run_schedule', '') from due limit 1`)
      const counted = await until(async () => {
        const [row] = await app.db.rows<{ invoked: number; duplicates: number; open: number }>(sql`
          select count(distinct trigger_id)::int as invoked,
            count(*)::int - count(distinct (trigger_id, slot_at))::int as duplicates,
            (count(*) filter (where status <> 'completed'))::int as open
          from trigger_invocation where trigger_id = any(${ids}::uuid[])`)
        return row!.invoked === count && row!.open === 0 ? row! : null
      }, 'every trigger has fired')
      assert.equal(counted?.duplicates, 0)
    } finally {
      await second.runs.stop(0)
      await second.http.close()
      await second.stop()
    }
  })

  test('a schedule that is overdue by two intervals raises one event', async () => {
    const { admin } = project
    const { triggerId } = await upsert(admin, { name: randomUUID(), triggerConfig: everyMinute })
    await app.app.runs.stop(0)
    const events = () =>
      app.db.rows<{ data: { error: { code: string } } }>(sql`
        select data from event where type = 'trigger.failed' and data->>'triggerId' = ${triggerId}`)
    await app.app.triggers.sweep([])
    assert.equal((await events()).length, 0)
    await makeDue(triggerId, 3)
    await app.app.triggers.sweep([])
    await app.app.triggers.sweep([])
    assert.deepEqual(
      (await events()).map(({ data }) => data.error.code),
      ['trigger_overdue'],
    )
  })
})
