import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseCsv } from './csv.ts'

it('reads quotes that hold separators, line ends and quotes', () => {
  assert.deepEqual(parseCsv('\uFEFFname,note\r\n"Lovelace, Ada","said ""hi""\nand left"\r\n', 10), [
    ['name', 'note'],
    ['Lovelace, Ada', 'said "hi"\nand left'],
  ])
})

it('finds the separator in the first line', () => {
  assert.deepEqual(parseCsv('a;"x,y,z";c\n1;2;3', 10), [
    ['a', 'x,y,z', 'c'],
    ['1', '2', '3'],
  ])
  assert.deepEqual(parseCsv('a\tb\n1\t2', 10)[1], ['1', '2'])
})

it('stops at the number of rows, preserves empty cells and skips empty lines', () => {
  assert.deepEqual(parseCsv('a,b\n\n,\n1,2\n3,4', 3), [
    ['a', 'b'],
    ['', ''],
    ['1', '2'],
  ])
})
