import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { saying, startModelUpstream, usageOf } from '../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { type RowBatch, rowsCommitted, rowsRefused, statementsOf } from '../../kernel/runs/deferred-rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { CallEvent, CallOptions, PreparedCall } from './index.ts'

/** Calls that begin with a commit of their caller, as steps of runs do. */
const upstream = await startModelUpstream({ 'gpt-4o': saying(['a'], usageOf(1000, 100)) })
after(() => upstream.stop())
const app = await startTestApp({
  llm: {
    providers: [{ name: 'openai', keys: ['operator-key'], baseUrl: upstream.url, options: { api: 'chat' } }],
    maxConcurrentCalls: 2,
  },
})
after(() => app.stop())
const { llm, usage } = app.app

const request = llm.textRequest({ model: 'openai/gpt-4o', system: null, prompt: 'hello', parameters: {} })
const prepare = async ({ scope }: { scope: Scope }): Promise<PreparedCall> => {
  const prepared = await llm.prepare(scope, request)
  assert.ok(prepared)
  return prepared
}

/** As the journal of a run does. */
async function commitRows(...rows: readonly RowBatch[]): Promise<boolean> {
  const isCommitted = (await app.db.tryInOneRoundTrip(statementsOf(rows))) !== null
  if (isCommitted) rowsCommitted(rows)
  else rowsRefused(rows)
  return isCommitted
}
const commit = (...calls: readonly PreparedCall[]) => commitRows(...calls.map(({ rows }) => rows))

async function make(call: PreparedCall, options?: CallOptions): Promise<CallEvent[]> {
  const events: CallEvent[] = []
  for await (const event of call.make(new AbortController().signal, options)) events.push(event)
  return events
}
const pendingOf = (events: readonly CallEvent[]) =>
  events.flatMap((event) => (event.type === 'end' ? (event.pending ?? []) : []))

const callsOf = ({ id }: TestProject) =>
  app.db.rows<{ status: string; prompt: unknown }>(
    sql`select status, prompt from llm_call where project_id = ${id} order by created_at, id`,
  )
const statusesOf = async (project: TestProject) => (await callsOf(project)).map(({ status }) => status)
const holdsOf = ({ id }: TestProject) => app.db.rows(sql`select from usage_hold where project_id = ${id}`)

const grant = async (project: TestProject, credits: number) => {
  const operator = await app.operatorOf(project)
  assert.equal((await operator.post('/api/v1/usage/grants', { credits, reason: 'test' })).status, 200)
}
/** Has this node learn that something limits the project. */
const callOnce = async ({ admin }: TestProject) =>
  assert.equal(
    (await admin.post('/api/v1/ai/llm/generate', { model: 'openai/gpt-4o', prompt: 'hello' })).status,
    200,
  )

async function assertClean(project: TestProject): Promise<void> {
  assert.deepEqual(await holdsOf(project), [])
  assert.equal((await project.admin.get('/api/v1/usage/reconcile')).body.data.isClean, true)
}

async function assertRefused(project: TestProject, before: number): Promise<void> {
  const call = await prepare(project)
  assert.equal(await commit(call), false)
  call.close()
  assert.deepEqual([(await callsOf(project)).length, await holdsOf(project)], [before, []])
}

