import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alignColumns, sizeText } from './table.ts'

test('columns are aligned, without blanks at the end', () => {
  assert.deepEqual(
    alignColumns([
      ['ok', 'Node', '24'],
      ['FAIL', 'Database', 'gone'],
      ['', '', 'fix: start it'],
      ['a', ''],
    ]),
    ['ok    Node      24', 'FAIL  Database  gone', '                fix: start it', 'a'],
  )
})

test('sizes have a readable unit', () => {
  assert.deepEqual([0, 999, 1000, 12_345, 999_999, 123_456_789, 2.5e15].map(sizeText), [
    '0 B',
    '999 B',
    '1.0 kB',
    '12.3 kB',
    '1000 kB',
    '123 MB',
    '2500 TB',
  ])
})
