import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import {
  approve,
  base,
  chainOf,
  execute,
  executionOf,
  newWorkflow,
  shout,
  untilStatus,
} from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'
import { ExecutionQuery } from './schema/execution.ts'
import { listingExecutions } from './store/executions/read.ts'
import { listStartedSteps } from './store/executions/steps.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
let project: TestProject

before(async () => {
  app = await startTestApp({ hasPieces: false })
  app.app.runs.start()
  project = await app.newProject()
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})

const greeting = chainOf([shout], { output: '{{ nodes.shout.output.text }}' })
const failing = chainOf([{ id: 'odd', type: 'set', values: { x: '{{ input.name - 1 }}' } }])

describe('statistics', () => {
  test('count executions, credits, tools and what was recent', async () => {
    const own = await app.newProject()
    const id = await newWorkflow(own.admin, greeting)
    const first = await execute(own.admin, id, { input: { name: 'Ada' } })
    await execute(own.admin, id, { input: { name: 'Bob' } })
    await execute(own.admin, id, { input: { name: 'Cy' }, mode: 'test' })
    await execute(own.admin.as('dora'), id, { input: { name: 'Dora' } })
    const read = async (caller = own.admin, query = '') => {
      const { status, body, text } = await caller.get(`${base}/${id}/statistics${query}`)
      assert.equal(status, 200, text)
      return body.data
    }
    const all = await read()
    assert.deepEqual(all.health.byMode, { test: 1, production: 3 })
    assert.deepEqual(
      [all.health.total, all.health.completed, all.health.successRate, all.health.running],
      [4, 4, 1, 0],
    )
    assert.equal(all.tools[0].toolSlug, 'text_change_case')
    assert.deepEqual([all.tools[0].calls, all.tools[0].successful], [3, 3])
    assert.equal(all.credits.totalCredits, first.usage.credits * 3)
    assert.equal(all.credits.byType.tool, all.credits.totalCredits)
    assert.equal(all.credits.attributedRunCount, 3)
    assert.equal(all.credits.maxCreditsPerRun, first.usage.credits)
    // Those of others are counted, and not shown.
    assert.equal(all.recentExecutions.length, 3)
    await app.app.sweep()
    assert.deepEqual((await read()).health, all.health)
    const dora = await read(own.admin.as('dora'))
    assert.deepEqual([dora.health.total, dora.recentExecutions.length, dora.tools[0].calls], [1, 1, 1])
    const past = await read(own.admin, '?from=2020-01-01&to=2020-02-01')
    assert.deepEqual([past.health.total, past.health.successRate, past.credits.totalCredits], [0, null, 0])
    const detail = await own.admin.get(`${base}/detail/${id}`)
    assert.deepEqual([detail.body.data.executionCount, detail.body.data.successfulExecutionCount], [3, 3])
  })

  test('have the last error, and what is paused', async () => {
    const id = await newWorkflow(project.admin, failing)
    await execute(project.admin, id, { input: { name: 'Ada' } })
    const { body } = await project.admin.get(`${base}/${id}/statistics`)
    assert.equal(body.data.workflow.lastProductionError.errors[0].nodeId, 'odd')
    assert.deepEqual([body.data.health.failed, body.data.health.successRate], [1, 0])
    const asks = await newWorkflow(project.admin, chainOf([approve]))
    await execute(project.admin, asks, { input: { name: 'Ada' } })
    const waiting = await project.admin.get(`${base}/${asks}/statistics`)
    assert.deepEqual([waiting.body.data.health.paused, waiting.body.data.health.running], [1, 0])
  })
})

test('payload storage that is switched off holds from the next execution on, also where the workflow is known', async () => {
  const own = await app.newProject()
  const id = await newWorkflow(own.admin, greeting)
  const storedOf = async () => {
    const { executionId, outputData } = await execute(own.admin, id, { input: { name: 'sesame' } })
    assert.equal(outputData, 'SESAME')
    const { body } = await own.admin.get(`${base}/executions/${executionId}`)
    return [body.data.payloadsStored, body.data.outputData]
  }
  assert.deepEqual(await storedOf(), [true, 'SESAME'])
  await own.admin.patch('/api/v1/project', { storePayloads: false })
  assert.deepEqual(await storedOf(), [false, null])
  assert.deepEqual(await storedOf(), [false, null])
  await own.admin.patch('/api/v1/project', { storePayloads: true })
  assert.deepEqual(await storedOf(), [true, 'SESAME'])
})

