import assert from 'node:assert/strict'
import { it } from 'node:test'
import { summaryOf } from './proposed-changes.ts'

it('describes what a proposal would do, each kind of change with its number', () => {
  assert.equal(summaryOf([{ op: 'update' }]), 'Update 1 row')
  assert.equal(
    summaryOf([{ op: 'create' }, { op: 'delete' }, { op: 'create' }]),
    'Insert 2 rows, delete 1 row',
  )
  assert.equal(summaryOf([{ op: 'create', count: 3 }]), 'Insert 3 rows')
  assert.equal(summaryOf([{ op: 'upsert' }]), 'Upsert 1 row')
})
