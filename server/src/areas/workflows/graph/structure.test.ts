import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphOf, type TestEdge, type TestNode } from '../../../../test/workflows/flows.ts'
import { Graph } from '../schema/graph.ts'
import { compileForExecution, compileGraph } from './compile.ts'
import { readStructure } from './structure.ts'

const set = (id: string, more: object = {}): TestNode => ({ id, type: 'set', values: {}, ...more })
const problemsOf = (nodes: TestNode[], edges: TestEdge[]) =>
  compileGraph(graphOf(nodes, edges)).problems.map(({ code, nodeId }) =>
    nodeId ? `${code} ${nodeId}` : code,
  )

const cases: [string, TestNode[], TestEdge[], string[]][] = [
  ['a graph without problems', [set('a')], ['start->a', 'a->end'], []],
  ['a second start', [{ id: 's', type: 'start' }], ['start->end'], ['start_duplicate s']],
  ['two nodes of one id', [set('a'), set('a')], ['start->a', 'a->end'], ['node_id_duplicate a']],
  ['an edge to nowhere', [set('a')], ['start->a', 'a->b', 'a->end'], ['edge_node_unknown']],
  ['a node that follows itself', [set('a')], ['start->a', 'a->a', 'a->end'], ['edge_to_itself a']],
  ['a node that nothing leads to', [set('a')], ['start->end'], ['unreachable a']],
  [
    'a cycle, with its nodes',
    [set('a'), set('b'), set('c')],
    ['start->a', 'a->b', 'b->c', 'c->b', 'c->end'],
    ['cycle b'],
  ],
  ['a parent that does not exist', [set('a', { parent: 'x' })], ['start->a', 'a->end'], ['parent_unknown a']],
  [
    'a parent that is no loop',
    [set('a'), set('b', { parent: 'a' })],
    ['start->a', 'a->b', 'b->end'],
    ['parent_not_loop b'],
  ],
  [
    'a loop that is in its own body',
    [
      { id: 'l', type: 'loop', over: '{{ [] }}', parent: 'm' },
      { id: 'm', type: 'loop', over: '{{ [] }}', parent: 'l' },
    ],
    ['start->l', 'l->m', 'm->end'],
    ['parent_cycle l', 'loop_without_body l', 'parent_cycle m', 'loop_without_body m'],
  ],
  [
    'an edge into the body of a loop',
    [{ id: 'l', type: 'loop', over: '{{ [] }}' }, set('a', { parent: 'l' })],
    ['start->l', 'start->a', 'l->end'],
    ['edge_across_levels'],
  ],
  [
    'a loop without a body, and with two conditions',
    [{ id: 'l', type: 'loop', over: '{{ [] }}', while: 'true' }],
    ['start->l', 'l->end'],
    ['loop_condition l', 'loop_without_body l'],
  ],
  [
    'an end in a loop',
    [
      { id: 'l', type: 'loop', while: 'false' },
      set('a', { parent: 'l' }),
      { id: 'end', type: 'end' },
      { id: 'e', type: 'end', parent: 'l' },
    ],
    ['start->l', 'l->end'],
    ['node_in_loop e'],
  ],
  [
    'a branch without edges',
    [{ id: 'b', type: 'branch' }],
    ['start->b', 'start->end'],
    ['branch_without_edges b'],
  ],
  [
    'a join for more than it has',
    [{ id: 'j', type: 'join', mode: 2 }],
    ['start->j', 'j->end'],
    ['join_count j'],
  ],
  ['a wait for nothing', [{ id: 'w', type: 'wait' }], ['start->w', 'w->end'], ['wait_condition w']],
  [
    'a wait for two things',
    [{ id: 'w', type: 'wait', seconds: 1, event: 'x' }],
    ['start->w', 'w->end'],
    ['wait_condition w'],
  ],
  [
    'an error edge of a node that does not route',
    [set('a')],
    ['start->a', { from: 'a', to: 'end', onError: true }],
    ['edge_on_error a'],
  ],
  [
    'a node that routes failures to nowhere',
    [set('a', { onError: 'route' })],
    ['start->a', 'a->end'],
    ['route_without_edge a'],
  ],
  [
    'a node that routes failures',
    [set('a', { onError: 'route' }), set('b')],
    ['start->a', 'a->end', { from: 'a', to: 'b', onError: true }, 'b->end'],
    [],
  ],
  [
    'a placeholder',
    [{ id: 'p', type: 'placeholder', source: 'x' }],
    ['start->p', 'p->end'],
    ['placeholder p'],
  ],
  ['an agent', [{ id: 'x', type: 'llm_agent' }], ['start->x', 'x->end'], ['agent_missing x']],
  [
    'edges around the ends',
    [set('a')],
    ['start->a', 'a->end', 'end->a', 'a->start'],
    ['edge_from_end end', 'edge_to_start start', 'cycle a'],
  ],
  [
    'sources that cannot be read',
    [set('a', { values: { deep: [{ x: '{{ 1 + }}' }] }, runIf: 'a b' })],
    ['start->a', { from: 'a', to: 'end', condition: '(' }],
    ['expression_syntax a', 'expression_syntax a', 'expression_syntax a'],
  ],
]

