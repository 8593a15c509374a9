import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readValue, textOf } from './cell-values.ts'

it('reads a text as what its field is, and leaves nonsense to the server', () => {
  assert.equal(readValue('', 'number'), null)
  assert.equal(readValue('1.5', 'number'), 1.5)
  assert.equal(readValue('many', 'integer'), 'many')
  assert.equal(readValue('false', 'boolean'), false)
  assert.deepEqual(readValue('{"a":[1]}', 'json'), { a: [1] })
  assert.throws(() => readValue('{', 'json'))
  assert.equal(readValue('007', 'text'), '007')
})

it('guesses only for undeclared fields', () => {
  assert.deepEqual(
    ['12', '007', 'true', '{broken', '[1]'].map((text) => readValue(text, null)),
    [12, '007', true, '{broken', [1]],
  )
})

it('writes every value in one line', () => {
  assert.deepEqual([null, 0, false, { a: 1 }].map(textOf), ['', '0', 'false', '{"a":1}'])
})
