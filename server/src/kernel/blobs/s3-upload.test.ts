import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { partSizeFor, slice } from './s3-upload.ts'

async function* inChunks(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

describe('slice', () => {
  const size = 300_000
  for (const length of [0, 1, 65_536, 65_537, size - 1, size, size + 1, 3 * size, 3 * size + 1]) {
    it(`cuts ${length} bytes into full parts and a last one`, async () => {
      const content = randomBytes(length)
      for (const chunkSize of [1000, 65_536, 1_000_000]) {
        const parts: Buffer[] = []
        const last: boolean[] = []
        for await (const { bytes, isLast } of slice(inChunks(content, chunkSize), size)) {
          parts.push(Buffer.from(bytes))
          last.push(isLast)
        }
        assert.deepEqual(Buffer.concat(parts), content)
        assert.equal(parts.length, Math.max(1, Math.ceil(length / size)))
        assert.ok(parts.slice(0, -1).every((part) => part.length === size))
        assert.deepEqual(last, [...Array<boolean>(parts.length - 1).fill(false), true])
      }
    })
  }
})

describe('partSizeFor', () => {
  it('keeps large contents within ten thousand parts', () => {
    assert.equal(partSizeFor(undefined), 5 * 1024 * 1024)
    assert.equal(partSizeFor(1000), 5 * 1024 * 1024)
    const huge = 1024 ** 4
    assert.ok(huge / partSizeFor(huge) <= 10_000)
  })
})
