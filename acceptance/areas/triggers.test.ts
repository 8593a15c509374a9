import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertError, assertPage, assertSuccess } from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const stage = createStage()
const { admin } = stage
const base = '/api/v1/trigger_instances'
const yearly = { expression: '0 0 1 1 *' }

type Trigger = { triggerId: string; status: string; nextRuns: string[]; triggerConfig: object }
type Invocation = { id: string; status: string; executionId: string | null }

describe('Triggers (4.8)', () => {
  it('have ids that are UUIDs, and show when they run', async () => {
    const body = { name: stage.nameOf('shown'), triggerConfig: { ...yearly, timezone: 'Europe/Berlin' } }
    const { triggerId, nextRuns } = assertSuccess<Trigger>(await admin.post(`${base}/cron/upsert`, body))
    assert.match(triggerId, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    assert.equal(nextRuns.length, 5)
    assert.ok(nextRuns.every((time) => time.endsWith('-12-31T23:00:00.000Z')))
    const again = assertSuccess<Trigger>(await admin.post(`${base}/cron/upsert`, body))
    assert.equal(again.triggerId, triggerId)
    assertSuccess(await admin.delete(`${base}/manage/${triggerId}`))
  })

  it('refuse a schedule, a zone and a configuration that are invalid', async () => {
    const refusal = (triggerConfig: object) => admin.post(`${base}/cron/upsert`, { triggerConfig })
    assertError(await refusal({ expression: 'often' }), 'invalid_cron', 400)
    assertError(await refusal({ expression: '* * * * * *' }), 'invalid_cron', 400)
    assertError(await refusal({ ...yearly, timezone: 'Mars/Base' }), 'invalid_time_zone', 400)
    assertError(await refusal({}), 'trigger_config_invalid', 422)
  })

  it('start executions that name them, and are deleted: the id is returned, and nothing is found or started anymore', async () => {
    const workflow = await stage.newExecution('triggered')
    const manager = '/api/v1/workflow/manager'
    assertSuccess(await admin.patch(`${manager}/activeStatus/${workflow.id}`, { activeStatus: true }))
    const body = { workflowId: workflow.id, triggerConfig: yearly }
    const { triggerId } = assertSuccess<Trigger>(await admin.post(`${base}/cron/upsert`, body))
    const { invocationId } = assertSuccess<{ invocationId: string }>(
      await admin.post(`${base}/manage/${triggerId}/test`, {}),
    )
    assertSuccess(await admin.post(`${base}/invocation-logs/${invocationId}/replay-webhook`))
    const ended = await until('two invocations completed', async () => {
      const { data } = assertPage<Invocation>(
        await admin.get(`${base}/invocation-logs?triggerId=${triggerId}`),
      )
      return data.length === 2 && data.every(({ status }) => status === 'completed') ? data : null
    })
    const { triggerId: named } = assertSuccess<{ triggerId: string }>(
      await admin.get(`${manager}/executions/${ended[0]!.executionId}`),
    )
    assert.equal(named, triggerId)
    const path = `${base}/manage/${triggerId}`
    assert.deepEqual(assertSuccess(await admin.delete(path)), { triggerId })
    assertError(await admin.delete(path), 'trigger_not_found', 404)
    assertError(await admin.get(path), 'trigger_not_found', 404)
    assertError(await admin.delete(`${base}/manage/no-id`), 'trigger_not_found', 404)
    const replayed = await admin.post(`${base}/invocation-logs/${invocationId}/replay-webhook`)
    assertError(replayed, 'trigger_invocation_not_found', 404)
    const { data: left } = assertPage<Trigger>(await admin.get(`${base}/active?triggerIds=${triggerId}`))
    assert.deepEqual(left, [])
  })
})
