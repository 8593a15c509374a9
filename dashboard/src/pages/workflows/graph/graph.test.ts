import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { copyText, parseCopied, pasteOps } from './clipboard.ts'
import { addNode, connect, moveEdge, renameNode } from './edit.ts'
import { createEditorStore } from './editor-store.ts'
import { withEdgeIds } from './ids.ts'
import { layoutGraph, layoutMissing } from './layout.ts'
import { moveToLevel } from './levels.ts'
import { applyOps, findNode, type GraphOp, movedTo, removeAll, updateNode, updateSettings } from './ops.ts'
import { rewriteText } from './references.ts'
import { ancestorsOf, connectFault, listNodes } from './structure.ts'
import type { FlowGraph, FlowNode, NodeType } from './types.ts'

const node = (id: string, type: NodeType = 'set', more: Partial<FlowNode> = {}): FlowNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  ...more,
})

const graphOf = (nodes: FlowNode[], ...pairs: [string, string][]): FlowGraph => ({
  nodes,
  edges: withEdgeIds(pairs.map(([from, to]) => ({ from, to }))),
})

const chain = () =>
  graphOf([node('start', 'start'), node('end', 'end', { position: { x: 292, y: 0 } })], ['start', 'end'])

/** The same numbers for the same seed, so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomOps(graph: FlowGraph, random: (below: number) => number): GraphOp[] {
  const any = () => graph.nodes[random(graph.nodes.length)]!.id
  const types: NodeType[] = ['set', 'code', 'branch', 'loop', 'end']
  const edits: (() => GraphOp[])[] = [
    () => addNode(graph, { type: types[random(types.length)]! }, { after: any() }).ops,
    () =>
      addNode(graph, { type: 'set' }, { parent: graph.nodes.find(({ type }) => type === 'loop')?.id }).ops,
    () => connect(graph, any(), any()).ops,
    () =>
      updateNode(graph, any(), {
        name: `Name ${random(1_000)}`,
        values: { total: '{{ nodes.set.output }}' },
      }),
    () => removeAll(graph, new Set([any()]), new Set(graph.edges.slice(0, 1).map(({ id }) => id))),
    () => movedTo(graph, new Map([[any(), { x: random(900), y: random(900) }]])),
    () => renameNode(graph, any(), `renamed_${random(50)}`),
    () => (graph.edges.length > 0 ? moveEdge(graph, graph.edges[random(graph.edges.length)]!.id, 1) : []),
    () => pasteOps(graph, parseCopied(copyText(graph, new Set([any(), any()])))!).ops,
    () =>
      moveToLevel(
        graph,
        new Set([any(), any()]),
        random(2) === 0 ? undefined : graph.nodes.find(({ type }) => type === 'loop')?.id,
      ),
    () => updateSettings(graph, { timeoutSec: random(100) + 1 }),
  ]
  return edits[random(edits.length)]!()
}

describe('undo', () => {
  for (let seed = 1; seed <= 30; seed++)
    it(`restores the graph after 100 random operations, and redo repeats them (seed ${seed})`, () => {
      const initial = chain()
      const editor = createEditorStore(initial)
      const random = randomFrom(seed)
      for (let count = 0; count < 100; ) {
        const ops = randomOps(editor.current().graph, random)
        if (ops.length === 0) continue
        editor.edit(ops)
        count++
      }
      const edited = structuredClone(editor.current().graph)
      while (editor.current().canUndo) editor.undo()
      assert.deepEqual(editor.current().graph, initial)
      while (editor.current().canRedo) editor.redo()
      assert.deepEqual(editor.current().graph, edited)
    })

  it('takes back what was typed in one field as a whole', () => {
    const editor = createEditorStore(chain())
    for (const name of ['O', 'Or', 'Order'])
      editor.edit(updateNode(editor.current().graph, 'end', { name }), 'name')
    assert.equal(findNode(editor.current().graph, 'end')?.name, 'Order')
    editor.undo()
    assert.equal(findNode(editor.current().graph, 'end')?.name, undefined)
    assert.equal(editor.current().canUndo, false)
  })

  it('leaves removed nodes out of the selection', () => {
    const editor = createEditorStore(chain())
    const { ops, id } = addNode(editor.current().graph, { type: 'code' }, { after: 'start' })
    editor.edit(ops)
    editor.select([id, 'end'])
    editor.undo()
    assert.deepEqual([...editor.current().selectedNodes], ['end'])
  })
})

describe('adding a node', () => {
  it('puts it between two nodes of a chain and moves what follows', () => {
    const { ops, id } = addNode(chain(), { type: 'action', idFrom: 'Find order' }, { after: 'start' })
    const graph = applyOps(chain(), ops)
    assert.equal(id, 'find_order')
    assert.deepEqual(
      graph.edges.map(({ from, to }) => [from, to]),
      [
        ['start', 'find_order'],
        ['find_order', 'end'],
      ],
    )
    assert.ok(findNode(graph, 'end')!.position!.x > findNode(graph, id)!.position!.x)
  })

  it('opens a new path behind a branch, and in the loop of the node that it follows', () => {
    const graph = graphOf(
      [
        node('start', 'start'),
        node('choose', 'branch'),
        node('a'),
        node('each', 'loop'),
        node('in', 'set', { parent: 'each' }),
      ],
      ['start', 'choose'],
      ['choose', 'a'],
    )
    const second = addNode(graph, { type: 'set' }, { after: 'choose' })
    assert.equal(applyOps(graph, second.ops).edges.filter(({ from }) => from === 'choose').length, 2)
    const inside = addNode(graph, { type: 'set' }, { after: 'in' })
    assert.equal(findNode(applyOps(graph, inside.ops), inside.id)?.parent, 'each')
  })
})

describe('adding to a branch', () => {
  const forked = () =>
    graphOf(
      [
        node('start', 'start'),
        node('choose', 'branch', { position: { x: 292, y: 0 } }),
        node('end', 'end', { position: { x: 584, y: 0 } }),
      ],
      ['start', 'choose'],
      ['choose', 'end'],
    )
  const elseEdges = ({ edges }: FlowGraph) =>
    edges.filter(({ from, condition }) => from === 'choose' && !condition).map(({ to }) => to)

  it('places a new path of a branch beside what follows it, and leaves the branch one edge for else', () => {
    const { ops, id } = addNode(forked(), { type: 'set' }, { after: 'choose' })
    const graph = applyOps(forked(), ops)
    assert.deepEqual(findNode(graph, 'end')?.position, { x: 584, y: 0 })
    assert.deepEqual(findNode(graph, id)?.position, { x: 584, y: 96 })
    assert.deepEqual(elseEdges(graph), ['end'])
    assert.equal(graph.edges.find(({ to }) => to === id)?.condition, 'false')
  })

  it('gives a branch one edge for else when nodes are connected', () => {
    const graph = { ...forked(), nodes: [...forked().nodes, node('later')] }
    const { ops } = connect(graph, 'choose', 'later')
    assert.deepEqual(elseEdges(applyOps(graph, ops)), ['end'])
    const bare = { ...graph, edges: [] }
    assert.deepEqual(elseEdges(applyOps(bare, connect(bare, 'choose', 'later').ops)), ['later'])
  })

  it('places a second end beside the first one', () => {
    const { ops, id } = addNode(chain(), { type: 'end' }, { after: 'start' })
    assert.notDeepEqual(findNode(applyOps(chain(), ops), id)?.position, findNode(chain(), 'end')?.position)
  })
})

describe('connecting', () => {
  const graph = graphOf(
    [
      node('start', 'start'),
      node('a'),
      node('b'),
      node('end', 'end'),
      node('each', 'loop'),
      node('in', 'set', { parent: 'each' }),
    ],
    ['start', 'a'],
    ['a', 'b'],
    ['b', 'end'],
  )
  const refused: [string, string, RegExp][] = [
    ['b', 'a', /cycle/],
    ['a', 'a', /itself/],
    ['a', 'start', /start/],
    ['end', 'a', /end/],
    ['a', 'in', /loop/],
    ['a', 'b', /already/],
  ]
  for (const [from, to, reason] of refused)
    it(`is refused from ${from} to ${to}`, () => assert.match(connectFault(graph, from, to)!, reason))
  it('is possible otherwise', () => assert.equal(connectFault(graph, 'a', 'end'), null))
})

describe('copy and paste', () => {
  const graph = graphOf(
    [
      node('start', 'start'),
      node('find'),
      node('each', 'loop', { over: '{{ nodes.find.output.items }}' }),
      node('send', 'code', {
        parent: 'each',
        code: 'return state.nodes.find',
        inputMapping: { id: '{{ nodes["find"].output.id }}' },
      }),
    ],
    ['start', 'find'],
    ['find', 'each'],
  )

  it('makes ids unique and leads references to the copies', () => {
    const copied = copyText(graph, new Set(['find', 'each']))
    assert.equal(JSON.parse(copied).stoa, 'nodes/1')
    const { ops, ids } = pasteOps(graph, parseCopied(copied)!)
    const pasted = applyOps(graph, ops)
    assert.deepEqual(ids, ['find_2', 'each_2', 'send_2'])
    assert.equal(findNode(pasted, 'each_2')?.over, '{{ nodes.find_2.output.items }}')
    assert.equal(findNode(pasted, 'send_2')?.parent, 'each_2')
    assert.equal(findNode(pasted, 'send_2')?.code, 'return state.nodes.find_2')
    assert.deepEqual(findNode(pasted, 'send_2')?.inputMapping, { id: '{{ nodes.find_2.output.id }}' })
    assert.deepEqual(pasted.edges.at(-1), { id: 'find_2-each_2', from: 'find_2', to: 'each_2' })
  })

  it('copies no start, and takes no other text', () => {
    assert.deepEqual(JSON.parse(copyText(graph, new Set(['start']))).nodes, [])
    for (const text of [
      '',
      'nodes/1',
      '{"stoa":"nodes/1"}',
      '{"stoa":"nodes/1","nodes":[{"id":"a","type":"evil"}]}',
    ])
      assert.equal(parseCopied(text), null, text)
  })
})

it('rewrites references and nothing that only looks like one', () => {
  const renamed = new Map([
    ['a', 'b-c'],
    ['x', 'y'],
  ])
  for (const [before, after] of [
    ['{{ nodes.a.output }}', '{{ nodes["b-c"].output }}'],
    ["{{ nodes['x'].output + nodes?.x }}", '{{ nodes.y.output + nodes.y }}'],
    ['{{ mynodes.a + nodes.ab + input.a }}', '{{ mynodes.a + nodes.ab + input.a }}'],
  ])
    assert.equal(rewriteText(before!, renamed), after)
})

describe('the graph as a list', () => {
  it('is in the order of running, with the bodies of loops behind them', () => {
    const graph = graphOf(
      [
        node('end', 'end'),
        node('in', 'set', { parent: 'each' }),
        node('each', 'loop'),
        node('start', 'start'),
      ],
      ['start', 'each'],
      ['each', 'end'],
    )
    assert.deepEqual(
      listNodes(graph).map(({ node: { id }, depth }) => [id, depth]),
      [
        ['start', 0],
        ['each', 0],
        ['in', 1],
        ['end', 0],
      ],
    )
    assert.deepEqual([...ancestorsOf(graph, 'in')], ['start'])
  })
})

describe('automatic layout', () => {
  it('places 200 nodes without overlaps, and bodies inside their loops', () => {
    const nodes = Array.from({ length: 200 }, (_, at) =>
      node(
        `n${at}`,
        at % 20 === 0 ? 'loop' : 'set',
        at % 20 > 0 && at % 20 < 4 ? { parent: `n${at - (at % 20)}` } : {},
      ),
    )
    const outer = nodes.filter(({ parent }) => parent === undefined)
    const graph = graphOf(
      nodes,
      ...outer.slice(1).map((each, at): [string, string] => [outer[Math.floor(at / 2)]!.id, each.id]),
    )
    const { positions, sizes } = layoutGraph(graph)
    assert.equal(positions.size, 200)
    const boxes = outer.map(({ id }) => ({
      ...positions.get(id)!,
      ...(sizes.get(id) ?? { width: 220, height: 64 }),
    }))
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1))
        assert.ok(
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
        )
    for (const { id, parent } of nodes)
      if (parent !== undefined) assert.ok(positions.get(id)!.x + 220 <= sizes.get(parent)!.width)
  })

  it('leaves nodes that have a place where they are', () => {
    const graph = { ...chain(), nodes: [...chain().nodes, { id: 'new', type: 'set' as const }] }
    const placed = layoutMissing(graph)
    assert.deepEqual(placed.nodes.slice(0, 2), graph.nodes.slice(0, 2))
    assert.ok(placed.nodes[2]!.position)
  })
})
