import assert from 'node:assert/strict'
import { after, test } from 'node:test'
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
