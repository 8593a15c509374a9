import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nextSort, sortOf } from './grid-columns.ts'

it('goes through the orders of a column, alone or beside others', () => {
  assert.equal(nextSort(undefined, 'age', false), 'age:asc')
  assert.equal(nextSort('age:asc', 'age', false), 'age:desc')
  assert.equal(nextSort('age:desc', 'age', false), undefined)
  assert.equal(nextSort('name:asc', 'age', false), 'age:asc')
  assert.equal(nextSort('name:asc', 'age', true), 'name:asc,age:asc')
  assert.equal(nextSort('name:asc,age:desc', 'age', true), 'name:asc')
  assert.equal(sortOf('name:asc,age:desc', 'age'), 'descending')
})
