import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createValidator, type Schema } from './json-schema.ts'

const root = { defs: { name: { type: 'string', maxLength: 3 } } }
const faultsOf = createValidator(root)

describe('The validator behind the OpenAPI tests', () => {
  const cases: [schema: Schema, fitting: unknown, breaking: unknown][] = [
    [{ type: 'integer' }, 3, 3.5],
    [{ type: ['string', 'null'] }, null, 1],
    [{ const: true }, true, false],
    [{ enum: ['a', 'b'] }, 'b', 'c'],
    [{ format: 'uuid' }, '0199f1a0-0000-7000-8000-000000000001', '0199f1a0'],
    [{ format: 'date-time' }, '2026-01-02T03:04:05.678Z', '2026-01-02'],
    [{ pattern: '^a+$' }, 'aa', 'ab'],
    [{ maxLength: 1 }, '🦉', 'ab'],
    [{ minItems: 1 }, [1], []],
    [{ minimum: 1, maximum: 2 }, 2, 3],
    [{ exclusiveMinimum: 1 }, 2, 1],
    [{ multipleOf: 0.000001 }, 0.1, 0.0000001],
    [{ required: ['a'] }, { a: 1 }, { b: 1 }],
    [{ properties: { a: { type: 'string' } } }, { a: 'x' }, { a: 1 }],
    [{ properties: { a: {} }, additionalProperties: false }, { a: 1 }, { a: 1, b: 2 }],
    [{ items: { type: 'number' } }, [1], ['x']],
    [{ allOf: [{ type: 'number' }, { minimum: 1 }] }, 1, 0],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, null, 'x'],
    [{ oneOf: [{ type: 'number' }, { minimum: 5 }] }, 1, 6],
    [{ $ref: '#/defs/name' }, 'abc', 'abcd'],
  ]

  it('accepts what fits and reports what does not, for every keyword', () => {
    for (const [schema, fitting, breaking] of cases) {
      assert.deepEqual(faultsOf(schema, fitting), [], JSON.stringify(schema))
      assert.notDeepEqual(faultsOf(schema, breaking), [], JSON.stringify(schema))
    }
  })

  it('reports the path of a fault', () => {
    const schema = { properties: { list: { items: { required: ['id'] } } } }
    assert.deepEqual(faultsOf(schema, { list: [{ id: 1 }, {}] }), ['/list/1/id is missing'])
  })

  it('reports keywords, formats and references that it does not know', () => {
    assert.notDeepEqual(faultsOf({ unevaluatedItems: false }, []), [])
    assert.notDeepEqual(faultsOf({ format: 'shoe-size' }, 'x'), [])
    assert.throws(() => faultsOf({ $ref: '#/defs/unknown' }, 'x'), /leads nowhere/)
  })
})
