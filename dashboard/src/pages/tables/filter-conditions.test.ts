import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Field } from '../../features/tables/tables-api.ts'
import { type Conditions, conditionsOf, filterOf, operators } from './filter-conditions.ts'

const field = (name: string, type: Field['type']): Field => ({ name, type, required: false, unique: false })
const fields = [field('age', 'integer'), field('name', 'text'), field('vip', 'boolean')]

it('writes every operator and reads it back', () => {
  for (const { value: operator } of operators) {
    const text = operator === '_between' || operator === '_in' || operator === '_nin' ? '1, 2' : '1'
    const isBare = ['_null', '_nnull', '_empty'].includes(operator)
    const conditions: Conditions = {
      match: 'all',
      conditions: [{ field: 'name', operator, text: isBare ? '' : text }],
    }
    assert.deepEqual(conditionsOf(filterOf(conditions, fields)), conditions, operator)
  }
})

it('gives values the kind that their field has', () => {
  const filter = filterOf(
    {
      match: 'any',
      conditions: [
        { field: 'age', operator: '_between', text: '18, 30' },
        { field: 'vip', operator: '_eq', text: 'true' },
        { field: 'name', operator: '_eq', text: '42' },
        { field: 'age', operator: '_gt', text: ' ' },
      ],
    },
    fields,
  )
  assert.deepEqual(JSON.parse(filter!), {
    _or: [{ age: { _between: [18, 30] } }, { vip: { _eq: true } }, { name: { _eq: '42' } }],
  })
})

it('says so when a filter is more than the builder can show', () => {
  for (const filter of [
    '{"_not":{"a":{"_eq":1}}}',
    '{"_or":[{"a":{"_eq":1},"b":{"_eq":2}}]}',
    'no JSON',
    '[]',
  ])
    assert.equal(conditionsOf(filter), null, filter)
  assert.equal(conditionsOf('{"a":{"_eq":1},"b":{"_lt":2}}')?.conditions.length, 2)
})
