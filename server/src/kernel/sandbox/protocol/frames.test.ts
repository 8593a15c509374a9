import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFrameReader, encodeFrame, type Frame, maxBodyBytes, maxHeaderBytes } from './frames.ts'

const bytesOf = (header: unknown, body: Uint8Array | null = null) => Buffer.concat(encodeFrame(header, body))

function readAll(chunks: readonly Buffer[]): Frame[] {
  const frames: Frame[] = []
  const read = createFrameReader((frame) => frames.push(frame))
  for (const chunk of chunks) read(chunk)
  return frames
}

test('frames come out whole, however the bytes are cut', () => {
  const sent = [
    { header: { a: 'é' }, body: Buffer.from('body') },
    { header: [1], body: null },
  ]
  const bytes = Buffer.concat(sent.map(({ header, body }) => bytesOf(header, body)))
  for (const size of [1, 2, 7, 8, 9, 64, bytes.length]) {
    const chunks = []
    for (let at = 0; at < bytes.length; at += size) chunks.push(Buffer.from(bytes.subarray(at, at + size)))
    assert.deepEqual(readAll(chunks), sent, `pieces of ${size}`)
  }
})

test('an incomplete frame is waited for', () => {
  assert.deepEqual(readAll([bytesOf({ a: 1 }, Buffer.from('xyz')).subarray(0, -1)]), [])
})

test('lengths that no one of ours would send are refused', () => {
  const prefix = (header: number, body: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt32LE(header, 0)
    bytes.writeUInt32LE(body, 4)
    return bytes
  }
  for (const bad of [prefix(0, 0), prefix(maxHeaderBytes + 1, 0), prefix(2, maxBodyBytes + 1)])
    assert.throws(() => readAll([bad]), /bad length/)
  assert.throws(() => readAll([Buffer.concat([prefix(3, 0), Buffer.from('{x}')])]), SyntaxError)
})
