import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { sizeOf } from '../size.ts'
import { until } from '../until.ts'
import { chainOf, newWorkflow } from '../workflows/api.ts'
import { app, base, everyMinute, makeDue, upsert } from './context.ts'

const rounds = sizeOf({ short: 3, long: 40 })

describe('Pausing all triggers of a project', () => {
  test('starts nothing after its response while webhooks and schedules keep coming; what was cancelled is listed, and resuming continues', async () => {
    const { admin, id: projectId } = await app.newProject()
    const workflowId = await newWorkflow(admin, chainOf([]))
    const hook = async (concurrency: string) => {
      const triggerConfig = { signature: 'none', concurrency }
      const saved = await upsert(admin, { name: concurrency, workflowId, triggerConfig }, 'webhook')
      return new URL(saved.webhookUrl).pathname
    }
    const urls = [await hook('allow'), await hook('allow'), await hook('queue')]
    const { triggerId: cron } = await upsert(admin, { workflowId, triggerConfig: everyMinute })
    const executions = async () =>
      (
        await app.db.rows<{ id: string }>(sql`
          select id from workflow_execution where project_id = ${projectId}`)
      ).map(({ id }) => id)

    let [sent, isEnding] = [0, false]
    const refused = new Map<number, number>()
    const keepSending = async (url: string) => {
      while (!isEnding) {
        const { status } = await app.anonymous.post(url, JSON.stringify({ n: sent++ }))
        refused.set(status, (refused.get(status) ?? 0) + 1)
        if (sent % 10 === 0) await makeDue(cron)
      }
    }
    const load = urls.flatMap((url) => [url, url]).map(keepSending)
    const count = (status: number) => refused.get(status) ?? 0
    const further = async (status: number, more: number) => {
      const from = count(status)
      await until(() => count(status) >= from + more, `${more} more of ${status}`)
    }
    for (let round = 0; round < rounds; round++) {
      await further(202, 15)
      assert.equal((await admin.put(`${base}/pause`, { isPaused: true })).status, 200)
      const before = new Set(await executions())
      await further(503, 15)
      // Whatever was accepted before the response is decided by now, or will be cancelled.
      await until(async () => {
        const open = await app.db.rows(sql`
          select 1 from trigger_invocation where project_id = ${projectId} and status in ('queued', 'starting')`)
        return open.length === 0
      }, 'nothing is left to be started')
      const after = (await executions()).filter((id) => !before.has(id))
      assert.deepEqual(after, [], `round ${round}`)
      assert.equal((await admin.put(`${base}/pause`, { isPaused: false })).status, 200)
    }
    await further(202, 5)
    isEnding = true
    await Promise.all(load)
    assert.deepEqual([...refused.keys()].sort(), [202, 503])

    // Each event that was acknowledged is executed, or is listed as cancelled with the reason.
    const invocations = () =>
      app.db.rows<{ status: string; code: string | null; isExecuted: boolean }>(sql`
        select i.status, i.error->>'code' as code, x.id is not null as "isExecuted" from trigger_invocation i
        left join workflow_execution x on x.project_id = i.project_id and x.id = i.execution_id
        where i.project_id = ${projectId} and i.source = 'local_webhook'`)
    const hasEnded = ({ status }: { status: string }) => status === 'completed' || status === 'cancelled'
    await until(async () => (await invocations()).every(hasEnded), 'all invocations have ended')
    const rows = await invocations()
    assert.equal(rows.length, count(202))
    for (const { status, code, isExecuted } of rows)
      assert.deepEqual([code, isExecuted], status === 'completed' ? [null, true] : ['triggers_paused', false])
  })
})
