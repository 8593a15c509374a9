import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withEdgeIds } from './ids.ts'
import { canChangeLevel, loopsFor, moveToLevel, outerLevel } from './levels.ts'
import { applyOps, findNode, inverseOf } from './ops.ts'
import type { FlowGraph, FlowNode, NodeType } from './types.ts'

const node = (id: string, type: NodeType = 'set', parent?: string): FlowNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  ...(parent === undefined ? {} : { parent }),
})

const graph: FlowGraph = {
  nodes: [
    node('start', 'start'),
    node('a'),
    node('outer', 'loop'),
    node('inner', 'loop', 'outer'),
    node('b', 'set', 'inner'),
    node('end', 'end'),
  ],
  edges: withEdgeIds([
    { from: 'start', to: 'a', condition: 'input.x' },
    { from: 'a', to: 'outer' },
    { from: 'outer', to: 'end' },
  ]),
}

const edgesOf = ({ edges }: FlowGraph) => edges.map(({ from, to }) => `${from}-${to}`)

describe('levels', () => {
  it('puts a node into a loop: what came before it leads to what came behind it, and undo restores all', () => {
    const ops = moveToLevel(graph, new Set(['a']), 'inner', new Map([['a', { x: 30, y: 70 }]]))
    const moved = applyOps(graph, ops)
    assert.deepEqual(
      [findNode(moved, 'a')!.parent, findNode(moved, 'a')!.position],
      ['inner', { x: 30, y: 70 }],
    )
    assert.deepEqual(edgesOf(moved), ['outer-end', 'start-outer'])
    assert.equal(moved.edges[1]!.condition, 'input.x')
    assert.deepEqual(applyOps(moved, inverseOf(ops)), graph)
  })

  it('takes a node out of a loop, where there is space', () => {
    const moved = applyOps(graph, moveToLevel(graph, new Set(['b']), outerLevel(graph, 'b')))
    assert.equal(findNode(moved, 'b')!.parent, 'outer')
    assert.notDeepEqual(findNode(moved, 'b')!.position, findNode(moved, 'inner')!.position)
    const out = applyOps(moved, moveToLevel(moved, new Set(['b']), undefined))
    assert.equal('parent' in findNode(out, 'b')!, false)
  })

  it('moves nodes together with the edges between them, and a loop with its body', () => {
    const pair = { ...graph, edges: withEdgeIds([...graph.edges, { from: 'inner', to: 'c' }]) }
    const two = { ...pair, nodes: [...graph.nodes, node('c', 'set', 'outer')] }
    const moved = applyOps(two, moveToLevel(two, new Set(['inner', 'b', 'c']), undefined))
    assert.deepEqual(
      ['inner', 'b', 'c'].map((id) => findNode(moved, id)!.parent),
      [undefined, 'inner', undefined],
    )
    assert.ok(edgesOf(moved).includes('inner-c'))
  })

  it('refuses start, end, and a loop inside of itself', () => {
    assert.deepEqual(moveToLevel(graph, new Set(['start', 'end']), 'outer'), [])
    assert.deepEqual(moveToLevel(graph, new Set(['outer']), 'inner'), [])
    assert.deepEqual(moveToLevel(graph, new Set(['b']), 'inner'), [])
    assert.deepEqual(loopsFor(graph, new Set(['outer'])), [])
    assert.equal(canChangeLevel(graph, new Set(['outer'])), false)
    assert.equal(canChangeLevel(graph, new Set(['b'])), true)
  })
})
