import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declareErrors } from '../../errors.ts'
import { toAppError } from '../../http/response/envelope.ts'

declareErrors('things', { thing_not_found: 404, trigger_not_found: 404 })

const refusalFor = (detail: string) => {
  const { status, code } = toAppError(
    Object.assign(new Error('violates foreign key'), { code: '23503', detail }),
  )
  return [status, code]
}

test('404 for a missing parent row, by its table', () => {
  assert.deepEqual(refusalFor('Key (a)=(1) is not present in table "thing".'), [404, 'thing_not_found'])
  assert.deepEqual(refusalFor('Key (a)=(1) is not present in table "trigger_instance".'), [
    404,
    'trigger_not_found',
  ])
})

test('409 for a row that is still used, for an unnamed table and in another language', () => {
  for (const detail of [
    'Key (id)=(1) is still referenced from table "thing".',
    'Key (a)=(1) is not present in table "unnamed".',
    'Schlüssel (a)=(1) ist nicht in Tabelle »thing« vorhanden.',
  ])
    assert.deepEqual(refusalFor(detail), [409, 'version_conflict'])
})
