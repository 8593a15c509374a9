import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'

const app = await startTestApp({ hasPieces: false })
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})
let project: TestProject
let id = ''
let executionId = ''

const base = '/api/v1/workflow/manager'
const graph = {
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'shout',
      type: 'action',
      toolSlug: 'text_change_case',
      inputMapping: { text: '{{ input.name }}', to: 'upper' },
    },
    { id: 'each', type: 'set', forEach: '{{ input.list }}', values: { n: '{{ item * 2 }}' } },
    { id: 'end', type: 'end', output: '{{ nodes.shout.output.text }}' },
  ],
  edges: [
    { from: 'start', to: 'shout' },
    { from: 'shout', to: 'each' },
    { from: 'each', to: 'end' },
  ],
}

before(async () => {
  project = await app.newProject()
  app.app.runs.start()
  id = (await project.admin.post(`${base}/create`, { graph })).body.data.id
  await project.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
  const input = { name: 'ada', list: [5, 6], password: 'very-hidden-value' }
  const answer = await project.admin.post(`${base}/execute/${id}`, {
    input,
    mode: 'production',
    wait: 20_000,
  })
  assert.equal(answer.body.data.status, 'completed', answer.text)
  executionId = answer.body.data.executionId
})

const check = async (body: object, caller = project.admin) =>
  caller.post(`${base}/${id}/expressions/check`, { executionId, ...body })
const checked = async (body: object) => (await check(body)).body.data

describe('expressions/check with an execution', () => {
  test('200: the value on its data, at a node, in a list and on an edge', async () => {
    assert.equal(
      (await checked({ nodeId: 'end', text: '{{ nodes.shout.output.text + "!" }}' })).value,
      'ADA!',
    )
    assert.equal((await checked({ nodeId: 'each', text: '{{ item + index }}' })).value, 5)
    const edge = { nodeId: 'shout', kind: 'condition', onEdge: true }
    assert.equal((await checked({ ...edge, text: 'nodes.shout.output.text == "ADA"' })).value, true)
    assert.equal((await checked({ nodeId: 'end', text: '{{ run.id }}' })).value, executionId)
  })

  test('200: a graph that is not saved is evaluated on the recorded outputs', async () => {
    const nodes = [...graph.nodes, { id: 'extra', type: 'set', values: {} }]
    const edited = {
      nodes,
      edges: [...graph.edges.slice(0, 2), { from: 'each', to: 'extra' }, { from: 'extra', to: 'end' }],
    }
    const body = { graph: edited, nodeId: 'extra', text: '{{ nodes.each.output.map(x => x.n) }}' }
    assert.deepEqual((await checked(body)).value, [10, 12])
  })

  test('200: an expression that fails on the data says why; secrets of the input are masked', async () => {
    const failed = await checked({ nodeId: 'end', text: '{{ input.name - 1 }}' })
    assert.equal(failed.valueError.code, 'type_mismatch')
    const { text } = await check({ nodeId: 'end', text: '{{ input }}' })
    assert.doesNotMatch(text, /very-hidden-value/)
  })

  test('404 for an execution of another workflow or user', async () => {
    const other = (await project.admin.post(`${base}/create`, { graph })).body.data.id
    const body = { executionId, nodeId: 'end', text: '{{ 1 }}' }
    const wrong = await project.admin.post(`${base}/${other}/expressions/check`, body)
    assert.deepEqual([wrong.status, wrong.body.error.code], [404, 'execution_not_found'])
    await project.admin.as('bob').post(`${base}/create`, {})
    assert.equal((await check(body, project.admin.as('bob'))).status, 404)
  })
})
