import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createMemoryStore } from './memory-store.ts'

it('notifies within the change, and forgets everything on request', () => {
  const store = createMemoryStore()
  const seen: unknown[] = []
  const stop = store.subscribe(() => seen.push(store.get('draft')))
  store.set('draft', 'a')
  store.set('draft', 'ab')
  assert.deepEqual(seen, ['a', 'ab'])
  store.clear()
  assert.deepEqual(seen, ['a', 'ab', undefined])
  stop()
  store.set('draft', 'abc')
  assert.equal(seen.length, 3)
})
