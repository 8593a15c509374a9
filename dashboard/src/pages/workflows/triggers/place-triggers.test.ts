import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FlowGraph } from '../graph/types.ts'
import { placeTriggers } from './place-triggers.ts'

const graphWith = (more: FlowGraph['nodes'] = []): FlowGraph => ({
  nodes: [{ id: 'start', type: 'start', position: { x: 100, y: 50 } }, ...more],
  edges: [],
})

describe('triggers on the canvas', () => {
  it('are left of the start and in the middle of it', () => {
    assert.deepEqual(placeTriggers(graphWith(), 1), [{ x: -192, y: 50 }])
    const [first, second] = placeTriggers(graphWith(), 2)
    assert.equal(first!.x, second!.x)
    assert.equal((first!.y + second!.y) / 2, 50)
  })

  it('begin another column after six', () => {
    const places = placeTriggers(graphWith(), 8)
    assert.equal(new Set(places.map(({ x, y }) => `${x} ${y}`)).size, 8)
    assert.deepEqual(
      places.map(({ x }) => x),
      [...Array(6).fill(-192), -484, -484],
    )
  })

  it('are left of nodes that were put there by hand, but not of those above or below', () => {
    const onTheLeft = { id: 'a', type: 'set' as const, position: { x: -150, y: 60 } }
    const below = { id: 'b', type: 'set' as const, position: { x: -900, y: 600 } }
    assert.deepEqual(placeTriggers(graphWith([onTheLeft, below]), 1), [{ x: -442, y: 50 }])
  })

  it('are not drawn for a graph without a start', () => {
    assert.deepEqual(placeTriggers({ nodes: [], edges: [] }, 3), [])
  })
})
