import assert from 'node:assert/strict'
import { it } from 'node:test'
import { clearedFilters, isStep, pageOf, parseFilters, writeFilters } from './filters.ts'

it('stores filters as strings, there and back', () => {
  const filters = { q: 'a&b=c', isActive: 'true', page: '2' }
  assert.deepEqual(parseFilters(writeFilters(filters)), filters)
  assert.equal(writeFilters({ q: '', page: undefined }), '')
})

it('takes a page that is none for the first', () => {
  for (const page of ['0', '-3', 'x', '', undefined]) assert.equal(pageOf({ page }), 1, page)
  assert.equal(pageOf({ page: '3' }), 3)
})

it('clears what hides rows, and not how they are shown', () => {
  const shown = { sortBy: 'name', sortOrder: 'ASC', view: 'table', page: '2', new: '1' }
  assert.deepEqual(clearedFilters({ ...shown, q: 'ada', state: 'failed' }), {
    q: undefined,
    state: undefined,
  })
  assert.equal(clearedFilters(shown), null)
})

it('takes what is chosen for a step that Back undoes, and not what is opened above the page', () => {
  const before = { q: 'ada', page: '2', cursor: 'c' }
  for (const patch of [
    { q: 'bob' },
    { q: undefined },
    { page: '3' },
    { sortBy: 'name' },
    { new: '1', q: '' },
  ])
    assert.ok(isStep(before, patch), JSON.stringify(patch))
  for (const patch of [{ new: '1' }, { delivery: 'd', cursor: 'c' }, { q: 'ada' }, { status: '' }])
    assert.ok(!isStep(before, patch), JSON.stringify(patch))
})
