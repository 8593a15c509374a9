import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsByName, formFields } from './form-fields.ts'

test('fields are read as URLSearchParams reads them', () => {
  const forms = [
    'a=1&b=two+words&c=%C3%BC',
    'a&=b&c=&&d=e=f',
    'a=%&b=%zz&c=%4',
    'bad=%ff%fe',
    '%61%3D=%26',
    '',
    '__proto__=x&constructor=y',
  ]
  for (const form of forms) assert.deepEqual(formFields(form), [...new URLSearchParams(form)], form)
})

test('a name that comes several times has a list, also one that objects have by themselves', () => {
  const fields = fieldsByName(formFields('a=1&a=2&a=3&b=1&__proto__=x')!)
  assert.deepEqual(Object.entries(fields), [
    ['a', ['1', '2', '3']],
    ['b', '1'],
    ['__proto__', 'x'],
  ])
  assert.equal(Object.getPrototypeOf(fields), Object.prototype)
})

test('null for more than 1,000 fields', () => {
  assert.equal(formFields('a&'.repeat(999))?.length, 999)
  assert.equal(formFields('a&'.repeat(500_000)), null)
})
