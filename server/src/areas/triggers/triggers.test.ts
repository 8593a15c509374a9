import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Caller, TestApp, TestProject } from '../../../test/harness.ts'
import { sizeOf } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import {
  approve,
  chainOf,
  executionOf,
  newWorkflow,
  shout,
  base as workflows,
} from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'
import { startTriggerApp, stopTriggerApp } from './testing.ts'

const base = '/api/v1/trigger_instances'
const everyMinute = { expression: '* * * * *', input: { name: 'ada' } }
const yearly = { expression: '0 0 1 1 *' }

let app: TestApp
let project: TestProject

before(async () => {
  app = await startTriggerApp()
  project = await app.newProject()
})
after(() => stopTriggerApp(app))

async function upsert(caller: Caller, body: object, slug = 'cron') {
  const saved = await caller.post(`${base}/${slug}/upsert`, body)
  assert.equal(saved.status, 200, saved.text)
  return saved.body.data
}

const shouting = (caller: Caller) =>
  newWorkflow(caller, chainOf([shout], { output: '{{ nodes.shout.output.text }}' }))

/** The slot that began the present minute becomes due; so many minutes before it were missed. */
const makeDue = (triggerId: string, missed = 0) =>
  app.db.rows(sql`
    with due as (
      update run_schedule set next_at = date_trunc('minute', now()) - make_interval(mins => ${missed})
      where id = ${triggerId} returning id
    )
    select pg_notify('stoa_run_schedule', '') from due`)

async function logsOf(caller: Caller, triggerId: string) {
  const { status, body, text } = await caller.get(
    `${base}/invocation-logs?triggerId=${triggerId}&sortOrder=ASC`,
  )
  assert.equal(status, 200, text)
  return body.data
}

const untilLogs = (caller: Caller, triggerId: string, count: number, status: string) =>
  until(async () => {
    const logs = await logsOf(caller, triggerId)
    return logs.filter((log: { status: string }) => log.status === status).length === count && logs
  }, `${count} invocations ${status}`)

