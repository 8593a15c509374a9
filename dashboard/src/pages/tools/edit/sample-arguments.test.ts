import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sampleArguments } from './sample-arguments.ts'

it('gives a value to each argument that must be there', () => {
  const schema = {
    type: 'object',
    properties: { n: { type: 'number' }, unit: { enum: ['km', 'mi'] }, left: { type: 'string' } },
    required: ['n', 'unit'],
  }
  assert.deepEqual(JSON.parse(sampleArguments(JSON.stringify(schema))), { n: 1, unit: 'km' })
})

it('begins with nothing where the schema is not JSON yet', () => {
  assert.equal(sampleArguments('{'), '{}')
})
