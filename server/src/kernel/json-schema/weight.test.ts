import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weightOf } from './weight.ts'

test('counts every part, and long texts as several', () => {
  assert.equal(weightOf(1, 100), 1)
  assert.equal(weightOf(null, 100), 1)
  assert.equal(weightOf({ a: [1, 2], b: 'x' }, 100), 5)
  assert.equal(weightOf('x'.repeat(640), 100), 11)
  assert.equal(weightOf({ ['x'.repeat(640)]: 1 }, 100), 12)
})

test('stops counting where it is heavy enough', () => {
  assert.equal(
    weightOf(
      Array.from({ length: 1_000_000 }, () => 0),
      100,
    ),
    100,
  )
  assert.equal(weightOf([[1, 2, 3], 'x'.repeat(100_000)], 100), 100)
  const itself: unknown[] = []
  itself.push(itself)
  assert.equal(weightOf(itself, 100), 100)
})
