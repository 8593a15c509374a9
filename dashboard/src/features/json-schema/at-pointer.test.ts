import assert from 'node:assert/strict'
import { it } from 'node:test'
import { atPointer } from './at-pointer.ts'

it('finds what a local reference names, however its name is escaped', () => {
  const root = { $defs: { 'a/b': 1, 'c~d': 2, 'e f': 3, '50%': 4 }, list: [{ name: 'first' }] }
  const found = ['#/$defs/a~1b', '#/$defs/c~0d', '#/$defs/e%20f', '#/$defs/50%', '#/list/0/name']
  assert.deepEqual(
    found.map((reference) => atPointer(root, reference)),
    [1, 2, 3, 4, 'first'],
  )
})

it('finds nothing in other documents, nor what every object inherits', () => {
  const root = { $defs: {} }
  for (const reference of [
    '#',
    'https://example.com/#/$defs',
    '#/$defs/none',
    '#/constructor',
    '#/$defs/a/b',
  ])
    assert.equal(atPointer(root, reference), undefined, reference)
})
