import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryBudget } from './memory-budget.ts'

const isCapacityExceeded = { code: 'service_unavailable' }

test('one owner has half of the capacity, and all together have no more than all of it', () => {
  const bytes = createMemoryBudget(100)
  const [first, second, third] = ['a', 'b', 'c'].map(bytes.open)
  first!.grow(30)
  first!.grow(20)
  assert.throws(() => first!.grow(1), isCapacityExceeded)
  assert.throws(() => bytes.open('a').grow(1), isCapacityExceeded)
  second!.grow(50)
  assert.throws(() => third!.grow(1), isCapacityExceeded)
  first!.end()
  first!.end()
  third!.grow(50)
  assert.throws(() => bytes.open('d').grow(1), isCapacityExceeded)
})

test('what was refused is not counted', () => {
  const bytes = createMemoryBudget(100)
  assert.throws(() => bytes.open('a').grow(51), isCapacityExceeded)
  bytes.open('a').grow(50)
})

test('one IP address without a key leaves capacity for the others, and all of them leave half', () => {
  const bytes = createMemoryBudget(160)
  const first = bytes.openPublic('192.0.2.1')
  first.grow(20)
  assert.throws(() => first.grow(1), isCapacityExceeded)
  assert.throws(() => bytes.openPublic('192.0.2.1').grow(1), isCapacityExceeded)
  for (const last of [2, 3, 4]) bytes.openPublic(`192.0.2.${last}`).grow(20)
  assert.throws(() => bytes.openPublic('192.0.2.5').grow(1), isCapacityExceeded)
  bytes.open('a').grow(80)
  first.end()
  bytes.openPublic('192.0.2.5').grow(20)
})
