import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import {
  base,
  chainOf,
  execute,
  executionOf,
  newWorkflow,
  shout,
  untilStatus,
} from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
let project: TestProject
let url = ''
let requests = 0
let isBroken = false

// The external services, which count their calls.
const outside = createServer((_request, response) => {
  requests++
  response.statusCode = isBroken ? 400 : 200
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ number: requests }))
})

before(async () => {
  app = await startTestApp({ hasPieces: false, allowPrivate: '127.0.0.0/8' })
  app.app.runs.start()
  project = await app.newProject()
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
})
after(async () => {
  await app.app.runs.stop()
  await app.stop()
  outside.close()
})
beforeEach(() => {
  requests = 0
  isBroken = false
})

const post = (id: string, path: string) => ({
  id,
  type: 'http',
  method: 'POST',
  url: `${url}/${path}`,
  body: { name: '{{ input.name }}' },
})
const update = (id: string, graph: object) => project.admin.patch(`${base}/update/${id}`, { graph })
const retry = (id: string, body: object = {}) => project.admin.post(`${base}/executions/${id}/retry`, body)

describe('retry', () => {
  test('from the failed node keeps what succeeded, and is linked to the first', async () => {
    const graph = () =>
      chainOf([post('first', 'a'), post('second', 'b')], { output: '{{ nodes.first.output.status }}' })
    const id = await newWorkflow(project.admin, graph())
    isBroken = true
    const failing = chainOf([
      post('first', 'a'),
      { id: 'odd', type: 'set', values: { x: '{{ input.name - 1 }}' } },
    ])
    const broken = await newWorkflow(project.admin, failing)
    isBroken = false
    const ended = await execute(project.admin, broken, { input: { name: 'Ada' } })
    assert.equal(ended.status, 'failed')
    assert.equal(requests, 1)
    const again = await retry(ended.executionId)
    assert.equal(again.status, 200, again.text)
    assert.equal(again.body.data.threadId, ended.threadId)
    const second = await untilStatus(project.admin, again.body.data.executionId, 'failed')
    assert.equal(second.retryOf, ended.executionId)
    assert.equal(requests, 1, 'what succeeded is not sent again')
    const fixed = chainOf(
      [post('first', 'a'), { id: 'odd', type: 'set', values: { x: '{{ input.name }}' } }],
      {
        output: '{{ nodes.odd.output.x }}',
      },
    )
    await update(broken, fixed)
    await project.admin.patch(`${base}/activeStatus/${broken}`, { activeStatus: true })
    const current = await retry(ended.executionId, { from: 'failed_node', version: 'current' })
    const third = await untilStatus(project.admin, current.body.data.executionId, 'completed')
    assert.equal(third.outputData, 'Ada')
    assert.equal(third.version, '1.0.1')
    assert.equal(requests, 1)
    const start = await retry(ended.executionId, { from: 'start', version: 'current' })
    await untilStatus(project.admin, start.body.data.executionId, 'completed')
    assert.equal(requests, 2, 'from the start everything is sent again')
    assert.ok(id)
  })

  test('an approval counts for the version that was approved, also in a subflow', async () => {
    const ask = { id: 'ask', type: 'human_wait', humanMessage: 'Refund 1?' }
    const odd = { id: 'odd', type: 'set', values: { x: '{{ input.name - 1 }}' } }
    const pay = (path: string, name: string) => [ask, { ...odd, values: { x: name } }, post('pay', path)]
    const answer = async (executionId: string) => {
      await untilStatus(project.admin, executionId, 'paused')
      const { status, text } = await project.admin.post(`${base}/executions/${executionId}/resume`, {
        resumeValue: { approved: true },
      })
      assert.equal(status, 200, text)
    }
    const inner = await newWorkflow(project.admin, chainOf(pay('one', '{{ input.name - 1 }}')))
    const outer = chainOf([
      { id: 'sub', type: 'subflow', workflowId: inner, inputMapping: { name: '{{ input.name }}' } },
    ])
    for (const id of [inner, await newWorkflow(project.admin, outer)]) {
      const started = await execute(project.admin, id, { input: { name: 'Ada' } })
      await answer(started.executionId)
      await untilStatus(project.admin, started.executionId, 'failed')
      const same = await retry(started.executionId, { version: 'original' })
      await untilStatus(project.admin, same.body.data.executionId, 'failed')
      await update(inner, chainOf(pay('hundred', '{{ input.name }}')))
      await project.admin.patch(`${base}/activeStatus/${inner}`, { activeStatus: true })
      const again = await retry(started.executionId, { version: 'current' })
      await untilStatus(project.admin, again.body.data.executionId, 'paused')
      assert.equal(requests, 0)
      await answer(again.body.data.executionId)
      await untilStatus(project.admin, again.body.data.executionId, 'completed')
      assert.equal(requests, 1)
      requests = 0
      await update(inner, chainOf(pay('one', '{{ input.name - 1 }}')))
      await project.admin.patch(`${base}/activeStatus/${inner}`, { activeStatus: true })
    }
  })

  test('a node that changed, and those behind it, are executed again', async () => {
    const odd = { id: 'odd', type: 'set', values: { x: '{{ input.name - 1 }}' } }
    const id = await newWorkflow(project.admin, chainOf([post('first', 'a'), post('second', 'b'), odd]))
    const ended = await execute(project.admin, id, { input: { name: 'Ada' } })
    assert.equal(requests, 2)
    const fixed = { ...odd, values: { x: 1 } }
    await update(id, chainOf([post('first', 'a'), post('second', 'changed'), fixed]))
    await project.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
    const again = await retry(ended.executionId, { version: 'current' })
    await untilStatus(project.admin, again.body.data.executionId, 'completed')
    assert.equal(requests, 3)
  })

  test('what is taken over is not charged again', async () => {
    const odd = { id: 'odd', type: 'set', values: { x: '{{ input.name - 1 }}' } }
    const id = await newWorkflow(project.admin, chainOf([shout, odd]))
    const ended = await execute(project.admin, id, { input: { name: 'Ada' } })
    assert.ok(ended.usage.credits > 0)
    const again = await retry(ended.executionId)
    const second = await untilStatus(project.admin, again.body.data.executionId, 'failed')
    assert.equal(second.usage.credits, 0)
  })

  test('404 for a workflow that was deleted, or that the user cannot see any more', async () => {
    const id = await newWorkflow(project.admin, chainOf([shout]), { isPublic: true })
    const bob = project.admin.as('bob')
    const { executionId } = await execute(bob, id, { input: { name: 'Ada' } })
    await project.admin.delete(`${base}/delete/${id}`)
    const refused = await bob.post(`${base}/executions/${executionId}/retry`, {})
    assert.deepEqual([refused.status, refused.body.error?.code], [404, 'workflow_not_found'])
  })

  test('409 while it has not ended', async () => {
    const id = await newWorkflow(project.admin, chainOf([{ id: 'wait', type: 'wait', seconds: 600 }]))
    const { executionId } = await execute(project.admin, id, { wait: 0 })
    const refused = await retry(executionId)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'invalid_state'])
  })
})

