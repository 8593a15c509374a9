import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { chainOf, executionOf, shout, base as workflows } from '../workflows/api.ts'
import { app, base, everyMinute, makeDue, project, shouting, untilLogs, upsert, yearly } from './context.ts'

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
    const hook = await upsert(admin, { triggerConfig: { signature: 'none' } }, 'webhook')
    const event = await upsert(admin, { triggerConfig: { eventTypes: ['file.uploaded'] } }, 'event')
    assert.deepEqual(await idsOf('kind=webhook'), [hook.triggerId])
    assert.deepEqual(await idsOf('kind=event&source=built_in'), [event.triggerId])
    assert.deepEqual(await idsOf('kind=schedule&q=night'), [second.triggerId])
    assert.deepEqual(await idsOf('kind=poll'), [])
    assert.deepEqual(await idsOf('source=toolkit'), [])
    assert.equal((await admin.get(`${base}/active?kind=cron`)).status, 400)
    for (const { triggerId } of [hook, event]) await admin.delete(`${base}/manage/${triggerId}`)
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
