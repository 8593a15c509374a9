import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storableJson } from './json.ts'

test('what PostgreSQL cannot keep is replaced, and nothing else', () => {
  const cases: [unknown, unknown][] = [
    ['a\u0000b', 'a\ufffdb'],
    ['\u0000\u0000', '\ufffd\ufffd'],
    // Text that only looks like it: a backslash, then letters.
    ['\\u0000', '\\u0000'],
    ['\\\u0000', '\\\ufffd'],
    [{ '\u0000': ['\\\\\u0000'] }, { '\ufffd': ['\\\\\ufffd'] }],
    ['\ud83d', '\ufffd'],
    ['\ude00x', '\ufffdx'],
    ['😀', '😀'],
    [undefined, null],
    [() => 1, null],
  ]
  for (const [input, stored] of cases) assert.deepEqual(JSON.parse(storableJson(input)), stored)
})
