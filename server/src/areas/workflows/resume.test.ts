import assert from 'node:assert/strict'
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

let app: Awaited<ReturnType<typeof startTestApp>>
let project: TestProject

before(async () => {
  app = await startTestApp({ hasPieces: false })
  app.app.runs.start()
  project = await app.newProject()
})
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})

const approval = chainOf([shout, approve], { output: '{{ nodes.approve.output }}' })
const resume = (threadId: string, body: object) =>
  project.admin.post(`${base}/executions/thread/${threadId}/resume`, body)

describe('resume', () => {
  test('200 with an approval; the second answer is 409', async () => {
    const id = await newWorkflow(project.admin, approval)
    const { executionId, threadId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    const status = await project.admin.get(`${base}/executions/thread/${threadId}/status`)
    assert.equal(status.body.data.status, 'paused')
    assert.equal(status.body.data.currentNodeId, 'approve')
    assert.equal(status.body.data.state.pauses[0].message, 'Send it to Ada?')
    assert.deepEqual(status.body.data.completedNodes, ['shout'])
    const answers = await Promise.all(
      [1, 2, 3].map(() => resume(threadId, { resumeValue: { approved: true, note: 'ok' } })),
    )
    assert.deepEqual(answers.map(({ status: code }) => code).sort(), [200, 409, 409])
    assert.ok(answers.some(({ body }) => body.error?.code === 'execution_not_paused'))
    const ended = await untilStatus(project.admin, executionId, 'completed')
    assert.equal(ended.outputData.approved, true)
    assert.deepEqual(ended.outputData.value, { note: 'ok' })
    const step = ended.steps.find(({ nodeId }: { nodeId: string }) => nodeId === 'approve')
    assert.equal(step.startedAt, status.body.data.state.pauses[0].createdAt)
    assert.equal((await resume(threadId, { resumeValue: true })).status, 409)
    const audit = await project.admin.get('/api/v1/audit-log?action=execution.resumed')
    assert.equal(
      audit.body.data.filter((entry: { target: { id: string } }) => entry.target.id === executionId).length,
      1,
    )
  })

  test('a rejection fails the execution', async () => {
    const id = await newWorkflow(project.admin, approval)
    const { executionId, threadId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    assert.equal((await resume(threadId, { resumeValue: false })).status, 200)
    const ended = await untilStatus(project.admin, executionId, 'failed')
    assert.equal(ended.error.code, 'rejected')
  })

  test('422 for input that does not match the form', async () => {
    const form = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] }
    const id = await newWorkflow(
      project.admin,
      chainOf([{ ...approve, inputSchema: form }], { output: '{{ nodes.approve.output.value }}' }),
    )
    const { executionId, threadId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    const refused = await resume(threadId, { resumeValue: true, input: { amount: 'much' } })
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'workflow_input_invalid'])
    assert.equal((await resume(threadId, { resumeValue: true, input: { amount: 4 } })).status, 200)
    assert.deepEqual((await untilStatus(project.admin, executionId, 'completed')).outputData, { amount: 4 })
  })

  test('409 when the execution is not paused', async () => {
    const id = await newWorkflow(project.admin, chainOf([shout]))
    const { threadId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    const refused = await resume(threadId, { resumeValue: true })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'execution_not_paused'])
  })
})

test('what waits for a human is listed until it is answered', async () => {
  const own = await app.newProject()
  const id = await newWorkflow(own.admin, chainOf([{ ...approve, assignee: 'finance' }]))
  const { executionId, threadId } = await execute(own.admin, id, { input: { name: 'Ada' } })
  const { body } = await own.admin.get(`${base}/pauses?assignee=finance`)
  assert.equal(body.total, 1)
  const [pause] = body.data
  assert.deepEqual(
    [pause.executionId, pause.nodeId, pause.kind, pause.message, pause.workflowName],
    [executionId, 'approve', 'human_wait', 'Send it to Ada?', 'Greeting'],
  )
  assert.equal((await own.admin.get(`${base}/pauses?assignee=sales`)).body.total, 0)
  assert.equal((await own.admin.as('someone').get(`${base}/pauses`)).body.total, 0)
  const answered = await own.admin.post(`${base}/executions/thread/${threadId}/resume`, {
    resumeValue: true,
    pauseId: pause.id,
  })
  assert.equal(answered.status, 200)
  assert.equal((await own.admin.get(`${base}/pauses`)).body.total, 0)
})