test('without payload storage nothing of inputs and outputs is left after the end; the caller gets the output', async () => {
  const own = await app.newProject()
  await own.admin.patch('/api/v1/project', { storePayloads: false })
  const id = await newWorkflow(
    own.admin,
    chainOf([shout, approve], { output: '{{ nodes.shout.output.text }}' }),
  )
  const paused = await execute(own.admin, id, { input: { name: 'sesame' } })
  await own.admin.post(`${base}/executions/thread/${paused.threadId}/resume`, {
    resumeValue: { approved: true, note: 'sesame' },
  })
  const ended = await untilStatus(own.admin, paused.executionId, 'completed')
  assert.deepEqual([ended.inputData, ended.outputData, ended.payloadsStored], [null, null, false])
  // A request that read the execution before it ended finds events without data.
  assert.deepEqual(await listStartedSteps(app.db, own.scope, paused.executionId, 10), [])
  const plain = await newWorkflow(own.admin, greeting)
  assert.equal((await execute(own.admin, plain, { input: { name: 'sesame' } })).outputData, 'SESAME')
  for (const table of ['workflow_execution', 'workflow_pause', 'run', 'run_step', 'run_event']) {
    const rows = await app.db.rows<{ row: string }>({
      text: `select t::text as row from ${table} t where project_id = $1`,
      values: [own.id],
    })
    assert.equal(
      rows.some(({ row }) => /sesame/i.test(row)),
      false,
      table,
    )
  }
  const refused = await own.admin.post(`${base}/executions/${paused.executionId}/retry`, {})
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'execution_data_unavailable'])
})

describe('an end user', () => {
  test('who is exported takes executions and evals along; erased, nothing of them is left', async () => {
    const name = `eve-${randomUUID().slice(0, 8)}`
    const eve = project.admin.as(name)
    const id = await newWorkflow(eve, chainOf([shout, approve]))
    const { executionId } = await execute(eve, id, { input: { name: 'Eve' } })
    const plain = await newWorkflow(eve, greeting)
    const ended = await execute(eve, plain, { input: { name: 'Eve' } })
    const stored = await eve.post(`${base}/${plain}/evals`, {
      executions: [{ executionId: ended.executionId }],
    })
    assert.equal(stored.status, 200, stored.text)
    const found = await project.admin.get(`/api/v1/external-users/username/${name}`)
    const userId = found.body.data.id
    const exported = await project.admin.get(`/api/v1/external-users/${userId}/export`)
    for (const type of ['workflow_execution', 'workflow_pause', 'workflow_eval'])
      assert.ok(exported.text.includes(`"type":"${type}"`), type)
    assert.equal((await project.admin.delete(`/api/v1/external-users/${userId}`)).status, 200)
    for (const table of ['workflow_execution', 'workflow_pause', 'workflow_eval', 'run'])
      assert.deepEqual(
        await app.db.rows({
          text: `select 1 from ${table} where project_id = $1 and external_user_id = $2`,
          values: [project.id, userId],
        }),
        [],
        table,
      )
    assert.equal((await project.admin.get(`${base}/executions/${executionId}`)).status, 404)
  })

  test('who is merged into another gives its executions to it', async () => {
    const [from, into] = [`m-${randomUUID().slice(0, 8)}`, `n-${randomUUID().slice(0, 8)}`]
    const id = await newWorkflow(
      project.admin,
      chainOf([approve], { output: '{{ nodes.approve.output.approved }}' }),
    )
    const { executionId, threadId } = await execute(project.admin.as(from), id, { input: { name: 'x' } })
    await execute(project.admin.as(into), id, { input: { name: 'y' } })
    const idOf = async (name: string) =>
      (await project.admin.get(`/api/v1/external-users/username/${name}`)).body.data.id
    const merged = await project.admin.post(`/api/v1/external-users/${await idOf(from)}/merge`, {
      intoId: await idOf(into),
    })
    assert.equal(merged.status, 200, merged.text)
    const resumed = await project.admin
      .acrossUsers()
      .post(`${base}/executions/thread/${threadId}/resume`, { resumeValue: true })
    assert.equal(resumed.status, 200, resumed.text)
    assert.equal((await untilStatus(project.admin.as(into), executionId, 'completed')).outputData, true)
  })
})

