import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import type { Caller } from '../harness.ts'
import { until } from '../until.ts'
import { approve, chainOf, executionOf, newWorkflow, shout, base as workflows } from '../workflows/api.ts'
import { app, base, everyMinute, makeDue, project, shouting, untilLogs, upsert, yearly } from './context.ts'

describe('Invocations', () => {
  const paused = (caller: Caller) => newWorkflow(caller, chainOf([approve]))

  test('are queued one behind the other, or dropped, while an execution is open', async () => {
    const { admin } = project
    for (const concurrency of ['queue', 'drop'] as const) {
      const workflowId = await paused(admin)
      const triggerConfig = { ...yearly, concurrency, input: { name: 'ada' } }
      const { triggerId } = await upsert(admin, { workflowId, triggerConfig })
      const { body } = await admin.post(`${base}/manage/${triggerId}/test`, {})
      const replay = `${base}/invocation-logs/${body.data.invocationId}/replay-webhook`
      assert.equal((await admin.post(replay)).body.data.replayOf, body.data.invocationId)
      const [, first] = await untilLogs(admin, triggerId, 1, 'running')
      await admin.post(replay)
      await admin.post(replay)
      if (concurrency === 'drop') {
        await untilLogs(admin, triggerId, 2, 'dropped')
        continue
      }
      await untilLogs(admin, triggerId, 2, 'queued')
      await admin.post(`${workflows}/executions/${first.executionId}/cancel`)
      await untilLogs(admin, triggerId, 1, 'cancelled')
      const logs = await untilLogs(admin, triggerId, 1, 'running')
      assert.deepEqual(
        logs.map(({ status }: { status: string }) => status),
        ['completed', 'cancelled', 'running', 'queued'],
      )
      await admin.patch(`${base}/manage/${triggerId}/status`, { enabled: false })
      await untilLogs(admin, triggerId, 2, 'cancelled')
    }
  })

  test('that cannot start anything are failures, and ten of them disable the trigger', async () => {
    const { admin } = project
    const workflowId = await newWorkflow(admin, chainOf([shout]), { isActive: false })
    const { triggerId } = await upsert(admin, { workflowId, triggerConfig: yearly })
    const { body } = await admin.post(`${base}/manage/${triggerId}/test`, {})
    for (let count = 1; count <= 10; count++) {
      const replayed = await admin.post(`${base}/invocation-logs/${body.data.invocationId}/replay-webhook`)
      assert.equal(replayed.status, 200, replayed.text)
      const [, failed] = await untilLogs(admin, triggerId, count, 'failed')
      assert.equal(failed.error.code, 'workflow_inactive')
    }
    const { status, statusReason, consecutiveFailures } = (await admin.get(`${base}/manage/${triggerId}`))
      .body.data
    assert.deepEqual([status, statusReason, consecutiveFailures], ['errored', 'too_many_failures', 10])
    const events = await app.db.rows<{ type: string }>(sql`
      select type from event where project_id = ${project.id} and data->>'triggerId' = ${triggerId} order by place`)
    assert.deepEqual(
      events.map(({ type }) => type).filter((type) => type !== 'trigger.fired'),
      [...Array.from({ length: 10 }, () => 'trigger.failed'), 'trigger.disabled'],
    )
    const replayed = await admin.post(`${base}/invocation-logs/${body.data.invocationId}/replay-webhook`)
    assert.equal(replayed.status, 409)
  })

  test('of a trigger without a workflow only publish an event', async () => {
    const { admin } = project
    const { triggerId } = await upsert(admin, {
      name: randomUUID(),
      triggerConfig: { expression: '* * * * *' },
    })
    await makeDue(triggerId)
    const [log] = await untilLogs(admin, triggerId, 1, 'completed')
    assert.equal(log.executionId, null)
    const [event] = await app.db.rows<{ data: { invocationId: string } }>(sql`
      select data from event where project_id = ${project.id} and type = 'trigger.fired'
        and data->>'triggerId' = ${triggerId}`)
    assert.equal(event!.data.invocationId, log.id)
  })

  test('of an agent share the thread of their key', async () => {
    const { admin } = project
    const agent = { prompt: 'You help.', modelSettings: { model: 'local/demo' } }
    const created = await admin.post(`${workflows}/create`, { name: 'Agent', workflowType: 'agent', agent })
    const workflowId = created.body.data.id
    await admin.patch(`${workflows}/activeStatus/${workflowId}`, { activeStatus: true })
    const triggerConfig = { ...everyMinute, input: { message: '/say Hello' }, triggerThreadKey: 'daily' }
    const { triggerId } = await upsert(admin, { workflowId, triggerConfig })
    await makeDue(triggerId)
    const [first] = await untilLogs(admin, triggerId, 1, 'completed')
    await admin.post(`${base}/invocation-logs/${first.id}/replay-webhook`)
    const logs = await untilLogs(admin, triggerId, 2, 'completed')
    const threads = new Set<string>()
    for (const { executionId } of logs) threads.add((await executionOf(admin, executionId)).threadId)
    assert.equal(threads.size, 1)
  })

  test('that were claimed and not started are cancelled when their trigger is disabled or all are paused meanwhile', async () => {
    const { admin } = project
    const { triggerId } = await upsert(admin, { workflowId: await shouting(admin), triggerConfig: yearly })
    /** As a server leaves it that is killed before the execution is started. */
    const claimed = () =>
      app.db.tx(async (tx) => {
        const id = randomUUID()
        await tx.rows(sql`
          insert into trigger_invocation (project_id, id, trigger_id, external_user_id, generation, source, status,
            execution_id, payload, created_at)
          select project_id, ${id}, id, external_user_id, generation, 'cron', 'starting', ${randomUUID()}, '{}', now()
          from trigger_instance where id = ${triggerId}`)
        const run = { kind: 'trigger.fire', input: { triggerId, invocationId: id } }
        return { id, start: () => app.db.tx((other) => app.app.runs.enqueue(other, project.scope, run)) }
      })
    const ended = async ({ id }: { id: string }) => {
      const log = await until(async () => {
        const { data } = (await admin.get(`${base}/invocation-logs/${id}`)).body
        return !['starting', 'running'].includes(data.status) && data
      }, 'it has ended')
      return [log.status, log.error?.code ?? null, log.executionId === null]
    }
    const paused = await claimed()
    await admin.put(`${base}/pause`, { isPaused: true })
    await paused.start()
    assert.deepEqual(await ended(paused), ['cancelled', 'triggers_paused', true])
    await admin.put(`${base}/pause`, { isPaused: false })
    const resumed = await claimed()
    await resumed.start()
    assert.deepEqual(await ended(resumed), ['failed', null, false])
    const disabled = await claimed()
    await admin.patch(`${base}/manage/${triggerId}/status`, { enabled: false })
    await disabled.start()
    assert.deepEqual(await ended(disabled), ['cancelled', 'trigger_disabled', true])
  })

  test('are dropped when 10,000 of their trigger are queued', async () => {
    const { admin } = project
    const triggerConfig = { ...yearly, concurrency: 'queue' }
    const { triggerId } = await upsert(admin, { workflowId: await paused(admin), triggerConfig })
    const { body } = await admin.post(`${base}/manage/${triggerId}/test`, {})
    await app.db.rows(sql`
      insert into trigger_invocation (project_id, id, trigger_id, external_user_id, generation, source, status, payload,
        created_at)
      select project_id, gen_random_uuid(), id, external_user_id, generation, 'cron', 'queued', '{}', now()
      from trigger_instance, generate_series(1, 10000) where id = ${triggerId}`)
    await admin.post(`${base}/invocation-logs/${body.data.invocationId}/replay-webhook`)
    const dropped = await until(async () => {
      const path = `${base}/invocation-logs?triggerId=${triggerId}&status=dropped`
      return (await admin.get(path)).body.data[0]
    }, 'dropped')
    assert.equal(dropped.error.code, 'trigger_queue_full')
    await admin.delete(`${base}/manage/${triggerId}`)
  })

  test('are listed with a cursor, and deleted with the history of the project', async () => {
    const { admin } = project
    const { triggerId } = await upsert(admin, { name: randomUUID(), triggerConfig: yearly })
    for (let count = 0; count < 3; count++) await admin.post(`${base}/manage/${triggerId}/test`, {})
    const path = `${base}/invocation-logs?triggerId=${triggerId}&limit=2&source=manual`
    const first = await admin.get(path)
    assert.deepEqual([first.body.data.length, first.body.total], [2, 3])
    const second = await admin.get(`${path}&cursor=${first.body.nextCursor}`)
    assert.deepEqual([second.body.data.length, second.body.nextCursor], [1, null])
    const detail = await admin.get(`${base}/invocation-logs/${second.body.data[0].id}`)
    assert.equal(detail.body.data.payload.timezone, 'UTC')
    const since = new Date(app.clock.now().getTime() + 1_000)
    await app.app.triggers.sweep([{ projectId: project.id, since }])
    assert.equal((await admin.get(path)).body.total, 0)
  })
})
