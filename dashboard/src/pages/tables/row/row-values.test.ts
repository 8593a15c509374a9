import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TableCollection, TableDocument } from '@stoa/sdk'
import { datePartsOf, textOfDate } from './date-value.ts'
import { bodyOf, changedBody, othersName, textsOf } from './row-values.ts'

const fields = [
  { name: 'name', type: 'text' },
  { name: 'orders', type: 'integer' },
  { name: 'notes', type: 'json' },
]
const table = { schema: { fields } } as unknown as TableCollection
const row = {
  id: 'x',
  version: 2,
  name: '',
  orders: 3,
  notes: { a: [1] },
  extra: 'y',
} as unknown as TableDocument

it('changes only what was typed: what was left alone is sent as it was, what was cleared is null', () => {
  const texts = textsOf(row, table)
  assert.deepEqual(changedBody(texts, row, table), { name: '', orders: 3, notes: { a: [1] }, extra: 'y' })
  assert.deepEqual(changedBody({ ...texts, orders: '', notes: '[]' }, row, table), {
    name: '',
    orders: null,
    notes: [],
    extra: 'y',
  })
  assert.deepEqual(changedBody({ ...texts, [othersName]: '{"z": 1}' }, row, table).z, 1)
  assert.throws(() => changedBody({ ...texts, notes: '{' }, row, table), /notes is not JSON/)
})

it('leaves defaults to the server in a new row', () => {
  assert.deepEqual(bodyOf({ name: 'Ada', orders: '', notes: '', [othersName]: '' }, table), { name: 'Ada' })
})

it('edits a date by its parts where nothing is lost', () => {
  assert.deepEqual(datePartsOf('2026-01-31'), { date: '2026-01-31', time: '' })
  assert.deepEqual(datePartsOf('2026-01-31T09:30:00.000Z'), { date: '2026-01-31', time: '09:30' })
  for (const text of ['2026-01-31T09:30:12Z', '2026-01-31T09:30:00+02:00', '$NOW'])
    assert.equal(datePartsOf(text), null)
  assert.equal(textOfDate({ date: '2026-01-31', time: '09:30' }), '2026-01-31T09:30:00Z')
  assert.equal(textOfDate({ date: '', time: '09:30' }), '')
})
