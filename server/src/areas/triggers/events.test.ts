import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Caller, TestApp, TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { chainOf, execute, executionOf, newWorkflow, shout } from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'
import { uploadAs } from '../files/testing.ts'
import { startTriggerApp, stopTriggerApp } from './testing.ts'

const base = '/api/v1/trigger_instances'

let app: TestApp
let project: TestProject

before(async () => {
  app = await startTriggerApp({ eventStartsPerMinute: 100 })
  project = await app.newProject()
})
after(() => stopTriggerApp(app))

async function upsert(caller: Caller, triggerConfig: object, workflowId?: string): Promise<string> {
  const body = { name: randomUUID(), triggerConfig, ...(workflowId ? { workflowId } : {}) }
  const saved = await caller.post(`${base}/event/upsert`, body)
  assert.equal(saved.status, 200, saved.text)
  return saved.body.data.triggerId
}

type Log = {
  id: string
  status: string
  depth: number
  executionId: string
  error: { code: string; message: string }
}

async function logsOf(caller: Caller, triggerId: string): Promise<Log[]> {
  const { body } = await caller.get(`${base}/invocation-logs?triggerId=${triggerId}&sortOrder=ASC`)
  return body.data
}

async function untilLogs(caller: Caller, triggerId: string, statuses: readonly string[]) {
  let last: unknown
  const areThere = async () => {
    const logs = await logsOf(caller, triggerId)
    last = logs
    return logs.map(({ status }) => status).join() === statuses.join() && logs
  }
  return until(areThere, `invocations ${statuses.join()}`).catch((error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(last)}`)
  })
}

test('an upload starts the workflow once, with the event as its input', async () => {
  const { admin } = project
  const workflowId = await newWorkflow(admin, chainOf([shout], { output: '{{ nodes.shout.output.text }}' }))
  const triggerId = await upsert(
    admin,
    { eventTypes: ['file.*'], filter: { 'data.name': 'a.txt' } },
    workflowId,
  )
  await uploadAs(admin, 'b.txt', 'not this one')
  const { file } = await uploadAs(admin, 'a.txt', 'this one')
  const logs = (await untilLogs(admin, triggerId, ['completed'])) as Log[]
  const { id, executionId, depth } = logs[0]!
  assert.equal(depth, 1)
  const { payload } = (await admin.get(`${base}/invocation-logs/${id}`)).body.data
  assert.deepEqual([payload.type, payload.data.fileId], ['file.uploaded', file.id])
  const { outputData, triggerId: ofExecution } = await executionOf(admin, executionId)
  assert.deepEqual([outputData, ofExecution], ['A.TXT', triggerId])
})

test('a trigger of an end user sees the events of that user, one of the project sees all', async () => {
  const { admin } = await app.newProject()
  const [ada, bob] = [admin.as(`ada-${randomUUID()}`), admin.as(`bob-${randomUUID()}`)]
  // The first one: it also sees events of a moment before it that are numbered after it.
  const ofProject = await upsert(admin, { eventTypes: ['file.uploaded', 'external_user.created'] })
  const ofAda = await upsert(ada, { eventTypes: ['file.uploaded'] })
  await uploadAs(bob, 'b.txt', 'of bob')
  await uploadAs(ada, 'a.txt', 'of ada')
  await untilLogs(ada, ofAda, ['completed'])
  // Ada was created with her trigger, Bob by his upload.
  await untilLogs(admin, ofProject, ['completed', 'completed', 'completed', 'completed'])
})

test('a workflow that starts itself ends at the depth limit, and the log says why', async () => {
  const { admin } = project
  const workflowId = await newWorkflow(admin, chainOf([]))
  const config = { eventTypes: ['execution.completed'], filter: { 'data.workflowId': workflowId } }
  const triggerId = await upsert(admin, config, workflowId)
  await execute(admin, workflowId)
  const statuses = [...Array.from({ length: 5 }, () => 'completed'), 'dropped']
  const logs = (await untilLogs(admin, triggerId, statuses)) as Log[]
  assert.deepEqual(
    logs.map(({ depth }) => depth),
    [1, 2, 3, 4, 5, 6],
  )
  assert.equal(logs.at(-1)!.error.code, 'trigger_depth_exceeded')
})

test('a trigger that cannot start anything does not start itself again without end', async () => {
  const { admin } = project
  const workflowId = await newWorkflow(admin, chainOf([shout]), { isActive: false })
  const config = { eventTypes: ['trigger.failed', 'file.uploaded'] }
  const triggerId = await upsert(admin, config, workflowId)
  await uploadAs(admin, `${randomUUID()}.txt`, 'any')
  const logs = (await untilLogs(admin, triggerId, [...Array(5).fill('failed'), 'dropped'])) as Log[]
  assert.equal(logs[0]!.error.code, 'workflow_inactive')
})

async function newCollection(caller: Caller): Promise<{ id: string; url: string }> {
  const created = await caller.post('/api/v1/table/collections', { name: `t-${randomUUID()}` })
  assert.equal(created.status, 200, created.text)
  const { id } = created.body.data
  return { id, url: `/api/v1/table/collections/${id}/documents` }
}

const documentEvents = async (projectId: string) => {
  const rows = await app.db.rows<{ type: string }>(sql`
    select type from event where project_id = ${projectId} and type like 'table.%'`)
  return rows.map(({ type }) => type).sort()
}

test('documents of a collection start the workflow with their content; what nothing selects is not published', async () => {
  const { admin, id: projectId } = await app.newProject()
  const [tasks, others] = [await newCollection(admin), await newCollection(admin)]
  await admin.post(tasks.url, { name: 'before', status: 'open' })
  assert.deepEqual(await documentEvents(projectId), [])
  const workflowId = await newWorkflow(admin, chainOf([], { output: '{{ input.document.name }}' }))
  const filter = { 'data.collectionId': tasks.id, 'data.document.status': 'done' }
  const triggerId = await upsert(admin, { eventTypes: ['table.*'], filter }, workflowId)
  await admin.post(others.url, { name: 'elsewhere', status: 'done' })
  const { id } = (await admin.post(tasks.url, { name: 'paint', status: 'open' })).body.data
  await admin.patch(`${tasks.url}/${id}`, { status: 'done' })
  const logs = (await untilLogs(admin, triggerId, ['completed'])) as Log[]
  const { payload } = (await admin.get(`${base}/invocation-logs/${logs[0]!.id}`)).body.data
  assert.deepEqual(
    [payload.type, payload.data.documentId, payload.data.version, payload.data.document.status],
    ['table.document.updated', id, 2, 'done'],
  )
  assert.equal((await executionOf(admin, logs[0]!.executionId)).outputData, 'paint')
  await admin.delete(`${tasks.url}/${id}`)
  assert.deepEqual(await documentEvents(projectId), [
    'table.document.created',
    'table.document.deleted',
    'table.document.updated',
  ])
  await admin.patch(`${base}/manage/${triggerId}/status`, { enabled: false })
  await admin.post(tasks.url, { name: 'after' })
  assert.equal((await documentEvents(projectId)).length, 3)
})

test('a workflow that writes to the collection which starts it ends at the depth limit', async () => {
  const { admin } = await app.newProject()
  const { id, url } = await newCollection(admin)
  const insert = {
    id: 'insert',
    type: 'action',
    toolSlug: 'table_insert',
    inputMapping: { collection: id, data: { name: 'next' } },
  }
  const workflowId = await newWorkflow(admin, chainOf([insert]))
  const config = { eventTypes: ['table.document.created'], filter: { 'data.collectionId': id } }
  const triggerId = await upsert(admin, config, workflowId)
  await admin.post(url, { name: 'first' })
  await untilLogs(admin, triggerId, [...Array(5).fill('completed'), 'dropped'])
})

test('a workflow that uploads a file which starts it ends at the depth limit, and the coverage shows it', async () => {
  const { admin } = await app.newProject()
  const write = {
    id: 'write',
    type: 'action',
    toolSlug: 'file_write',
    inputMapping: { name: '{{ input.name }}.txt', text: 'again' },
  }
  const workflowId = await newWorkflow(admin, chainOf([write]))
  const triggerId = await upsert(admin, { eventTypes: ['file.uploaded'] }, workflowId)
  await uploadAs(admin, 'a.txt', 'first')
  const logs = (await untilLogs(admin, triggerId, [...Array(5).fill('completed'), 'dropped'])) as Log[]
  assert.equal(logs.at(-1)!.error.code, 'trigger_depth_exceeded')
  const { body } = await admin.get(`${base}/manage/${triggerId}/coverage`)
  const { covered, missing, windows } = body.data
  assert.deepEqual([covered, missing], [5, 1])
  const gap = windows.find(({ outcome }: { outcome: string }) => outcome === 'gap')
  assert.deepEqual([gap.cause, gap.slots], ['trigger_depth_exceeded', 1])
})

test('events above the limit of the project start nothing: one invocation per trigger says why, and the coverage counts the others', async () => {
  const { admin, id: projectId } = await app.newProject()
  const eventTypes = ['file.uploaded']
  const triggers = [await upsert(admin, { eventTypes }), await upsert(admin, { eventTypes })]
  const other = await app.newProject()
  const ofOther = await upsert(other.admin, { eventTypes })
  const coverageOf = async (id: string) => (await admin.get(`${base}/manage/${id}/coverage`)).body.data
  await app.clock.standing(async () => {
    // Three are left of this minute.
    await app.db.rows(sql`
      insert into trigger_event_rate (project_id, minute, requested)
      values (${projectId}, date_trunc('minute', ${app.clock.now()}::timestamptz), 97)`)
    for (let i = 0; i < 4; i++) await uploadAs(admin, `${i}.txt`, String(i))
    await uploadAs(other.admin, 'other.txt', 'not limited')
    await untilLogs(other.admin, ofOther, ['completed'])
    for (const id of triggers)
      await until(async () => (await coverageOf(id)).slots === 4, 'all events are counted')
  })
  const coverages = await Promise.all(triggers.map(coverageOf))
  const all = (await Promise.all(triggers.map((id) => logsOf(admin, id)))).flat()
  const dropped = all.filter(({ status }) => status === 'dropped')
  assert.deepEqual(
    [all.length - dropped.length, dropped.length],
    [3, 2],
    JSON.stringify(all.map(({ status }) => status)),
  )
  for (const { error } of dropped)
    assert.match(`${error.code} ${error.message}`, /^trigger_event_limit_reached .* 100 /)
  const missing = coverages.reduce((sum: number, each: { missing: number }) => sum + each.missing, 0)
  assert.equal(missing, 5)
  // The next minute starts from zero.
  app.clock.advance(60_000)
  await uploadAs(admin, 'next.txt', 'next')
  for (const id of triggers)
    await until(async () => (await logsOf(admin, id)).at(-1)?.status === 'completed', 'started again')
})

test('422 for an unknown type with the near one, 403 without the scope to read events', async () => {
  const { admin } = project
  const refused = await admin.post(`${base}/event/upsert`, {
    triggerConfig: { eventTypes: ['file.uploadd'] },
  })
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'trigger_config_invalid'])
  assert.match(refused.text, /Did you mean file\.uploaded/)
  const key = await admin.post('/api/v1/api-keys', { name: 'triggers', scopes: ['triggers:write'] })
  const limited = app.callerWith({ 'x-api-key': key.body.data.key })
  const unpermitted = await limited.post(`${base}/event/upsert`, {
    triggerConfig: { eventTypes: ['file.*'] },
  })
  assert.deepEqual([unpermitted.status, unpermitted.body.error.code], [403, 'insufficient_scope'])
  const scopes = ['triggers:write', 'events:read']
  const reader = await admin.post('/api/v1/api-keys', { name: 'events', scopes })
  const withEvents = app.callerWith({ 'x-api-key': reader.body.data.key })
  const ofTables = { triggerConfig: { eventTypes: ['table.*'] } }
  assert.equal((await withEvents.post(`${base}/event/upsert`, ofTables)).status, 403)
})
