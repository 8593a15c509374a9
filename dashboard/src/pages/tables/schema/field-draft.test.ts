import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Field } from '../../../features/tables/tables-api.ts'
import { newField, toFieldDraft, toFieldInput } from './field-draft.ts'

it('says the same of a field after it was shown in the editor', () => {
  const fields: Field[] = [
    { name: 'age', type: 'integer', required: true, unique: false, default: 18, min: 0, max: 150 },
    {
      name: 'state',
      type: 'select',
      required: false,
      unique: false,
      options: ['open', 'done'],
      default: 'open',
    },
    { name: 'code', type: 'text', required: false, unique: true, pattern: '^[a-z]+$', description: 'ours' },
    {
      name: 'customer',
      type: 'relation',
      required: false,
      unique: false,
      relation: { collectionId: 'c1', onDelete: 'setNull' },
    },
  ]
  for (const field of fields) assert.deepEqual(toFieldInput(toFieldDraft(field)), field)
})

it('preserves values under a new name, and drops rules that a new type does not have', () => {
  const texts = {
    ...toFieldDraft({ name: 'a', type: 'text', required: false, unique: false, min: 2 }),
    name: 'b',
  }
  assert.equal(toFieldInput(texts).renamedFrom, 'a')
  const asDate = toFieldInput({ ...texts, type: 'date' })
  assert.equal('min' in asDate, false)
  assert.equal(toFieldInput({ ...newField('k'), name: 'fresh' }).renamedFrom, undefined)
})