describe('a prepared call', () => {
  test('begins with the commit of its rows, and several in as many statements as one', async () => {
    const project = await app.newProject()
    const [first, second] = [await prepare(project), await prepare(project)]
    assert.equal(statementsOf([first.rows, second.rows]).length, statementsOf([first.rows]).length)
    assert.deepEqual(await callsOf(project), [])
    assert.equal(await commit(first, second), true)
    assert.deepEqual(await statusesOf(project), ['running', 'running'])
    for (const call of [first, second]) assert.equal((await make(call)).at(-1)!.type, 'end')
    assert.deepEqual(await statusesOf(project), ['succeeded', 'succeeded'])
    await assertClean(project)
  })

  test('holds credits where a balance limits the project, and pays for what it used', async () => {
    const project = await app.newProject()
    await grant(project, 100)
    await callOnce(project)
    const call = await prepare(project)
    assert.equal(await commit(call), true)
    assert.equal((await holdsOf(project)).length, 1)
    await make(call)
    assert.deepEqual(await statusesOf(project), ['succeeded', 'succeeded'])
    await assertClean(project)
  })

  test('ends with a commit of its caller, and its hold with it', async () => {
    const project = await app.newProject()
    await grant(project, 100)
    await callOnce(project)
    const calls = [await prepare(project), await prepare(project)]
    assert.equal(await commit(...calls), true)
    const [first, second] = await Promise.all(calls.map((call) => make(call, { defersEnd: true })))
    const rows = [...pendingOf(first!), ...pendingOf(second!)].map((pending) => pending.rows)
    assert.deepEqual([rows.length, (await holdsOf(project)).length], [2, 2])
    assert.equal(await commitRows(...rows), true)
    assert.deepEqual(await statusesOf(project), ['succeeded', 'succeeded', 'succeeded'])
    await assertClean(project)
  })

  test('ends by itself where that commit is refused', async () => {
    const project = await app.newProject()
    await grant(project, 100)
    await callOnce(project)
    const call = await prepare(project)
    await commit(call)
    const [pending] = pendingOf(await make(call, { defersEnd: true }))
    const cap = { scope: 'project', period: 'month', credits: 1000 }
    assert.equal((await project.admin.post('/api/v1/usage/caps', cap)).status, 200)
    assert.equal(await commitRows(pending!.rows), false)
    await until(async () => !(await statusesOf(project)).includes('running'), 'the end of the call')
    await assertClean(project)
  })

  test('has its prompt where the project stores it', async () => {
    const project = await app.newProject()
    await project.admin.patch('/api/v1/project', { storePrompts: true })
    const call = await prepare(project)
    await commit(call)
    await make(call)
    assert.match(JSON.stringify(await callsOf(project)), /hello/)
    await project.admin.patch('/api/v1/project', { storePrompts: false })
    const other = await prepare(project)
    // It was planned with the settings of before.
    assert.equal(await commit(other), false)
    other.close()
  })

  test('that is closed releases its slot', async () => {
    const project = await app.newProject()
    const open = [await prepare(project), await prepare(project)]
    assert.equal(await llm.prepare(project.scope, request), null)
    for (const call of open) call.close()
    ;(await prepare(project)).close()
  })

  test('that no one makes is given up while its node lives', async () => {
    const project = await app.newProject()
    await grant(project, 100)
    await callOnce(project)
    const call = await prepare(project)
    assert.equal(await commit(call), true)
    call.close()
    await until(async () => {
      await app.app.lostWork.sweep()
      return !(await statusesOf(project)).includes('running')
    }, 'the call that no one has is given up')
    assert.deepEqual(await statusesOf(project), ['succeeded', 'failed'])
    await assertClean(project)
  })
})

describe('the rows of a prepared call are refused', () => {
  test('once a cap limits the project', async () => {
    const project = await app.newProject()
    await callOnce(project)
    const cap = { scope: 'project', period: 'month', credits: 1000 }
    assert.equal((await project.admin.post('/api/v1/usage/caps', cap)).status, 200)
    await assertRefused(project, 1)
  })

  test('once a balance limits the project', async () => {
    const project = await app.newProject()
    await callOnce(project)
    await grant(project, 100)
    await assertRefused(project, 1)
  })

  test('once the credits are spent, and then it begins by itself', async () => {
    const project = await app.newProject()
    await grant(project, 100)
    await callOnce(project)
    const { id } = project
    await app.db.rows(sql`update usage_balance set balance_micro = 0 where project_id = ${id}`)
    await assertRefused(project, 1)
    assert.equal(await llm.prepare(project.scope, request), null)
    assert.equal(usage.isFastPathLikely(project.scope), false)
    const alone = await project.admin.post('/api/v1/ai/llm/generate', {
      model: 'openai/gpt-4o',
      prompt: 'hello',
    })
    assert.deepEqual([alone.status, alone.body.error.code], [402, 'insufficient_credits'])
  })

  test('once the settings of its project have changed', async () => {
    const project = await app.newProject()
    await callOnce(project)
    await project.admin.patch('/api/v1/ai/models/openai/gpt-5', { isActive: false })
    await assertRefused(project, 1)
  })

  test('once its end user is switched off', async () => {
    const project = await app.newProject()
    const user = (await project.admin.post('/api/v1/external-users', { name: 'ada', username: 'ada' })).body
      .data
    const scope = { ...project.scope, externalUser: { ...project.scope.externalUser, id: user.id } }
    const call = await prepare({ scope })
    await app.db.rows(sql`update external_user set is_active = false where id = ${user.id}`)
    assert.equal(await commit(call), false)
    call.close()
    assert.deepEqual(await callsOf(project), [])
  })
})