const replay = async (id: string, against: string | number = 'draft') => {
  const { status, body, text } = await project.admin.post(`${base}/executions/${id}/replay`, { against })
  assert.equal(status, 200, text)
  return body.data
}
type Replayed = { nodes: { step: string; verdict: string }[] }
const verdicts = ({ nodes }: Replayed) =>
  Object.fromEntries(nodes.map(({ step, verdict }) => [step, verdict]))

describe('replay', () => {
  test('has the whole timeout of the graph, however long ago the execution was', async () => {
    const id = await newWorkflow(project.admin, chainOf([post('first', 'a')], { timeoutSec: 60 }))
    const { executionId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    await app.db.rows(sql`
      update run set started_at = started_at - interval '2 days'
      where project_id = ${project.id} and id = ${executionId}`)
    assert.equal((await replay(executionId)).result.after.status, 'completed')
  })

  test('gives what was recorded, node by node, and sends no request', async () => {
    const output = '{{ nodes.first.output.body.number }}'
    const id = await newWorkflow(
      project.admin,
      chainOf([post('first', 'a'), post('second', 'b')], { output }),
    )
    const { executionId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    assert.equal(requests, 2)
    const same = await replay(executionId)
    assert.deepEqual(verdicts(same), { first: 'same', second: 'same', end: 'same' })
    assert.deepEqual([same.isGreen, same.result.verdict], [true, 'same'])
    const rename = { id: 'extra', type: 'set', values: { said: 'hello' } }
    await update(id, chainOf([post('first', 'a'), rename, post('other', 'c')], { output: `n ${output}` }))
    const changed = await replay(executionId)
    assert.deepEqual(verdicts(changed), {
      first: 'same',
      extra: 'new',
      other: 'unmatched',
      second: 'gone',
      end: 'changed',
    })
    assert.equal(changed.isGreen, false)
    assert.deepEqual(changed.result.after.output, 'n 1')
    assert.equal(changed.toVersion, '1.0.1')
    assert.equal((await replay(executionId, '1.0.0')).isGreen, true)
    assert.equal(requests, 2)
    const rows = await app.db.rows(
      sql`select from workflow_execution where project_id = ${project.id} and workflow_id = ${id}`,
    )
    assert.equal(rows.length, 1, 'a replay is no execution')
  })

  test('a recorded answer finds its request in another place', async () => {
    const id = await newWorkflow(
      project.admin,
      chainOf([post('first', 'a')], { output: '{{ nodes.first.output.body }}' }),
    )
    const { executionId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    await update(id, chainOf([post('moved', 'a')], { output: '{{ nodes.moved.output.body }}' }))
    const { result, nodes } = await replay(executionId)
    assert.equal(result.verdict, 'same')
    assert.deepEqual(verdicts({ nodes }), { moved: 'new', first: 'gone', end: 'same' })
    assert.equal(requests, 1)
  })

  test('what a human approved is approved again', async () => {
    const id = await newWorkflow(
      project.admin,
      chainOf([{ id: 'approve', type: 'human_wait', humanMessage: 'Ok?' }], {
        output: '{{ nodes.approve.output.value }}',
      }),
    )
    const { executionId, threadId } = await execute(project.admin, id)
    await project.admin.post(`${base}/executions/thread/${threadId}/resume`, {
      resumeValue: { approved: true, amount: 3 },
    })
    await untilStatus(project.admin, executionId, 'completed')
    const { isGreen, result } = await replay(executionId)
    assert.deepEqual(result.after.output, { amount: 3 })
    assert.equal(isGreen, true)
  })
})

describe('evals', () => {
  test('store executions as tests, run them, and guard the activation', async () => {
    const output = { total: '{{ input.qty * 2 }}' }
    const id = await newWorkflow(project.admin, chainOf([post('first', 'a')], { output }))
    const [one, two] = [
      await execute(project.admin, id, { input: { name: 'A', qty: 1 } }),
      await execute(project.admin, id, { input: { name: 'B', qty: 2 } }),
    ]
    const sent = requests
    const stored = await project.admin.post(`${base}/${id}/evals`, {
      executions: [
        { executionId: one.executionId, name: 'one' },
        { executionId: two.executionId, name: 'two', checks: [{ expression: 'output.total > input.qty' }] },
      ],
    })
    assert.equal(stored.status, 200, stored.text)
    const list = await project.admin.get(`${base}/${id}/evals`)
    assert.equal(list.body.total, 2)
    const run = async () => (await project.admin.post(`${base}/${id}/evals/run`, {})).body.data
    assert.deepEqual([(await run()).passed, (await run()).failed], [2, 0])
    await project.admin.patch(`${base}/update/${id}`, { requiredReplays: 2 })
    await update(id, chainOf([post('first', 'a')], { output: { total: '{{ input.qty * 3 }}' } }))
    const report = await run()
    assert.deepEqual([report.passed, report.failed], [1, 1])
    assert.equal(
      report.results.find((each: { name: string }) => each.name === 'one').changes[0].path,
      '/output/total',
    )
    const refused = await project.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'replays_required'])
    const [eval1] = list.body.data.filter((each: { name: string }) => each.name === 'one')
    assert.equal((await project.admin.delete(`${base}/${id}/evals/${eval1.id}`)).status, 200)
    await project.admin.patch(`${base}/update/${id}`, { requiredReplays: 1 })
    const activated = await project.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
    assert.equal(activated.status, 200, activated.text)
    assert.equal(requests, sent)
  })

  test('422 for a check that is no expression, 404 for an execution of another workflow', async () => {
    const id = await newWorkflow(project.admin, chainOf([]))
    const { executionId } = await execute(project.admin, id)
    const send = (workflowId: string, checks: object[]) =>
      project.admin.post(`${base}/${workflowId}/evals`, { executions: [{ executionId, checks }] })
    assert.equal((await send(id, [{ expression: '1 +' }])).status, 422)
    const other = await newWorkflow(project.admin, chainOf([]))
    assert.equal((await send(other, [])).status, 404)
    assert.equal((await project.admin.delete(`${base}/${id}/evals/${executionId}`)).status, 404)
    await executionOf(project.admin, executionId)
  })
})
