import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SchemaTooLarge, smallestJson } from './smallest-json.ts'

const list = (items: object) => ({ type: 'array', minItems: 1000, items })

test('a schema whose smallest value is too large is refused and not built', () => {
  const twice = {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/x' } },
  }
  const schemas = [
    list(list(list(list({ type: 'string' })))),
    { $defs: { x: twice }, ...twice },
    { type: 'string', minLength: 1e12 },
    { type: 'array', minItems: 1e12 },
    list({ type: 'string', minLength: 90_000 }),
    list({ const: 'x'.repeat(1000) }),
  ]
  for (const schema of schemas) assert.throws(() => smallestJson(schema), SchemaTooLarge)
})

test('what is no schema inside a schema means anything', () => {
  for (const schema of [
    { anyOf: [null] },
    { allOf: [null, 3] },
    { allOf: [{ required: 'a' }] },
    { type: 'array', minItems: -1 },
  ])
    assert.ok(JSON.stringify(smallestJson(schema)))
  assert.deepEqual(smallestJson({ type: 'string', minLength: -5 }), '')
})
