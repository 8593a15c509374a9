import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBoundedWork } from './bounded-work.ts'
import { schemaBounds } from './check-schema.ts'
import { createJsonSchemas } from './json-schemas.ts'

const schemas = createJsonSchemas()
const rulesOf = (schema: unknown) => schemas.faultsOf(schema).map(({ rule }) => rule)

describe('a check', () => {
  const person = {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, pattern: '^[a-z]+$' },
      age: { type: 'integer', minimum: 0 },
      kind: { enum: ['human', 'machine'], default: 'human' },
      mail: { type: 'string', format: 'email' },
      tags: { type: 'array', uniqueItems: true },
    },
  }
  const { check } = schemas.compile(person)

  test('fills in defaults in a copy and converts nothing', () => {
    const input = { name: 'ada' }
    assert.deepEqual(check(input), { value: { name: 'ada', kind: 'human' }, faults: [] })
    assert.deepEqual(input, { name: 'ada' })
    assert.equal(check({ name: 'ada', age: '3' }).faults[0]?.rule, 'type')
  })
  test('reports all errors with their paths', () => {
    const { faults } = check({
      age: -1,
      kind: 'x',
      mail: 'no',
      other: 1,
      tags: [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    })
    assert.deepEqual(faults.map(({ path, rule }) => `${path}:${rule}`).sort(), [
      ':additionalProperties',
      'age:minimum',
      'kind:enum',
      'mail:format',
      'name:required',
      'tags:uniqueItems',
    ])
  })
  test('knows the older word for definitions, and tuples', () => {
    const { check: old, warnings } = schemas.compile({
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { id: { type: 'integer' } },
      properties: { pair: { items: [{ $ref: '#/definitions/id' }] } },
    })
    assert.deepEqual(warnings, [])
    assert.equal(old({ pair: ['x'] }).faults[0]?.path, 'pair.0')
  })
})

describe('a schema of a user is refused', () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { properties: { a: nested(depth - 1) } })
  const wide = { properties: Object.fromEntries(Array.from({ length: 2500 }, (_, i) => [`p${i}`, {}])) }
  const cases: [string, unknown, string][] = [
    ['when it is no object', [], 'type'],
    ['when it is no schema', { type: 'strange' }, 'enum'],
    ['when a keyword has the wrong form', { properties: { a: { minLength: -1 } } }, 'minimum'],
    ['when it points outside', { properties: { a: { $ref: 'http://169.254.169.254/x' } } }, 'ref'],
    ['when it points to a file', { $ref: 'other.json#/a' }, 'ref'],
    ['when it points nowhere', { $ref: '#/$defs/none' }, 'schema'],
    ['when it looks around', { properties: { a: { pattern: '(?=a)b' } } }, 'pattern'],
    ['when a name refers back', { patternProperties: { '(a)\\1': {} } }, 'pattern'],
    ['when it is nested too deep', nested(60), 'maxDepth'],
    ['when it has too many parts', wide, 'maxNodes'],
    ['when it is too large', { description: 'x'.repeat(schemaBounds.bytes) }, 'maxBytes'],
    ['when it names a prototype', JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'), 'name'],
  ]
  for (const [title, schema, rule] of cases)
    test(title, () => assert.ok(rulesOf(schema).includes(rule), `${rulesOf(schema)} lacks ${rule}`))

  test('but not for a property that only has the name of a keyword', () =>
    assert.deepEqual(schemas.faultsOf({ properties: { pattern: { type: 'string' }, $ref: {} } }), []))
})

describe('a hostile schema holds no one up', () => {
  test('patterns that search forever elsewhere', () => {
    const { check } = schemas.compile({ properties: { a: { pattern: '^(a+)+$' } } })
    assert.equal(check({ a: `${'a'.repeat(5000)}!` }).faults[0]?.rule, 'pattern')
  })
  test('small ones whose patterns and formats go over a text again and again', () => {
    const text = `http://${':'.repeat(15_000)}`
    const urls = Array.from({ length: 60 }, () => ({ format: 'url' }))
    assert.deepEqual(
      schemas
        .compile({ allOf: urls })
        .check(text)
        .faults.map(({ rule }) => rule),
      ['cost'],
    )
  })
  test('references that double on every level', () => {
    const levels = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `l${i}`,
        { allOf: [1, 2].map(() => ({ $ref: `#/$defs/l${i + 1}` })) },
      ]),
    )
    const { check } = schemas.compile({ $ref: '#/$defs/l0', $defs: { ...levels, l40: { type: 'object' } } })
    assert.deepEqual(check({}).faults, [{ path: '', rule: 'cost', message: 'takes too long to validate' }])
  })
  test('a reference to itself', () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }
    assert.deepEqual(rulesOf(schema), ['schema'])
    assert.equal(schemas.compile(schema).warnings.length, 1)
  })
  test('a long list of which no two may be alike', () => {
    const { check } = schemas.compile({ properties: { a: { type: 'array', uniqueItems: true } } })
    const list = Array.from({ length: 50_000 }, (_, i) => i)
    assert.deepEqual(check({ a: list }).faults, [])
  })
  test('names of the prototype are data like any other', () => {
    const { check } = schemas.compile({ type: 'object', additionalProperties: { type: 'string' } })
    check(JSON.parse('{"__proto__":{"isAdmin":true}}'))
    assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined)
  })
})

describe('a schema of an outside service', () => {
  test('counts but for what cannot be checked', () => {
    const { check, warnings } = schemas.compile({
      properties: {
        a: { type: 'string', pattern: '(?!x)y' },
        b: { $ref: 'https://example.com/schema' },
        c: { type: 'number', minimum: 3, exclusiveMinimum: true },
      },
    })
    assert.equal(warnings.length, 2)
    assert.deepEqual(check({ a: 'x', b: 5, c: 3 }).faults, [])
    assert.equal(check({ a: 1 }).faults[0]?.path, 'a')
  })
  test('beyond the bounds is checked on its upper levels', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [`p${i}`, { type: 'string', minLength: 3 }]),
    )
    const { check, warnings } = schemas.compile({ properties, required: ['p1'] })
    assert.equal(warnings.length, 1)
    assert.deepEqual(
      check({ p0: 'x' }).faults.map(({ rule }) => rule),
      ['required'],
    )
  })
  test('that does not fit together is not checked', () => {
    const { check, warnings } = schemas.compile({ $ref: '#/components/none' })
    assert.equal(warnings.length, 1)
    assert.deepEqual(check({ any: 1 }).faults, [])
  })
})

describe('compiling that is broken off because others had the processor', () => {
  const withPatterns = {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`p${i}`, { type: 'string', pattern: `^[a-z]{1,${i + 1}}$` }]),
    ),
  }
  const within = createBoundedWork()
  const brokenOffFirst = createJsonSchemas({
    within: (budgetMs, work) => {
      try {
        return within(1, work)
      } catch {
        return within(budgetMs * 20, work)
      }
    },
  })

  test('is begun again, with the same result', () => {
    assert.deepEqual(brokenOffFirst.faultsOf(withPatterns), [])
    const { check, warnings } = brokenOffFirst.compile(withPatterns)
    assert.deepEqual(warnings, [])
    assert.deepEqual(
      check({ p1: 'abc' }).faults.map(({ path }) => path),
      ['p1'],
    )
  })
})
