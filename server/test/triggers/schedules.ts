import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { until } from '../until.ts'
import { executionOf, base as workflows } from '../workflows/api.ts'
import { app, base, everyMinute, logsOf, makeDue, project, shouting, untilLogs, upsert } from './context.ts'

describe('A schedule', () => {
  test('starts one execution for a slot on two nodes, and none after it was deleted', async () => {
    const { admin } = project
    const workflowId = await shouting(admin)
    const { triggerId } = await upsert(admin, { workflowId, triggerConfig: everyMinute })
    const other = app.secondNode()
    other.runs.start()
    try {
      await makeDue(triggerId)
      const [log] = await untilLogs(admin, triggerId, 1, 'completed')
      const execution = await executionOf(admin, log.executionId)
      assert.deepEqual([execution.triggerId, execution.outputData], [triggerId, 'ADA'])
      // A node that saw the slot as due as well, and a clock that was put back.
      await makeDue(triggerId)
      const isMoved = async () => {
        const [row] = await app.db.rows<{ is_moved: boolean }>(
          sql`select next_at > now() as is_moved from run_schedule where id = ${triggerId}`,
        )
        return row!.is_moved
      }
      await until(isMoved)
      assert.equal((await admin.get(`${base}/manage/${triggerId}`)).body.data.lastSuccessAt !== null, true)
      const before = await logsOf(admin, triggerId)
      assert.ok(before.length <= 2)
      await admin.delete(`${base}/manage/${triggerId}`)
      await makeDue(triggerId)
      const listed = await admin.get(`${workflows}/executions?workflowId=${workflowId}`)
      assert.equal(listed.body.total, before.length)
    } finally {
      await other.runs.stop(0)
      await other.stop()
    }
  })

  test('starts nothing for a slot that was due when it was disabled', async () => {
    const { admin } = project
    const workflowId = await shouting(admin)
    const { triggerId } = await upsert(admin, { workflowId, triggerConfig: everyMinute })
    const generation = 1
    await admin.patch(`${base}/manage/${triggerId}/status`, { enabled: false })
    const input = {
      schedule: { id: triggerId, slotAt: '2026-01-01T00:00:00.000Z' },
      input: { triggerId, generation },
    }
    const id = await app.db.tx((tx) =>
      app.app.runs.enqueue(tx, project.scope, { kind: 'trigger.slot', input }),
    )
    await until(async () => (await app.app.runs.find(app.db, project.scope, id))?.status === 'succeeded')
    assert.deepEqual(await logsOf(admin, triggerId), [])
  })

  test('deletes itself when its workflow was deleted', async () => {
    const { admin } = project
    const workflowId = await shouting(admin)
    const { triggerId } = await upsert(admin, { workflowId, triggerConfig: everyMinute })
    assert.equal((await admin.delete(`${workflows}/delete/${workflowId}`)).status, 200)
    assert.equal((await admin.get(`${base}/manage/${triggerId}`)).status, 404)
    await makeDue(triggerId)
    await until(
      async () => (await app.db.rows(sql`select 1 from run_schedule where id = ${triggerId}`)).length === 0,
    )
  })

  test('makes up for what was missed as its policy says', async () => {
    const { admin } = project
    const countOf = async (misfirePolicy: string) => {
      const workflowId = await shouting(admin)
      const { triggerId } = await upsert(admin, {
        workflowId,
        triggerConfig: { ...everyMinute, misfirePolicy },
      })
      await makeDue(triggerId, 3)
      const isEnough = (logs: unknown[]) => logs.length >= (misfirePolicy === 'run_all' ? 4 : 1)
      await until(async () => isEnough(await logsOf(admin, triggerId)))
      await admin.patch(`${base}/manage/${triggerId}/status`, { enabled: false })
      return (await logsOf(admin, triggerId)).length
    }
    // A minute may begin meanwhile.
    assert.ok((await countOf('run_once')) <= 2)
    assert.ok((await countOf('run_all')) <= 5)
  })

  test('waits for its jitter, which is the same in every attempt', async () => {
    const { admin } = project
    const workflowId = await shouting(admin)
    const config = { ...everyMinute, jitterSec: 3_600 }
    const { triggerId } = await upsert(admin, { workflowId, triggerConfig: config })
    await makeDue(triggerId)
    await untilLogs(admin, triggerId, 1, 'queued')
    const found = await until(async () => {
      const rows = await app.db.rows<{ run_at: string }>(sql`
        select run_at from run where kind = 'trigger.slot' and status = 'waiting'
          and input->'input'->>'triggerId' = ${triggerId}`)
      return rows.length > 0 ? rows : null
    })
    assert.ok(Date.parse(found![0]!.run_at) > Date.now() - 60_000)
  })
})
