import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type JsonSchema, meantBy, resolve, shapeOf, textOf } from './field-shape.ts'

const shape = (schema: JsonSchema, root: JsonSchema = {}) => shapeOf(resolve(schema, root), root)

it('has a different input for each type', () => {
  assert.deepEqual(shape({ type: 'string' }), { kind: 'text', isLong: false })
  assert.equal(shape({ type: 'integer' }).kind, 'number')
  assert.equal(shape({ type: ['boolean', 'null'] }).kind, 'boolean')
  assert.deepEqual(shape({ enum: ['a', 2, null] }), { kind: 'choice', options: ['a', 2] })
  assert.deepEqual(shape({ type: 'array', items: { enum: ['x'] } }), { kind: 'choices', options: ['x'] })
  assert.equal(shape({}).kind, 'value')
})

it('follows references, and sees through what may also be null', () => {
  const root = { $defs: { size: { type: 'number' } } }
  assert.equal(shape({ $ref: '#/$defs/size' }, root).kind, 'number')
  assert.equal(shape({ anyOf: [{ $ref: '#/$defs/size' }, { type: 'null' }] }, root).kind, 'number')
  assert.deepEqual(shape({ oneOf: [{ const: 'on' }, { const: 'off' }] }), {
    kind: 'choice',
    options: ['on', 'off'],
  })
  assert.equal(shape({ anyOf: [{ type: 'string' }, { type: 'number' }] }).kind, 'value')
})

it('leaves to JSON what a form cannot show', () => {
  assert.equal(shape({ type: 'object', additionalProperties: { type: 'number' } }).kind, 'json')
  assert.equal(shape({ anyOf: [{ type: 'string' }, { type: 'object' }] }).kind, 'json')
  assert.equal(shape({ type: 'array', items: [{ type: 'string' }] }).kind, 'json')
})

it('ends where a schema refers to itself', () => {
  const root = { $ref: '#' }
  assert.equal(shape(root, root).kind, 'value')
  const node = { type: 'object', properties: { next: { $ref: '#' } } }
  assert.equal(
    shapeOf(resolve({ $ref: '#/properties/next' }, { ...node, $ref: undefined }), node, '', 9).kind,
    'value',
  )
})

it('puts together what must all hold', () => {
  const both = shape({
    allOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { type: 'object', properties: { b: { type: 'number' } } },
    ],
  })
  assert.deepEqual(both.kind === 'object' && both.fields.map(({ name, isRequired }) => [name, isRequired]), [
    ['a', true],
    ['b', false],
  ])
})

it('reads letters as JSON only where they are', () => {
  assert.deepEqual(['', '42', 'true', '[1]', 'C0123', '12 apples', '{broken'].map(meantBy), [
    undefined,
    42,
    true,
    [1],
    'C0123',
    '12 apples',
    '{broken',
  ])
  assert.deepEqual([undefined, 'a', 3, [1]].map(textOf), ['', 'a', '3', '[1]'])
})