describe('Triggers', () => {
  test('200 upsert creates, and changes the same trigger afterwards; the workflow lists it', async () => {
    const { admin } = project
    const workflowId = await shouting(admin)
    const made = await upsert(admin, { workflowId, triggerConfig: { ...yearly, timezone: 'Europe/Berlin' } })
    assert.equal(made.kind, 'schedule')
    assert.equal(made.nextRuns.length, 5)
    assert.equal(made.nextRunAt, made.nextRuns[0])
    assert.equal(made.triggerConfig.misfirePolicy, 'run_once')
    const again = await upsert(admin, { workflowId, triggerConfig: yearly })
    assert.equal(again.triggerId, made.triggerId)
    assert.equal(again.triggerConfig.timezone, 'UTC')
    const { triggers } = (await admin.get(`${workflows}/detail/${workflowId}`)).body.data
    assert.deepEqual(triggers, [
      { kind: 'cron', expression: yearly.expression, timezone: 'UTC', triggerId: made.triggerId },
    ])
    const { triggers: counted } = (await admin.get(`${workflows}/${workflowId}/statistics`)).body.data
    assert.deepEqual([counted[0].id, counted[0].invocationCount], [made.triggerId, 0])
    const second = await admin.post(`${base}/cron/upsert`, { name: 'b', workflowId, triggerConfig: yearly })
    assert.deepEqual([second.status, second.body.error.code], [409, 'trigger_limit_reached'])
    assert.equal((await admin.delete(`${base}/manage/${made.triggerId}`)).body.data.triggerId, made.triggerId)
    assert.equal((await admin.delete(`${base}/manage/${made.triggerId}`)).status, 404)
    assert.deepEqual((await admin.get(`${workflows}/detail/${workflowId}`)).body.data.triggers, [])
  })

  test('entries of a workflow create, change and delete its triggers', async () => {
    const { admin } = project
    const graph = chainOf([shout])
    const entries = [
      { kind: 'cron', expression: '0 9 * * *', timezone: 'Europe/Berlin' },
      { kind: 'trigger_tool', toolSlug: 'event', triggerToolInput: { eventTypes: ['file.uploaded'] } },
      { kind: 'manual' },
    ]
    const created = await admin.post(`${workflows}/create`, { name: 'Daily', graph, triggers: entries })
    assert.equal(created.status, 200, created.text)
    const { id, triggers } = created.body.data
    const active = async () => (await admin.get(`${base}/active?workflowId=${id}&sortOrder=asc`)).body.data
    assert.deepEqual(
      (await active()).map(({ triggerId }: { triggerId: string }) => triggerId),
      [triggers[0].triggerId, triggers[1].triggerId],
    )
    const [cron] = triggers
    const changed = await admin.patch(`${workflows}/update/${id}`, {
      triggers: [{ ...cron, expression: '0 10 * * *' }],
    })
    assert.equal(changed.status, 200, changed.text)
    const left = await active()
    assert.equal(left.length, 1)
    assert.deepEqual(
      [left[0].triggerId, left[0].triggerConfig.expression, left[0].triggerConfig.timezone],
      [cron.triggerId, '0 10 * * *', 'Europe/Berlin'],
    )
    const before = changed.body.data.revision
    const unknown = await admin.patch(`${workflows}/update/${id}`, {
      triggers: [{ ...cron, triggerId: randomUUID() }],
    })
    assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'trigger_not_found'])
    const { revision } = (await admin.get(`${workflows}/detail/${id}`)).body.data
    assert.equal(revision, before)
    const unread = await admin.post(`${workflows}/create`, {
      graph,
      triggers: [{ kind: 'trigger_tool', toolSlug: 'event' }],
    })
    assert.deepEqual([unread.status, unread.body.error.code], [422, 'trigger_config_invalid'])
  })

  test('the same upsert 20 times in parallel creates one trigger', async () => {
    const body = { name: randomUUID(), triggerConfig: yearly }
    const made = await Promise.all(Array.from({ length: 20 }, () => upsert(project.admin, body)))
    assert.equal(new Set(made.map(({ triggerId }) => triggerId)).size, 1)
  })

  for (const [title, slug, body, status, code] of [
    [
      'a schedule that cannot be read',
      'cron',
      { triggerConfig: { expression: '61 * * * *' } },
      400,
      'invalid_cron',
    ],
    [
      'a schedule with seconds',
      'cron',
      { triggerConfig: { expression: '* * * * * *' } },
      400,
      'invalid_cron',
    ],
    [
      'an unknown zone',
      'cron',
      { triggerConfig: { ...yearly, timezone: 'Mars/Base' } },
      400,
      'invalid_time_zone',
    ],
    ['a config without its expression', 'cron', {}, 422, 'trigger_config_invalid'],
    [
      'an unknown field of the config',
      'cron',
      { triggerConfig: { ...yearly, every: 1 } },
      422,
      'trigger_config_invalid',
    ],
    [
      'a workflow that does not exist',
      'cron',
      { workflowId: randomUUID(), triggerConfig: yearly },
      404,
      'workflow_not_found',
    ],
    [
      'an account that does not exist',
      'cron',
      { connectedAccountId: randomUUID(), triggerConfig: yearly },
      404,
      'connected_account_not_found',
    ],
    ['an unknown type', 'cronn', { triggerConfig: yearly }, 404, 'trigger_type_not_found'],
  ] as const)
    test(`${status} for ${title}`, async () => {
      const refused = await project.admin.post(`${base}/${slug}/upsert`, body)
      assert.deepEqual([refused.status, refused.body.error.code], [status, code], refused.text)
    })

  test('lists active ones by every filter, and disabled ones when requested', async () => {
    const { admin } = await app.newProject()
    const workflowId = await shouting(admin)
    const first = await upsert(admin, { workflowId, triggerConfig: yearly })
    const second = await upsert(admin, { name: 'nightly', triggerConfig: yearly })
    const idsOf = async (query: string) =>
      (await admin.get(`${base}/active?${query}`)).body.data.map(
        ({ triggerId }: { triggerId: string }) => triggerId,
      )
    assert.deepEqual(await idsOf(''), [second.triggerId, first.triggerId])
    assert.deepEqual(await idsOf(`workflowId=${workflowId}`), [first.triggerId])
    assert.deepEqual(await idsOf(`trigger_ids=${first.triggerId},x`), [first.triggerId])
    assert.deepEqual(await idsOf('triggerNames=nightly'), [second.triggerId])
    assert.deepEqual(await idsOf('q=NIGHT'), [second.triggerId])
    assert.deepEqual(await idsOf(`connectedAccountIds=${randomUUID()}`), [])
    assert.deepEqual(await idsOf(`authConfigIds=${randomUUID()}`), [])
    const disabled = await admin.patch(`${base}/manage/${second.triggerId}/status`)
    assert.deepEqual(
      [disabled.body.data.status, disabled.body.data.statusReason, disabled.body.data.nextRunAt],
      ['disabled', 'by_user', null],
    )
    assert.deepEqual(await idsOf(''), [first.triggerId])
    assert.deepEqual(await idsOf('showDisabled=true&sortOrder=asc'), [first.triggerId, second.triggerId])
    assert.deepEqual(await idsOf('status=disabled'), [second.triggerId])
    assert.deepEqual(await idsOf('showDisabled=true&status=active'), [first.triggerId])
    const enabled = await admin.patch(`${base}/manage/${second.triggerId}/status`, { enabled: true })
    assert.equal(enabled.body.data.status, 'active')
    assert.ok(enabled.body.data.nextRunAt)
  })

  test('a change keeps what it does not name, and 412 for one that was not read', async () => {
    const { admin } = project
    const made = await upsert(admin, {
      name: randomUUID(),
      triggerConfig: { ...yearly, concurrency: 'drop' },
    })
    const path = `${base}/manage/${made.triggerId}`
    const changed = await admin.patch(path, { triggerConfig: { timezone: 'Asia/Tokyo' } })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.body.data.triggerConfig, { ...made.triggerConfig, timezone: 'Asia/Tokyo' })
    const stale = await admin.patch(path, { name: 'x' }, { 'if-match': '"1"' })
    assert.equal(stale.status, 412)
  })

  test('an end user sees their own, and acts as themselves', async () => {
    const { admin } = project
    const [ada, bob] = [admin.as(`ada-${randomUUID()}`), admin.as(`bob-${randomUUID()}`)]
    const workflowId = await shouting(ada)
    const foreign = await bob.post(`${base}/cron/upsert`, { workflowId, triggerConfig: yearly })
    assert.equal(foreign.status, 404)
    const { triggerId, ownerId } = await upsert(ada, { workflowId, triggerConfig: everyMinute })
    assert.equal((await bob.get(`${base}/manage/${triggerId}`)).status, 404)
    assert.equal((await bob.delete(`${base}/manage/${triggerId}`)).status, 404)
    await makeDue(triggerId)
    const [log] = await untilLogs(ada, triggerId, 1, 'completed')
    assert.equal((await executionOf(ada, log.executionId)).eUID, ownerId)
    assert.equal((await bob.get(`${base}/invocation-logs/${log.id}`)).status, 404)
    const dryRun = await admin.delete(`/api/v1/external-users/${ownerId}?dryRun=true`)
    assert.equal(dryRun.body.data.counts?.triggers ?? dryRun.body.data.triggers, 1, dryRun.text)
    assert.equal((await admin.delete(`/api/v1/external-users/${ownerId}`)).status, 200)
    const left = await app.db.rows(sql`
      select id from trigger_invocation where trigger_id = ${triggerId}
      union all select id from run_schedule where id = ${triggerId}`)
    assert.deepEqual(left, [])
  })
})

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

