import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chain, graphOf, type TestEdge, type TestNode } from '../../../../../../test/workflows/flows.ts'
import { checkGraph } from './check-graph.ts'
import type { Callees } from './outside.ts'

/** The problems of a text that reads the output of the node `n`, which comes before it. */
function problemsOf(nodes: TestNode[], edges: TestEdge[], path: string, callees: Callees = {}): string[] {
  const read = { id: 'read', type: 'set', values: { x: `{{ nodes.n.${path} }}` } }
  const graph = graphOf([...nodes, read], [...edges, 'n->read', 'read->end'])
  return checkGraph({ graph, tools: {}, callees })
    .filter(({ nodeId, severity }) => nodeId === 'read' && severity === 'error')
    .map(({ code }) => code)
}

const form = { type: 'object', properties: { amount: { type: 'number' } }, additionalProperties: false }
const part = { id: 'part', type: 'set', values: { name: 'x' } }
const single: [TestNode, right: string[], wrong: string[]][] = [
  [
    { id: 'n', type: 'http', url: 'https://example.com' },
    ['output.status', 'output.body.any.field', 'output.headers.etag'],
    ['output.data', 'output.json', 'output.statusCode'],
  ],
  [{ id: 'n', type: 'llm', prompt: 'x' }, ['output.length'], ['output.text', 'output.title']],
  [{ id: 'n', type: 'llm', prompt: 'x', outputSchema: form }, ['output.amount'], ['output.amuont']],
  [
    { id: 'n', type: 'llm_agent', agent: { prompt: 'x' } },
    ['output.text', 'output.finishReason', 'output.messageId', 'stoppedBy', 'status'],
    ['output.answer', 'output.length', 'stopped'],
  ],
  [
    { id: 'n', type: 'llm_agent', agent: { prompt: 'x' }, outputSchema: form },
    ['output.amount', 'stoppedBy'],
    ['output.text'],
  ],
  [
    { id: 'n', type: 'human_wait', inputSchema: form },
    ['output.approved', 'output.value.amount', 'output.answeredBy.name', 'output.timedOut'],
    ['output.amount', 'output.value.amuont'],
  ],
  [{ id: 'n', type: 'wait', seconds: 1 }, ['output.until'], ['output.at']],
  [{ id: 'n', type: 'wait', event: 'paid' }, ['output.anything'], []],
  [{ id: 'n', type: 'code', code: 'return 1' }, ['output.anything'], []],
  [{ id: 'n', type: 'set', values: { a: 'x' } }, ['output.a'], ['output.b']],
  [
    { id: 'n', type: 'http', url: 'https://example.com', forEach: '{{ [1] }}' },
    ['output[0].status'],
    ['output[0].code', 'output.status'],
  ],
]

describe('the output of a node', () => {
  for (const [node, right, wrong] of single)
    it(`of the type ${node.type} has known fields: ${wrong.join(', ') || 'any'} is refused`, () => {
      const edges = [`start->${node.id}`]
      for (const path of right) assert.deepEqual(problemsOf([node], edges, path), [], path)
      for (const path of wrong) assert.equal(problemsOf([node], edges, path).length, 1, path)
    })

  it('of a branch names the edge', () => {
    const node = { id: 'n', type: 'branch' }
    for (const path of ['output.edge', 'output.to'])
      assert.deepEqual(problemsOf([node], ['start->n'], path), [])
    assert.deepEqual(problemsOf([node], ['start->n'], 'output.taken'), ['expression_unknown_field'])
  })

  it('of a join has the outputs before it by id', () => {
    const nodes = [part, { id: 'n', type: 'join' }]
    const edges = ['start->part', 'part->n']
    assert.deepEqual(problemsOf(nodes, edges, 'output.part.name'), [])
    for (const path of ['output.name', 'output.part.nmae'])
      assert.deepEqual(problemsOf(nodes, edges, path), ['expression_unknown_field'], path)
    assert.deepEqual(problemsOf([part, { id: 'n', type: 'join', mode: 'any' }], edges, 'output.name'), [])
  })

  it('of a parallel node is that before it, or one of several', () => {
    const node = { id: 'n', type: 'parallel' }
    const other = { id: 'other', type: 'set', values: { place: 'x' } }
    assert.deepEqual(problemsOf([part, node], ['start->part', 'part->n'], 'output.name'), [])
    assert.deepEqual(problemsOf([part, node], ['start->part', 'part->n'], 'output.nmae'), [
      'expression_unknown_field',
    ])
    const edges = ['start->part', 'start->other', 'part->n', 'other->n']
    for (const path of ['output.part.name', 'output.name', 'output.place'])
      assert.deepEqual(problemsOf([part, other, node], edges, path), [], path)
    assert.deepEqual(problemsOf([part, other, node], edges, 'output.nmae'), ['expression_unknown_field'])
  })

  const id = '0199f1a0-0000-7000-8000-0000000000a1'
  const inner = '0199f1a0-0000-7000-8000-0000000000a2'
  const subflow = (workflowId: string) => ({ id: 'n', type: 'subflow', workflowId })
  const flow = (...nodes: TestNode[]) => ({ graph: chain(...nodes) })

  it('of a subflow is that of the end of its workflow, through further ones', () => {
    const callees: Callees = { [inner]: flow(part), [id]: flow({ ...subflow(inner), id: 'deeper' }) }
    assert.deepEqual(problemsOf([subflow(id)], ['start->n'], 'output.name', callees), [])
    assert.deepEqual(problemsOf([subflow(id)], ['start->n'], 'output.nmae', callees), [
      'expression_unknown_field',
    ])
  })

  it('of a subflow is open where it is not known: no version, several ends, a workflow within itself', () => {
    const ends = graphOf(
      [
        { id: 'a', type: 'end' },
        { id: 'b', type: 'end' },
      ],
      ['start->a', 'start->b'],
    )
    for (const callees of [{}, { [id]: { graph: ends } }, { [id]: flow(subflow(id)) }] as Callees[])
      assert.deepEqual(problemsOf([subflow(id)], ['start->n'], 'output.anything', callees), [])
  })

  it('of an agent of the project has the fields of its schema, or its text', () => {
    const node = { id: 'n', type: 'llm_agent', agentId: id }
    const paths = ['output.amount', 'output.text']
    const problemsWith = (callees: Callees) =>
      paths.map((path) => problemsOf([node], ['start->n'], path, callees).length)
    assert.deepEqual(problemsWith({ [id]: { outputSchema: form } }), [0, 1])
    assert.deepEqual(problemsWith({ [id]: { outputSchema: null } }), [1, 0])
    assert.deepEqual(problemsWith({}), [0, 0])
  })

  it('of a loop is a list of its output, or of that of its last node', () => {
    const body = { ...part, parent: 'n' }
    for (const loop of [{}, { output: { name: '{{ nodes.part.output.name }}' } }]) {
      const nodes = [{ id: 'n', type: 'loop', over: '{{ [1] }}', ...loop }, body]
      assert.deepEqual(problemsOf(nodes, ['start->n'], 'output[0].name'), [])
      assert.deepEqual(problemsOf(nodes, ['start->n'], 'output[0].nmae'), ['expression_unknown_field'])
    }
  })
})