test('executions older than the project retains are deleted, those of test mode too; evals and open ones stay', async () => {
  const own = await app.newProject()
  const id = await newWorkflow(own.admin, greeting)
  const old = await execute(own.admin, id, { input: { name: 'a' } })
  const tested = await execute(own.admin, id, { input: { name: 'b' }, mode: 'test' })
  await own.admin.post(`${base}/${id}/evals`, { executions: [{ executionId: old.executionId }] })
  const asks = await newWorkflow(own.admin, chainOf([approve]))
  const open = await execute(own.admin, asks, { input: { name: 'c' } })
  await app.db.rows(sql`
    update workflow_execution set created_at = created_at - interval '400 days', ended_at = ended_at - interval '400 days'
    where project_id = ${own.id}`)
  await app.app.sweep()
  for (const { executionId } of [old, tested])
    assert.equal((await own.admin.get(`${base}/executions/${executionId}`)).status, 404)
  assert.equal((await executionOf(own.admin, open.executionId)).status, 'paused')
  const { body } = await own.admin.post(`${base}/${id}/evals/run`, {})
  assert.deepEqual([body.data.total, body.data.passed], [1, 1])
})

test('a second node on the same database executes, shows and resumes what the first one started', async () => {
  const other = app.secondNode()
  other.runs.start()
  try {
    const id = await newWorkflow(
      project.admin,
      chainOf([shout, approve], { output: '{{ nodes.shout.output.text }}' }),
    )
    const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const answer = await other.http.inject({
        method,
        url,
        headers: { host: 'localhost', 'x-api-key': project.adminKey, 'content-type': 'application/json' },
        ...(payload ? { payload: JSON.stringify(payload) } : {}),
      })
      return { status: answer.statusCode, body: JSON.parse(answer.payload) }
    }
    const { executionId, threadId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    const resume = (resumeValue: boolean) => ({ resumeValue })
    const answers = await Promise.all([
      call('POST', `${base}/executions/thread/${threadId}/resume`, resume(true)),
      project.admin.post(`${base}/executions/thread/${threadId}/resume`, resume(true)),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const ended = await until(async () => {
      const { body } = await call('GET', `${base}/executions/${executionId}`)
      return body.data.status === 'completed' && body.data
    })
    assert.equal(ended.outputData, 'ADA')
    const there = await call('POST', `${base}/execute/${id}`, { input: { name: 'Bob' }, wait: 30_000 })
    assert.equal(there.body.data.status, 'paused')
    assert.equal((await executionOf(project.admin, there.body.data.executionId)).status, 'paused')
  } finally {
    await other.runs.stop(0)
    await other.stop()
  }
})

test('lists of a project with many executions are read along an index', async () => {
  const own = await app.newProject()
  const id = await newWorkflow(own.admin, greeting)
  await app.db.rows(sql`
    insert into workflow_execution (project_id, id, external_user_id, workflow_id, workflow_name, version, type, mode,
      thread_id, input, created_at, status, ended_at)
    select ${own.id}, gen_random_uuid(), ${own.id}, case when n % 50 = 0 then ${id}::uuid else gen_random_uuid() end, 'Many', 1, 'static', 'production', 't' || n, '{}',
      now() - n * interval '1 minute', 'completed', now() from generate_series(1, 5000) n`)
  await app.db.rows(sql`analyze workflow_execution`)
  const planOf = async (query: Record<string, string>) => {
    const { text, values } = listingExecutions(own.scope, ExecutionQuery.parse(query))
    const rows = await app.db.rows<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  for (const [query, index] of [
    [{}, /workflow_execution_(newest|of_user)/],
    [{ workflowId: id }, /workflow_execution_of_workflow/],
    [{ threadId: 't7' }, /workflow_execution_of_thread/],
  ] as const) {
    const plan = await planOf(query)
    assert.match(plan, index)
    assert.doesNotMatch(plan, /Seq Scan on workflow_execution/)
  }
  const page = await own.admin.get(`${base}/executions?limit=50`)
  assert.deepEqual([page.body.data.length, page.body.total], [50, 5000])
})