test('an admin lists what waits for all users with acrossUsers, and answers it by the id of the execution', async () => {
  const own = await app.newProject()
  const id = await newWorkflow(own.admin, chainOf([approve]), { isPublic: true })
  const { executionId } = await execute(own.member.as('ada'), id, { input: { name: 'Ada' } })
  const totalFor = async (by: typeof own.admin, query: string) =>
    (await by.get(`${base}/pauses${query}`)).body.total
  assert.equal(await totalFor(own.admin, ''), 0)
  assert.equal(await totalFor(own.admin, '?acrossUsers=false'), 0)
  assert.equal(await totalFor(own.member, '?acrossUsers=true'), 0)
  assert.equal(await totalFor(own.admin, '?acrossUsers=true&kind=human_wait'), 1)
  const executions = await own.admin.get(`${base}/executions?acrossUsers=true`)
  assert.deepEqual([executions.body.total, executions.headers['x-ignored-params']], [1, undefined])
  const wrong = await own.admin.get(`${base}/pauses?acrossUsers=maybe`)
  assert.deepEqual([wrong.status, wrong.body.error.details[0].path], [400, '/acrossUsers'])
  const resumeBy = (by: typeof own.admin) =>
    by.post(`${base}/executions/${executionId}/resume`, { resumeValue: true })
  // It is a parameter of lists alone.
  const here = await own.admin.post(`${base}/executions/${executionId}/resume?acrossUsers=true`, {})
  assert.equal(here.status, 404)
  assert.equal((await resumeBy(own.member.as('eve'))).status, 404)
  assert.equal((await resumeBy(own.member.as('ada'))).status, 403)
  assert.equal((await resumeBy(own.admin.acrossUsers())).status, 200)
  assert.equal((await resumeBy(own.admin.acrossUsers())).status, 409)
})

test('422: a field that does not match the form is named where it was sent', async () => {
  const inputSchema = { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] }
  const id = await newWorkflow(project.admin, chainOf([{ ...approve, inputSchema }]))
  const { executionId } = await execute(project.admin, id, { input: { name: 'Ada' } })
  for (const [body, path] of [
    [{ resumeValue: { approved: true, note: 4 } }, '/resumeValue/note'],
    [{ resumeValue: true, input: { note: 4 } }, '/input/note'],
    [{ resumeValue: { approved: 'yes' } }, '/resumeValue/approved'],
  ] as const) {
    const { status, body: refused } = await project.admin.post(
      `${base}/executions/${executionId}/resume`,
      body,
    )
    assert.deepEqual([status, refused.error.details[0].path], [422, path])
  }
})

test('422, 409: nothing but an approval approves, and a rejection in each form rejects', async () => {
  const inputSchema = { type: 'object', properties: { note: { type: 'string' } } }
  const [plain, form] = await Promise.all(
    [approve, { ...approve, inputSchema }].map((node) => newWorkflow(project.admin, chainOf([node]))),
  )
  const started = (id: string) => execute(project.admin, id, { input: { name: 'Ada' } })
  const values = [
    null,
    0,
    'no',
    [],
    {},
    { text: 'no' },
    { comment: 'No' },
    { approved: null },
    { decisions: [] },
    { type: 'approve', approved: false },
    { decision: 'approve', approved: false },
    { type: 'approve', decision: 'reject' },
    [true, true],
    [null],
    [{}],
    { type: 'edit', args: { note: 'x' } },
    { decision: 'later' },
  ]
  const bodies = [
    {},
    { comment: 'No' },
    { input: { approved: false } },
    { input: { other: 'x' } },
    { resumeValue: true, input: { decisions: [{ type: 'reject' }] } },
  ]
  const refused = [...bodies, ...values.map((resumeValue) => ({ resumeValue }))]
  for (const id of [plain!, form!]) {
    const { executionId, threadId } = await started(id)
    for (const body of refused) {
      const { status, text } = await resume(threadId, body)
      assert.equal(status, 422, `${JSON.stringify(body)}: ${text}`)
      assert.match(text, /workflow_input_invalid/)
    }
    const stale = [{ id: 'call_of_yesterday', approved: false }]
    for (const value of [stale[0], stale, { decisions: stale }])
      assert.equal((await resume(threadId, { resumeValue: value })).status, 409)
    assert.equal((await executionOf(project.admin, executionId)).status, 'paused')
  }
  for (const value of [
    'reject',
    [false],
    { type: 'reject' },
    { decision: 'ignore' },
    { decisions: [false] },
  ]) {
    const { executionId, threadId } = await started(form!)
    assert.equal((await resume(threadId, { resumeValue: value })).status, 200, JSON.stringify(value))
    assert.equal((await untilStatus(project.admin, executionId, 'failed')).error.code, 'rejected')
  }
  for (const body of [{ input: { note: 'x' } }, { resumeValue: { note: 'x' } }, { resumeValue: 'approve' }]) {
    const { executionId, threadId } = await started(form!)
    assert.equal((await resume(threadId, body)).status, 200, JSON.stringify(body))
    await untilStatus(project.admin, executionId, 'completed')
  }
})

