import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { graphOf, type TestEdge, type TestNode } from '../../../../test/workflows/flows.ts'
import { openEngine } from '../../../../test/workflows/scripted.ts'
import { NodeFailure } from './failure.ts'

const engine = await openEngine()
after(engine.close)
const runs = engine.node(({ slug, arguments: args }) => {
  if (slug === 'bad') throw new NodeFailure('broken', 'It is broken.')
  return args
})
const scope = await engine.newScope()

const set = (id: string, more: object = {}): TestNode => ({ id, type: 'set', values: { is: id }, ...more })
const bad = (id: string, more: object = {}): TestNode => ({ id, type: 'action', toolSlug: 'bad', ...more })
const join = (id: string, mode: unknown = 'all', more: object = {}): TestNode => ({
  id,
  type: 'join',
  mode,
  ...more,
})
const branch = (id: string): TestNode => ({ id, type: 'branch' })
const when = (from: string, to: string, condition: string): TestEdge => ({ from, to, condition })
const ifFailed = (from: string, to: string, condition?: string): TestEdge => ({
  from,
  to,
  onError: true,
  ...(condition ? { condition } : {}),
})
const end = (output?: unknown): TestNode => ({
  id: 'end',
  type: 'end',
  ...(output === undefined ? {} : { output }),
})
const loop = (id: string, more: object): TestNode => ({ id, type: 'loop', ...more })

/** Which nodes have a record, and the output or the code of the failure. */
type Expected = { ran: string; output?: unknown; error?: string }

