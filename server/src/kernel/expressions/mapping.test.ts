import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkMapping, compileMapping, MappingError, typeOfSchema } from './index.ts'

const roots = { input: { id: 7, tags: ['a', 'b'] } }

describe('a mapping', () => {
  test('is JSON whose texts are templates', () => {
    const mapping = {
      to: 'Order {{ input.id }}',
      tags: '{{ input.tags }}',
      deep: [{ n: '{{ input.id + 1 }}' }, 5, null],
      '{{ key }}': true,
    }
    assert.deepEqual(compileMapping(mapping).evaluate({ roots, now: 0 }), {
      to: 'Order 7',
      tags: ['a', 'b'],
      deep: [{ n: 8 }, 5, null],
      '{{ key }}': true,
    })
  })
  test('does not evaluate what a value says', () => {
    const text = '{{ input.secret }} {{ 1 + 1 }}'
    const hostile = { input: { text, secret: 'hidden' } }
    const mapping = { alone: '{{ input.text }}', within: 'It said: {{ input.text }}' }
    assert.deepEqual(compileMapping(mapping).evaluate({ roots: hostile, now: 0 }), {
      alone: text,
      within: `It said: ${text}`,
    })
  })
  test('treats names that are special in JavaScript as plain names', () => {
    const filled = compileMapping(JSON.parse('{"__proto__": "{{ input.id }}"}')).evaluate({
      roots,
      now: 0,
    }) as object
    assert.equal(JSON.stringify(filled), '{"__proto__":7}')
    assert.equal(Object.getPrototypeOf(filled), Object.prototype)
  })
  test('says where in it a template fails', () => {
    const atPath = (path: unknown) => (error: unknown) =>
      error instanceof MappingError && assert.deepEqual(error.path, path) === undefined
    assert.throws(() => compileMapping({ a: ['{{ 1 + }}'] }), atPath(['a', 0]))
    const mapping = compileMapping({ a: 1, b: { c: 'x{{ input.id.trim() }}' } })
    assert.throws(() => mapping.evaluate({ roots, now: 0 }), atPath(['b', 'c']))
  })
  test('has one budget for all its templates', () => {
    const one = '{{ range(1000).map(x => x + 1).length }}'
    assert.deepEqual(compileMapping({ one }).evaluate({ roots, now: 0 }), { one: 1000 })
    const many = compileMapping(Array.from({ length: 50 }, () => one))
    assert.throws(() => many.evaluate({ roots, now: 0 }), { code: 'fuel_exceeded' })
  })
  test('is checked whole', () => {
    const types = {
      input: typeOfSchema({
        type: 'object',
        properties: { id: { type: 'number' } },
        required: ['id'],
        additionalProperties: false,
      }),
    }
    const problems = checkMapping(
      { a: '{{ input.ix }}', b: [{ c: '{{ inpt }} {{ input.id.trim() }}' }], d: 'ok' },
      { roots: types },
    )
    assert.deepEqual(
      problems.map(({ path, code }) => [path, code]),
      [
        [['a'], 'unknown_field'],
        [['b', 0, 'c'], 'unknown_name'],
        [['b', 0, 'c'], 'type_mismatch'],
      ],
    )
  })
})
