import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nextSort, rowLabel, sortOf } from './grid-columns.ts'

it('goes through the orders of a column, alone or beside others', () => {
  assert.equal(nextSort(undefined, 'age', false), 'age:asc')
  assert.equal(nextSort('age:asc', 'age', false), 'age:desc')
  assert.equal(nextSort('age:desc', 'age', false), undefined)
  assert.equal(nextSort('name:asc', 'age', false), 'age:asc')
  assert.equal(nextSort('name:asc', 'age', true), 'name:asc,age:asc')
  assert.equal(nextSort('name:asc,age:desc', 'age', true), 'name:asc')
  assert.equal(sortOf('name:asc,age:desc', 'age'), 'descending')
})

it('calls a row by its first text, and by its id where it has none', () => {
  assert.equal(rowLabel({ id: 'x'.repeat(12), age: 3, name: 'Ada' }), 'Ada')
  assert.equal(rowLabel({ id: '0123456789ab', age: 3 }), '…456789ab')
})
