import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { openObject } from './shapes.ts'

const record = z.record(z.string(), z.unknown())
const derived: Record<string, z.ZodType> = {
  'the shape itself': openObject(),
  'with a description': openObject().describe('Any fields.'),
  'with an id': openObject().meta({ id: 'AnyFields' }),
  'with a rule': openObject().refine((fields) => Object.keys(fields).length < 5),
  optional: openObject().describe('Any fields.').nullish(),
}

for (const [name, schema] of Object.entries(derived)) {
  test(`an object with any fields is not copied: ${name}`, () => {
    for (const value of [{}, { a: 1, b: { c: [null] } }, Object.create(null)])
      assert.equal(schema.parse(value), value)
  })

  test(`values that are no objects are refused as by a record: ${name}`, () => {
    for (const value of ['text', 1, true, [], [{}]])
      assert.deepEqual(schema.safeParse(value).error?.issues, record.safeParse(value).error?.issues)
  })

  test(`a field that would be a prototype is left out, as by a record: ${name}`, () => {
    const value: unknown = JSON.parse('{"__proto__":{"isAdmin":true},"a":1}')
    assert.deepEqual(schema.parse(value), { a: 1 })
    assert.deepEqual(record.parse(value), { a: 1 })
  })
}

test('rules of an object with any fields are checked', () => {
  assert.equal(derived['with a rule']!.safeParse({ a: 1, b: 2, c: 3, d: 4, e: 5 }).success, false)
})

test('an object with any fields is described as a record', () => {
  assert.deepEqual(z.toJSONSchema(openObject()), z.toJSONSchema(record))
})
