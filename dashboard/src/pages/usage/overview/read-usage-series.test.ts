import assert from 'node:assert/strict'
import { it } from 'node:test'
import { restOf } from './read-usage-series.ts'

it('leaves to the rest what no group has, and no crumbs of subtraction', () => {
  const groups = [
    { name: 'a', values: [0.1, 1] },
    { name: 'b', values: [0.2, 2] },
  ]
  assert.deepEqual(restOf([0.3, 10], groups), [0, 7])
  assert.deepEqual(restOf([5, -1], []), [5, -1])
})
