import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { until } from '../../../../test/until.ts'
import { chain, graphOf, startFlows } from '../../../../test/workflows/flows.ts'
import { sql } from '../../../kernel/db/db.ts'

const flows = await startFlows({ hasPieces: false })
after(flows.stop)
const { scope } = await flows.newProject()

test('values are set, a tool is called, a branch is taken and the result is the output', async () => {
  const graph = graphOf(
    [
      { id: 'price', type: 'set', values: { total: '{{ input.qty * 3 }}' } },
      {
        id: 'sum',
        type: 'action',
        toolSlug: 'math_calculate',
        inputMapping: { expression: '{{ nodes.price.output.total }} + 1' },
      },
      { id: 'which', type: 'branch' },
      { id: 'many', type: 'set', values: { size: 'many' } },
      { id: 'few', type: 'set', values: { size: 'few' } },
      { id: 'end', type: 'end', output: '{{ nodes.many.output ?? nodes.few.output }}' },
    ],
    [
      'start->price',
      'price->sum',
      'sum->which',
      { from: 'which', to: 'many', condition: 'input.qty > 10' },
      'which->few',
      'many->end',
      'few->end',
    ],
  )
  const ended = await flows.execute(scope, graph, { input: { qty: 20 } })
  assert.deepEqual([ended.status, ended.output, ended.error], ['completed', { size: 'many' }, null])
  const records = await flows.records(ended.id)
  assert.deepEqual([...records.keys()].sort(), ['end', 'many', 'price', 'sum', 'which'])
  assert.deepEqual((records.get('sum')!.o as { result: number }).result, 61)
  assert.deepEqual((await flows.execute(scope, graph, { input: { qty: 2 } })).output, { size: 'few' })
})

test('a failed node stops the execution', async () => {
  const ended = await flows.execute(scope, chain({ id: 'a', type: 'action', toolSlug: 'no_such_tool' }))
  assert.deepEqual(
    [ended.status, ended.error],
    ['failed', { code: 'tool_not_found', message: 'Tool not found', nodeId: 'a', step: 'a' }],
  )
})

test('tools that only compute are logged and charged with the execution, or it takes the path that says why', async () => {
  const project = await flows.newProject()
  const step = (id: string, from: string) => ({
    id,
    type: 'action',
    toolSlug: 'math_calculate',
    inputMapping: { expression: from },
  })
  const graph = chain(step('a', '1 + 1'), step('b', '{{ nodes.a.output.result }} * 3'))
  const ended = await flows.execute(project.scope, graph)
  assert.equal(ended.status, 'completed')
  assert.equal(((await flows.records(ended.id)).get('b')!.o as { result: number }).result, 6)
  const logs = await flows.db.rows<{ status: string; tool_slug: string }>(sql`
    select status, tool_slug from tool_execution where project_id = ${project.scope.projectId} and run_id = ${ended.id}`)
  assert.deepEqual(
    logs,
    ['math_calculate', 'math_calculate'].map((tool_slug) => ({ status: 'succeeded', tool_slug })),
  )
  const { usage } = flows.app
  assert.equal((await usage.reconcile(project.scope)).isClean, true)

  await project.admin.patch('/api/v1/tools/byId/math_calculate/status', { isDisabled: true })
  const refused = await flows.execute(project.scope, graph)
  assert.deepEqual([refused.status, (refused.error as { code: string }).code], ['failed', 'tool_disabled'])
  assert.equal((await usage.reconcile(project.scope)).isClean, true)
})

test('test mode and replays send no request, and bill nothing', async (t) => {
  let requests = 0
  const service = createServer((_, response) => {
    requests++
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ count: requests }))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  const flows = await startFlows({ hasPieces: false, allowPrivate: `127.0.0.1:${port}` })
  t.after(async () => {
    await flows.stop()
    service.close()
  })
  const { scope: own } = await flows.newProject()
  const graph = graphOf(
    [
      {
        id: 'post',
        type: 'http',
        method: 'POST',
        url: `http://127.0.0.1:${port}/`,
        body: { n: '{{ input.n }}' },
      },
      { id: 'ask', type: 'human_wait' },
      { id: 'sum', type: 'code', code: 'return state.n + 1', inputMapping: { n: '{{ input.n }}' } },
      {
        id: 'end',
        type: 'end',
        output: '{{ [nodes.post.output.body, nodes.ask.output.approved, nodes.sum.output] }}',
      },
    ],
    ['start->post', 'post->ask', 'ask->sum', 'sum->end'],
  )
  const workflowId = await flows.save(own, graph)
  const testing = (await flows.start(own, workflowId, { mode: 'test', input: { n: 1 } }))!
  const tested = await flows.over(own, testing.executionId)
  assert.deepEqual([tested.status, tested.creditsMicro, requests], ['completed', 0, 0])
  assert.deepEqual((tested.output as unknown[]).slice(1), [true, 2])
  assert.equal((await flows.records(testing.executionId)).get('post')!.t, 'mocked')

  const live = (await flows.start(own, workflowId, { input: { n: 1 } }))!
  const [pause] = await until(async () => {
    const open = await flows.db.rows<{ id: string }>(
      sql`select id from workflow_pause where execution_id = ${live.executionId} and answered_at is null`,
    )
    return open.length > 0 ? open : null
  }).then((open) => open!)
  await flows.db.tx((tx) =>
    flows.engine.answerPause(tx, own, { pauseId: pause!.id, answer: { approved: true }, answeredBy: null }),
  )
  const ended = await flows.over(own, live.executionId)
  assert.deepEqual([ended.output, requests], [[{ count: 1 }, true, 2], 1])

  const replay = (await flows.start(own, workflowId, { input: { n: 1 }, replayOf: live.executionId }))!
  const replayed = await flows.over(own, replay.executionId)
  assert.deepEqual([replayed.output, replayed.creditsMicro, requests], [ended.output, 0, 1])
  const changed = (await flows.start(own, workflowId, { input: { n: 2 }, replayOf: live.executionId }))!
  await flows.over(own, changed.executionId)
  assert.equal((await flows.records(changed.executionId)).get('post')!.t, 'unmatched')
  assert.equal(requests, 1)
})
