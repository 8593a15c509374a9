import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { changedPages, pageBytes, unpackPages } from './pages.ts'

const wasmPage = 65_536

test('only the pages that differ are stored, and they restore the memory', () => {
  const image = new Uint8Array(randomBytes(2 * wasmPage))
  const memory = new Uint8Array(4 * wasmPage)
  memory.set(image)
  memory[3 * pageBytes + 17]! ^= 1
  memory[2 * wasmPage - 1]! ^= 0x80
  memory[3 * wasmPage + 9] = 5
  const [packed, ...more] = changedPages(memory, image) as unknown as [Buffer]
  assert.equal(more.length, 0)
  assert.equal(packed.readUInt32LE(0), 3)
  assert.deepEqual(
    [4, 8, 12].map((at) => packed.readUInt32LE(at)),
    [3, 31, 48],
  )
  const other = new Uint8Array(4 * wasmPage)
  other.set(image)
  unpackPages(packed, other)
  assert.deepEqual(other, memory)
})

test('a memory that is as the image has no pages to keep', () => {
  const image = new Uint8Array(randomBytes(wasmPage))
  const memory = new Uint8Array(2 * wasmPage)
  memory.set(image)
  assert.deepEqual([...changedPages(memory, image)], [])
})

test('many pages come in several pieces', () => {
  const image = new Uint8Array(0)
  const memory = new Uint8Array(randomBytes(128 * wasmPage))
  const pieces = [...changedPages(memory, image)]
  assert.ok(pieces.length > 1)
  const other = new Uint8Array(memory.length)
  for (const piece of pieces) unpackPages(piece, other)
  assert.deepEqual(other, memory)
})
