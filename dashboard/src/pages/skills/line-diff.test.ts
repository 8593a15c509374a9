import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineDiff } from './line-diff.ts'

const marks = { same: ' ', added: '+', removed: '-' }
const shown = (before: string, after: string) =>
  lineDiff(before, after).map((line) => (line ? `${marks[line.kind]}${line.text}` : '…'))

test('lines that are added, removed and changed, with what is around them', () => {
  assert.deepEqual(shown('a\nb\nc\n', 'a\nx\nc\n'), [' a', '-b', '+x', ' c'])
  assert.deepEqual(shown('a\nb', 'a\nnew\nb'), [' a', '+new', ' b'])
  assert.deepEqual(shown('', 'a\nb\n'), ['+a', '+b'])
  assert.deepEqual(shown('a\n', ''), ['-a'])
  assert.deepEqual(shown('a\r\nb\r\n', 'a\nb\n'), ['…'])
})

test('what is far from a change is left out', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`)
  const changed = lines.with(10, 'other')
  assert.deepEqual(shown(lines.join('\n'), changed.join('\n')), [
    '…',
    ' line 7',
    ' line 8',
    ' line 9',
    '-line 10',
    '+other',
    ' line 11',
    ' line 12',
    ' line 13',
    '…',
  ])
})

test('texts that differ everywhere are replaced as a whole', () => {
  const of = (word: string) => Array.from({ length: 2_000 }, (_, i) => `${word} ${i}`).join('\n')
  const lines = lineDiff(of('before'), of('after'))
  assert.equal(lines.length, 4_000)
  assert.deepEqual([lines[0]?.kind, lines.at(-1)?.kind], ['removed', 'added'])
})
