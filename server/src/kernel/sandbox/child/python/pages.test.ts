import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { changedPages, packPages, pageBytes, pagesOf, sumPages, unpackPages } from './pages.ts'

test('only the pages that differ are kept, and make the memory whole again', () => {
  const image = new Uint8Array(randomBytes(8 * pageBytes))
  const memory = new Uint8Array(10 * pageBytes)
  memory.set(image)
  memory[3 * pageBytes + 17]! ^= 1
  memory[9 * pageBytes] = 5
  const changed = changedPages(memory, sumPages(image))
  assert.deepEqual(changed, [3, 9])
  const other = new Uint8Array(10 * pageBytes)
  other.set(image)
  unpackPages(packPages(pagesOf(memory, changed)), other)
  assert.deepEqual(other, memory)
})

test('swapped words and single bits are noticed wherever they are', () => {
  const image = new Uint8Array(randomBytes(pageBytes))
  const sums = sumPages(image)
  for (let at = 0; at < pageBytes; at += 61) {
    const memory = image.slice()
    memory[at]! ^= 0x80
    assert.deepEqual(changedPages(memory, sums), [0], `byte ${at}`)
  }
  const words = new Uint32Array(image.slice().buffer)
  const [first, second] = [words[10]!, words[11]!]
  words[10] = second
  words[11] = first
  assert.deepEqual(changedPages(new Uint8Array(words.buffer), sums), [0])
})