describe('events', () => {
  test('an event resumes the node that waits for it, and one sent before is not lost', async () => {
    const waits = { id: 'paid', type: 'wait', event: 'payment.received' }
    const id = await newWorkflow(project.admin, chainOf([waits], { output: '{{ nodes.paid.output }}' }))
    const { executionId } = await execute(project.admin, id, { wait: 0 })
    const sent = await project.admin.post(`${base}/executions/${executionId}/events`, {
      event: 'payment.received',
      data: { amount: 40 },
    })
    assert.equal(sent.status, 200)
    assert.deepEqual((await untilStatus(project.admin, executionId, 'completed')).outputData, { amount: 40 })
    const late = await project.admin.post(`${base}/executions/${executionId}/events`, {
      event: 'payment.received',
    })
    assert.deepEqual([late.status, late.body.error.code], [409, 'execution_ended'])
  })
})

describe('cancel', () => {
  test('200 immediately for one that waits, also the second time', async () => {
    const id = await newWorkflow(project.admin, approval)
    const { executionId, threadId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    for (const _ of [1, 2]) {
      const { status, body } = await project.admin.post(`${base}/executions/${executionId}/cancel`)
      assert.deepEqual([status, body.data], [200, { id: executionId, status: 'cancelled' }])
    }
    assert.equal((await executionOf(project.admin, executionId)).status, 'cancelled')
    assert.equal((await resume(threadId, { resumeValue: true })).status, 409)
    assert.equal((await project.admin.get(`${base}/pauses?workflowId=${id}`)).body.total, 0)
  })

  test('one at work ends soon', async () => {
    const id = await newWorkflow(
      project.admin,
      chainOf([{ id: 'nap', type: 'action', toolSlug: 'sleep_wait', inputMapping: { seconds: 25 } }]),
    )
    const { executionId } = await execute(project.admin, id, { wait: 0 })
    await until(async () => (await executionOf(project.admin, executionId)).status === 'running')
    assert.equal((await project.admin.post(`${base}/executions/${executionId}/cancel`)).status, 200)
    await untilStatus(project.admin, executionId, 'cancelled')
  })

  test('409 for one that has ended otherwise', async () => {
    const id = await newWorkflow(project.admin, chainOf([shout]))
    const { executionId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    const refused = await project.admin.post(`${base}/executions/${executionId}/cancel`)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'execution_ended'])
  })
})

test('409 for more than 100 events that no node waits for', async () => {
  const wait = { id: 'wait', type: 'wait', event: 'paid' }
  const id = await newWorkflow(project.admin, chainOf([wait]))
  const { executionId } = await execute(project.admin, id, { wait: 0 })
  const send = () => project.admin.post(`${base}/executions/${executionId}/events`, { event: 'other' })
  for (let sent = 0; sent < 100; sent++) assert.equal((await send()).status, 200)
  const refused = await send()
  assert.deepEqual([refused.status, refused.body.error?.code], [409, 'invalid_state'])
})