const cases: [string, TestNode[], TestEdge[], Expected][] = [
  ['nothing between start and end', [], ['start->end'], { ran: 'end', output: { in: 1 } }],
  ['a chain', [set('a'), set('b')], ['start->a', 'a->b', 'b->end'], { ran: 'a b end', output: { is: 'b' } }],
  ['an end that nothing leads to', [set('a')], ['start->a'], { ran: 'a', output: null }],
  [
    'a node that nothing leads to',
    [set('a'), set('x')],
    ['start->a', 'a->end', 'x->end'],
    { ran: 'a end', output: { is: 'a' } },
  ],
  [
    'two branches and what joins them',
    [set('a'), set('b')],
    ['start->a', 'start->b', 'a->end', 'b->end'],
    { ran: 'a b end', output: { a: { is: 'a' }, b: { is: 'b' } } },
  ],
  [
    'a condition that is false',
    [set('a')],
    [when('start', 'a', 'input.in > 1'), 'a->end'],
    { ran: '', output: null },
  ],
  [
    'a condition that is true',
    [set('a')],
    [when('start', 'a', 'input.in == 1'), 'a->end'],
    { ran: 'a end', output: { is: 'a' } },
  ],
  [
    'a dead edge beside a taken one',
    [set('a'), set('b')],
    [when('start', 'a', 'false'), 'start->b', 'a->end', 'b->end'],
    { ran: 'b end', output: { is: 'b' } },
  ],
  [
    'a dead path of several nodes',
    [set('a'), set('b'), set('c'), set('d')],
    [when('start', 'a', 'false'), 'a->b', 'b->c', 'c->end', 'start->d', 'd->end'],
    { ran: 'd end', output: { is: 'd' } },
  ],
  [
    'a condition that sees its node',
    [set('a')],
    ['start->a', when('a', 'end', "nodes.a.output.is == 'a'")],
    { ran: 'a end', output: { is: 'a' } },
  ],
  [
    'a condition that fails',
    [set('a')],
    ['start->a', when('a', 'end', '1 - null')],
    { ran: 'a', error: 'expression_type_mismatch a' },
  ],
  [
    'a branch that takes the first true edge',
    [branch('w'), set('a'), set('b'), set('c')],
    [
      'start->w',
      when('w', 'a', 'false'),
      when('w', 'b', 'true'),
      when('w', 'c', 'true'),
      'a->end',
      'b->end',
      'c->end',
    ],
    { ran: 'b end w', output: { is: 'b' } },
  ],
  [
    'a branch that takes the default',
    [branch('w'), set('a'), set('b')],
    ['start->w', 'w->b', when('w', 'a', 'false'), 'a->end', 'b->end'],
    { ran: 'b end w', output: { is: 'b' } },
  ],
  [
    'a branch that takes a true edge before the default',
    [branch('w'), set('a'), set('b')],
    ['start->w', 'w->b', when('w', 'a', 'true'), 'a->end', 'b->end'],
    { ran: 'a end w', output: { is: 'a' } },
  ],
  [
    'a branch without a true edge',
    [branch('w'), set('a')],
    ['start->w', when('w', 'a', 'false'), 'a->end'],
    { ran: 'w', output: null },
  ],
  [
    'a branch whose condition fails',
    [branch('w'), set('a')],
    ['start->w', when('w', 'a', '1 / 0 > 1'), 'a->end'],
    { ran: 'w', error: 'expression_invalid_value w' },
  ],
  [
    'run-if that is false',
    [set('a', { runIf: 'input.in > 1' })],
    ['start->a', 'a->end'],
    { ran: '', output: null },
  ],
  [
    'run-if that is false beside a branch',
    [set('a', { runIf: 'false' }), set('b')],
    ['start->a', 'start->b', 'a->end', 'b->end'],
    { ran: 'b end', output: { is: 'b' } },
  ],
  [
    'run-if that fails',
    [set('a', { runIf: '-null' })],
    ['start->a', 'a->end'],
    { ran: 'a', error: 'expression_type_mismatch a' },
  ],
  [
    'a skipped node reads as null',
    [set('a', { runIf: 'false' }), set('b'), end('{{ [nodes.a.output, nodes.a.status, nodes.b.status] }}')],
    ['start->a', 'start->b', 'a->end', 'b->end'],
    { ran: 'b end', output: [null, 'skipped', 'completed'] },
  ],
  [
    'what is not an ancestor reads as null',
    [set('a'), set('b', { values: { a: '{{ nodes.a }}' } })],
    ['start->a', 'start->b', 'b->end'],
    { ran: 'a b end', output: { a: null } },
  ],
  ['a failure', [bad('a')], ['start->a', 'a->end'], { ran: 'a', error: 'broken a' }],
  [
    'a failure that is ignored',
    [bad('a', { onError: 'continue' }), end('{{ [nodes.a.output, nodes.a.error.code, nodes.a.status] }}')],
    ['start->a', 'a->end'],
    { ran: 'a end', output: [null, 'broken', 'failed'] },
  ],
  [
    'a failure that is routed',
    [bad('a', { onError: 'route' }), set('b'), set('c')],
    ['start->a', ifFailed('a', 'b'), 'a->c', 'b->end', 'c->end'],
    { ran: 'a b end', output: { is: 'b' } },
  ],
  [
    'a success of a node that routes',
    [set('a', { onError: 'route' }), set('b'), set('c')],
    ['start->a', ifFailed('a', 'b'), 'a->c', 'b->end', 'c->end'],
    { ran: 'a c end', output: { is: 'c' } },
  ],
  [
    'a failure that is routed by a condition',
    [bad('a', { onError: 'route' }), set('b'), set('c')],
    [
      'start->a',
      ifFailed('a', 'b', "nodes.a.error.code == 'other'"),
      ifFailed('a', 'c', "nodes.a.error.code == 'broken'"),
      'b->end',
      'c->end',
    ],
    { ran: 'a c end', output: { is: 'c' } },
  ],
  [
    'a failure without an edge for it',
    [bad('a', { onError: 'route' })],
    ['start->a', 'a->end'],
    { ran: 'a', output: null },
  ],
  [
    'an expression that fails, ignored',
    [set('a', { values: { x: '{{ -null }}' }, onError: 'continue' }), end('{{ nodes.a.error.code }}')],
    ['start->a', 'a->end'],
    { ran: 'a end', output: 'expression_type_mismatch' },
  ],
  [
    'a join for all',
    [set('a'), set('b'), join('j')],
    ['start->a', 'start->b', 'a->j', 'b->j', 'j->end'],
    { ran: 'a b end j', output: { a: { is: 'a' }, b: { is: 'b' } } },
  ],
  [
    'a join for all with a dead branch',
    [set('a', { runIf: 'false' }), set('b'), join('j')],
    ['start->a', 'start->b', 'a->j', 'b->j', 'j->end'],
    { ran: 'b end j', output: { b: { is: 'b' } } },
  ],
  [
    'a join of dead branches',
    [set('a', { runIf: 'false' }), join('j')],
    ['start->a', 'a->j', 'j->end'],
    { ran: '', output: null },
  ],
  [
    'a join for any with one live branch',
    [set('a', { runIf: 'false' }), set('b'), join('j', 'any')],
    ['start->a', 'start->b', 'a->j', 'b->j', 'j->end'],
    { ran: 'b end j', output: { is: 'b' } },
  ],
  [
    'a join for two of which one is live',
    [set('a', { runIf: 'false' }), set('b'), join('j', 2)],
    ['start->a', 'start->b', 'a->j', 'b->j', 'j->end'],
    { ran: 'b end j', output: { b: { is: 'b' } } },
  ],
  [
    'parallel only fans out',
    [{ id: 'p', type: 'parallel' }, set('a'), set('b'), join('j')],
    ['start->p', 'p->a', 'p->b', 'a->j', 'b->j', 'j->end'],
    { ran: 'a b end j p', output: { a: { is: 'a' }, b: { is: 'b' } } },
  ],
  [
    'two ends',
    [set('a'), { id: 'e1', type: 'end', output: 1 }, { id: 'e2', type: 'end', output: 2 }],
    ['start->a', 'a->e1', 'a->e2'],
    { ran: 'a e1 e2', output: { e1: 1, e2: 2 } },
  ],
  [
    'two ends of which one runs',
    [branch('w'), { id: 'e1', type: 'end', output: 1 }, { id: 'e2', type: 'end', output: 2 }],
    ['start->w', when('w', 'e1', 'true'), 'w->e2'],
    { ran: 'e1 w', output: 1 },
  ],
  [
    'a diamond within a diamond',
    [set('a'), set('b'), set('c'), set('d'), set('e')],
    ['start->a', 'a->b', 'a->c', 'b->d', 'c->d', 'start->e', 'd->end', 'e->end'],
    { ran: 'a b c d e end', output: { d: { is: 'd' }, e: { is: 'e' } } },
  ],
  [
    'for each item',
    [set('a', { forEach: '{{ [1, 2, 3] }}', values: { n: '{{ item * 10 + index }}' } })],
    ['start->a', 'a->end'],
    { ran: 'a a#0 a#1 a#2 end', output: [{ n: 10 }, { n: 21 }, { n: 32 }] },
  ],
  [
    'for each item of an empty list',
    [set('a', { forEach: '{{ [] }}' })],
    ['start->a', 'a->end'],
    { ran: 'a end', output: [] },
  ],
  [
    'for each item of what is no list',
    [set('a', { forEach: '{{ 5 }}' })],
    ['start->a', 'a->end'],
    { ran: 'a', error: 'not_a_list a' },
  ],
  [
    'a loop over a list',
    [
      loop('l', { over: '{{ [3, 4] }}' }),
      set('a', { parent: 'l', values: { n: '{{ item }}' } }),
      set('b', { parent: 'l', values: { n: '{{ nodes.a.output.n + index }}' } }),
    ],
    ['start->l', 'a->b', 'l->end'],
    { ran: 'a#0 a#1 b#0 b#1 end l', output: [{ n: 3 }, { n: 5 }] },
  ],
  [
    'a loop over an empty list',
    [loop('l', { over: '{{ [] }}' }), set('a', { parent: 'l' })],
    ['start->l', 'l->end'],
    { ran: 'end l', output: [] },
  ],
  [
    'a loop with a condition and what was before',
    [
      loop('l', { while: 'index < 3', output: '{{ (previous ?? 0) + nodes.a.output.n }}' }),
      set('a', { parent: 'l', values: { n: '{{ index + 1 }}' } }),
    ],
    ['start->l', 'l->end'],
    { ran: 'a#0 a#1 a#2 end l', output: [1, 3, 6] },
  ],
  [
    'a loop that exceeds its maximum',
    [loop('l', { while: 'true', max: 2 }), set('a', { parent: 'l' })],
    ['start->l', 'l->end'],
    { ran: 'a#0 a#1 l', error: 'loop_limit l' },
  ],
  [
    'a branch in the body of a loop',
    [
      loop('l', { over: '{{ [1, 2] }}' }),
      { id: 'w', type: 'branch', parent: 'l' },
      set('odd', { parent: 'l' }),
      set('even', { parent: 'l' }),
    ],
    ['start->l', when('w', 'odd', 'item % 2 == 1'), 'w->even', 'l->end'],
    { ran: 'end even#1 l odd#0 w#0 w#1', output: [{ is: 'odd' }, { is: 'even' }] },
  ],
  [
    'a loop in a loop',
    [
      loop('l', { over: '{{ [1, 2] }}' }),
      loop('m', { parent: 'l', over: '{{ [item, item * 10] }}' }),
      set('a', { parent: 'm', values: { n: '{{ item }}' } }),
    ],
    ['start->l', 'l->end'],
    {
      ran: 'a#0#0 a#0#1 a#1#0 a#1#1 end l m#0 m#1',
      output: [
        [{ n: 1 }, { n: 10 }],
        [{ n: 2 }, { n: 20 }],
      ],
    },
  ],
  [
    'a failure in the body of a loop',
    [loop('l', { over: '{{ [1, 2] }}' }), bad('a', { parent: 'l' })],
    ['start->l', 'l->end'],
    { ran: 'a#0 l', error: 'broken l' },
  ],
  [
    'a failure in the body of a loop that continues',
    [loop('l', { over: '{{ [1, 2] }}', onError: 'continue' }), bad('a', { parent: 'l' })],
    ['start->l', 'l->end'],
    { ran: 'a#0 end l', output: null },
  ],
  [
    'names of properties of every object',
    [
      set('constructor'),
      set('toString', { values: { c: '{{ nodes.constructor.output.is }}', v: '{{ nodes.valueOf }}' } }),
    ],
    ['start->constructor', 'constructor->toString', 'toString->end'],
    { ran: 'constructor end toString', output: { c: 'constructor', v: null } },
  ],
  [
    'what the roots are',
    [end('{{ [run.mode, user.name, input.in, trigger, run.startedAt == now.toISOString()] }}')],
    ['start->end'],
    { ran: 'end', output: ['production', 'project_default_user', 1, null, true] },
  ],
]

for (const [title, nodes, edges, expected] of cases)
  test(`paths: ${title}`, async () => {
    const ended = await engine.execute(runs, scope, graphOf(nodes, edges), { in: 1 })
    const ran = [...(await engine.records(ended.id)).keys()].sort().join(' ')
    const error = ended.error && `${ended.error.code} ${ended.error.nodeId}`
    assert.deepEqual(
      { ran, ...(error === null ? { output: ended.output } : { error }) },
      expected,
      JSON.stringify(ended),
    )
    assert.equal(ended.status, error === null ? 'completed' : 'failed')
  })
