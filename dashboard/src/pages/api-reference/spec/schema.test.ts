import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Schema } from './document.ts'
import { exampleOf } from './example.ts'
import { document } from './sample.ts'
import { fieldsOf, resolve } from './schema.ts'
import { limitsOf, typeLabel } from './schema-words.ts'

const thing = { $ref: '#/components/schemas/Thing' }

describe('the fields of a schema', () => {
  it('lists the fields one level at a time, however often a schema contains itself', () => {
    const names = (schema: Schema) => fieldsOf(document, schema).map((field) => field.name)
    assert.deepEqual(names(thing), ['name', 'parent', 'parts', 'labels'])
    const parent = fieldsOf(document, thing).find((field) => field.name === 'parent')!
    assert.deepEqual(names(parent.schema as Schema), ['name', 'parent', 'parts', 'labels'])
    const parts = fieldsOf(document, thing).find((field) => field.name === 'parts')!
    assert.deepEqual(names(parts.schema as Schema), ['name', 'parent', 'parts', 'labels'])
    assert.deepEqual(names({ type: 'object', additionalProperties: thing }), ['[any key]'])
  })

  it('knows what is required, also when it is put together by allOf', () => {
    const both = { allOf: [thing, { required: ['size'], properties: { size: { type: 'integer' } } }] }
    const required = fieldsOf(document, both).filter((field) => field.isRequired)
    assert.deepEqual(
      required.map((field) => field.name),
      ['name', 'size'],
    )
  })

  it('names alternatives after what distinguishes them', () => {
    const alternatives = fieldsOf(document, {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'text' }, text: { type: 'string' } } },
        thing,
        { title: 'Number', type: 'object', properties: { value: { type: 'number' } } },
        { type: 'object', properties: { other: {} } },
      ],
    })
    assert.deepEqual(
      alternatives.map((field) => field.name),
      ['kind: "text"', 'Thing', 'Number', 'option 4'],
    )
    assert.ok(alternatives.every((field) => field.isAlternative))
    assert.deepEqual(fieldsOf(document, { anyOf: [{ type: 'string' }, { type: 'number' }] }), [])
  })
})

describe('a schema in words', () => {
  it('says types in words', () => {
    const cases: [Schema, string][] = [
      [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
      [{ type: ['integer', 'null'] }, 'integer or null'],
      [{ anyOf: [thing, { type: 'null' }] }, 'object or null'],
      [{ type: 'array', items: thing }, 'array of object'],
      [
        { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        'string or array of string',
      ],
      [{ const: true }, 'true'],
      [{ enum: ['a', 'b'] }, 'string'],
      [{ type: 'string', format: 'binary' }, 'file'],
      [{ $ref: '#/components/schemas/Missing' }, 'any'],
      [{}, 'any'],
    ]
    for (const [schema, label] of cases) assert.equal(typeLabel(document, schema), label)
  })

  it('ends on references that lead in a circle', () => {
    const circle = {
      components: {
        schemas: { a: { $ref: '#/components/schemas/b' }, b: { $ref: '#/components/schemas/a' } },
      },
    }
    assert.deepEqual(resolve(circle, { $ref: '#/components/schemas/a' }).schema, {})
  })

  it('says limits in words and leaves out what says nothing', () => {
    assert.deepEqual(limitsOf({ minLength: 1, maxLength: 40 }), ['1 to 40 characters'])
    assert.deepEqual(limitsOf({ minimum: 0 }), ['at least 0'])
    assert.deepEqual(limitsOf({ maximum: 100, exclusiveMinimum: 0 }), ['at most 100', 'above 0'])
    assert.deepEqual(limitsOf({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }), [])
    assert.deepEqual(limitsOf({ format: 'uuid', pattern: '^.{36}$' }), [])
    assert.deepEqual(limitsOf({ pattern: '^a$' }), ['matches ^a$'])
  })

  it('makes examples: what is required for a body, everything for an answer, never without end', () => {
    assert.deepEqual(exampleOf(document, thing), { name: 'string' })
    const whole = exampleOf(document, thing, true) as { parent: { name: string }; labels: object }
    assert.equal(whole.parent.name, 'string')
    assert.deepEqual(whole.labels, {})
    assert.equal(exampleOf(document, { type: 'integer', minimum: 3 }), 3)
    assert.equal(exampleOf(document, { type: 'string', enum: ['b', 'a'] }), 'b')
  })
})