test('a schedule is previewed, and 400 for one that could not be created', async () => {
  const { admin } = project
  const previewOf = (expression: string, timezone = 'Europe/Berlin') =>
    admin.get(`${base}/schedule-preview?${new URLSearchParams({ expression, timezone })}`)
  const { body } = await previewOf(' 0 9 * * 1-5 ')
  assert.equal(body.data.expression, '0 9 * * 1-5')
  assert.equal(body.data.nextRuns.length, 5)
  for (const [expression, zone, code] of [
    ['* * * * * *', 'UTC', 'invalid_cron'],
    ['never', 'UTC', 'invalid_cron'],
    ['@daily', 'Europe/Berln', 'invalid_time_zone'],
  ] as const) {
    const refused = await previewOf(expression, zone)
    assert.deepEqual([refused.status, refused.body.error.code], [400, code], expression)
  }
})

test('invocations are counted per day, without tests, for the triggers that the caller sees', async () => {
  const { admin } = project
  const { triggerId } = await upsert(admin, { name: 'counted', triggerConfig: yearly })
  const { invocationId } = (await admin.post(`${base}/manage/${triggerId}/test`, {})).body.data
  await admin.post(`${base}/invocation-logs/${invocationId}/replay-webhook`)
  await untilLogs(admin, triggerId, 2, 'completed')
  const path = `${base}/statistics?triggerIds=${triggerId},${randomUUID()}&days=3`
  const { data } = (await admin.get(path)).body
  assert.equal(data.length, 1)
  assert.equal(data[0].triggerId, triggerId)
  assert.equal(data[0].days.at(-1).day, new Date().toISOString().slice(0, 10))
  assert.deepEqual(
    data[0].days.map(({ invocations }: { invocations: number }) => invocations),
    [0, 0, 1],
  )
  const other = await app.newProject()
  assert.deepEqual((await other.admin.get(path)).body.data, [])
})

test('the types of triggers have their schemas', async () => {
  const { body } = await project.member.get('/api/v1/trigger_types?kind=schedule')
  assert.deepEqual(
    body.data.map(({ slug }: { slug: string }) => slug),
    ['cron'],
  )
  const { configSchema } = (await project.member.get('/api/v1/trigger_types/cron')).body.data
  assert.deepEqual(configSchema.required, ['expression'])
})

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
    const count = sizeOf({ short: 20, long: 500 })
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
