import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { namedColumns, stacked, ticksFor } from './chart-scale.ts'

describe('the scale of a chart', () => {
  it('has round marks that reach over the largest value, however small or large', () => {
    assert.deepEqual(ticksFor(95), [0, 50, 100])
    assert.deepEqual(ticksFor(3), [0, 1, 2, 3])
    assert.deepEqual(ticksFor(0.0007), [0, 0.00025, 0.0005, 0.00075])
    assert.deepEqual(ticksFor(1_234_567), [0, 500_000, 1_000_000, 1_500_000])
    assert.deepEqual(ticksFor(0.3), [0, 0.1, 0.2, 0.3])
  })

  it('has ticks for zero', () => {
    assert.deepEqual(ticksFor(0), [0, 1])
    assert.deepEqual(ticksFor(-5), [0, 1])
  })
})

it('stacks columns upwards and leaves out what is nothing or less', () => {
  assert.deepEqual(stacked([{ values: [1, 0, -4] }, { values: [2, 3] }], 3), [
    [
      { series: 0, from: 0, to: 1 },
      { series: 1, from: 1, to: 3 },
    ],
    [{ series: 1, from: 0, to: 3 }],
    [],
  ])
})

it('labels as many columns as fit, always the last one', () => {
  assert.deepEqual(namedColumns(5, 1000, 50), [0, 1, 2, 3, 4])
  assert.deepEqual(namedColumns(7, 150, 50), [0, 3, 6])
  assert.deepEqual(namedColumns(3, 0, 50), [2])
})
