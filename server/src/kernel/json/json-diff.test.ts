import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffJson } from './json-diff.ts'

test('every difference is reported with its path', () => {
  const before = { a: 1, b: { c: [1, 2] }, 'd/e': 'x', gone: true }
  const after = { a: '1', b: { c: [1, 3] }, 'd/e': 'y', fresh: null }
  assert.deepEqual(diffJson(before, after), [
    { path: '/a', kind: 'type', before: 1, after: '1' },
    { path: '/b/c/1', kind: 'changed', before: 2, after: 3 },
    { path: '/d~1e', kind: 'changed', before: 'x', after: 'y' },
    { path: '/gone', kind: 'removed', before: true },
    { path: '/fresh', kind: 'added', after: null },
  ])
})

test('equal values have none, and there are never more than the limit', () => {
  assert.deepEqual(diffJson({ a: [1] }, { a: [1] }), [])
  const long = (sign: number) => Array.from({ length: 50 }, (_, i) => i * sign + sign)
  assert.equal(diffJson(long(1), long(-1), 5).length, 5)
})

test('a difference far inside is found once, and equal lists of objects have none', () => {
  const deep = (depth: number, leaf: number): unknown =>
    depth === 0 ? leaf : { a: deep(depth - 1, leaf), b: [{}] }
  assert.deepEqual(diffJson(deep(3, 1), deep(3, 2)), [
    { path: '/a/a/a', kind: 'changed', before: 1, after: 2 },
  ])
  assert.deepEqual(diffJson([{ a: [] }, {}], [{ a: [] }, {}]), [])
})