for (const [title, nodes, edges, expected] of cases)
  test(`problems: ${title}`, () => {
    assert.deepEqual(problemsOf(nodes, edges).sort(), expected.toSorted())
  })

test('a failure that is routed to nowhere is a warning: the graph can be executed', async () => {
  const graph = graphOf([set('a', { onError: 'route' })], ['start->a', 'a->end'])
  const { compiled, problems } = await compileForExecution(graph)
  assert.ok(compiled)
  assert.deepEqual(
    problems.map(({ severity }) => severity),
    ['warning'],
  )
})

test('a graph without nodes lacks its start and its end', () => {
  const { problems } = readStructure(Graph.parse({ nodes: [] }))
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['start_missing', 'end_missing'],
  )
})

test('every problem says where it is, what it is and what to do', () => {
  for (const [, nodes, edges] of cases)
    for (const problem of compileGraph(graphOf(nodes, edges)).problems) {
      assert.ok(
        (problem.message.length > 20 && problem.message.endsWith('.')) ||
          problem.code.startsWith('expression'),
        problem.message,
      )
      assert.ok(problem.nodeId ?? problem.edge, problem.code)
    }
})

test('the path of a source is that of the graph', () => {
  const [problem] = compileGraph(
    graphOf(
      [{ id: 'a', type: 'action', toolSlug: 't', inputMapping: { list: [{ x: '{{ 1 + }}' }] } }],
      ['start->a', 'a->end'],
    ),
  ).problems
  assert.equal(problem!.path, 'nodes[1].inputMapping.list[0].x')
})

test('ancestors are all nodes before a node, and those before the loops around it', () => {
  const { structure } = readStructure(
    graphOf(
      [
        set('a'),
        set('beside'),
        { id: 'constructor', type: 'loop', over: '{{ [] }}' },
        set('toString', { parent: 'constructor' }),
        { id: 'inner', type: 'loop', over: '{{ [] }}', parent: 'constructor' },
        set('x', { parent: 'inner' }),
        set('y', { parent: 'inner' }),
      ],
      ['start->a', 'start->beside', 'a->constructor', 'toString->inner', 'x->y', 'constructor->end'],
    ),
  )
  assert.deepEqual([...structure.ancestorsOf('y')].sort(), ['a', 'start', 'toString', 'x'])
  assert.deepEqual(structure.loopsAround('y'), ['inner', 'constructor'])
  assert.deepEqual([...structure.ancestorsOf('end')].sort(), ['a', 'constructor', 'start'])
  assert.deepEqual([...structure.levels.keys()], [null, 'constructor', 'inner'])
})

test('a large graph is compiled in slices, between which other requests are served', async () => {
  const values = { x: '{{ input.a.b + 1 }}'.repeat(400) }
  const nodes = Array.from({ length: 150 }, (_, i) => set(`n${i}`, { values }))
  const edges = nodes.slice(1).map(({ id }, i) => `${nodes[i]!.id}->${id}`)
  let served = 0
  const serve = () => {
    served++
    request = setImmediate(serve)
  }
  let request = setImmediate(serve)
  const { compiled } = await compileForExecution(
    graphOf(nodes, ['start->n0', ...edges, `${nodes.at(-1)!.id}->end`]),
  )
  clearImmediate(request)
  assert.equal(compiled?.nodes.size, 152)
  assert.ok(served > 1)
})
