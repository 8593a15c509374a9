import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHeldBytes } from './held-bytes.ts'

const isNoRoom = { code: 'service_unavailable' }

test('one owner has half of the room, and all together have no more than all of it', () => {
  const bytes = createHeldBytes(100)
  const [first, second, third] = ['a', 'b', 'c'].map(bytes.open)
  first!.grow(30)
  first!.grow(20)
  assert.throws(() => first!.grow(1), isNoRoom)
  assert.throws(() => bytes.open('a').grow(1), isNoRoom)
  second!.grow(50)
  assert.throws(() => third!.grow(1), isNoRoom)
  first!.end()
  first!.end()
  third!.grow(50)
  assert.throws(() => bytes.open('d').grow(1), isNoRoom)
})

test('what was refused is not counted', () => {
  const bytes = createHeldBytes(100)
  assert.throws(() => bytes.open('a').grow(51), isNoRoom)
  bytes.open('a').grow(50)
})
