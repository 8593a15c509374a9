import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filledLength, fillPlaceholders, placeholdersIn } from './placeholders.ts'

test('names are filled in, also twice; other braces and unknown names stay', () => {
  const template = '{{a}} {{ a }} {{b-1}} {{unknown}} {{ a.b }} {{{a}}} {a} {{}}'
  assert.deepEqual(placeholdersIn(template), ['a', 'b-1', 'unknown'])
  const filled = fillPlaceholders(template, { a: '1', 'b-1': '2' })
  assert.equal(filled, '1 1 2 {{unknown}} {{ a.b }} {1} {a} {{}}')
})

test('a value is text: it is not filled in again, and has no special letters', () => {
  const values = { a: '{{b}} $& $1', b: 'no' }
  assert.equal(fillPlaceholders('{{a}}', values), '{{b}} $& $1')
  assert.equal(fillPlaceholders('{{constructor}} {{__proto__}}', {}), '{{constructor}} {{__proto__}}')
})

test('the length is that of the filled text', () => {
  for (const [template, values] of [
    ['{{a}}{{a}} {{ b }} {{c}}', { a: 'xyz', b: '' }],
    ['', {}],
    ['none', { a: '1' }],
  ] as const)
    assert.equal(filledLength(template, values), fillPlaceholders(template, values).length)
  assert.equal(filledLength('{{a}}'.repeat(10_000), { a: 'x'.repeat(1_000_000) }), 10_000_000_000)
})
