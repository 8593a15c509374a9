import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rowLabel } from './row-label.ts'

it('calls a row by its first text, and by its id where it has none', () => {
  assert.equal(rowLabel({ id: 'x'.repeat(12), age: 3, name: 'Ada' }), 'Ada')
  assert.equal(rowLabel({ id: '0123456789ab', age: 3 }), '…456789ab')
})
