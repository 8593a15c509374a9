import assert from 'node:assert/strict'
import { it } from 'node:test'
import { exampleRow } from './example-row.ts'

it('fills the first fields and all required ones with values of their type', () => {
  const field = (name: string, type: 'text' | 'integer' | 'relation' | 'select', more = {}) => ({
    name,
    type,
    required: false,
    ...more,
  })
  assert.deepEqual(exampleRow([]), { name: 'Ada' })
  assert.deepEqual(
    exampleRow([
      field('title', 'text'),
      field('owner', 'relation'),
      field('count', 'integer', { min: 10 }),
      field('note', 'text'),
      field('state', 'select', { required: true, options: ['open', 'done'] }),
    ]),
    { title: 'Example', count: 10, state: 'open' },
  )
})
