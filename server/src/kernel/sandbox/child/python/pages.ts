/** The memory of an interpreter, seen in pages against the image from which all of them start. */
export const pageBytes = 4096

/**
 * The pages of the memory that are not as in the image, with their numbers; what lies beyond the image was zero. Whole
 * runs of pages are compared first, as most have not changed.
 */
export function pagesBeside(memory: Uint8Array, image: Uint8Array): Buffer {
  const now = asBuffer(memory)
  const original = asBuffer(image)
  const pages: number[] = []
  const isSame = (from: number, to: number) =>
    from >= original.length
      ? now.compare(zeros, 0, to - from, from, to) === 0
      : now.compare(original, from, to, from, to) === 0
  for (let from = 0; from < memory.length; from += runBytes) {
    const end = Math.min(from + runBytes, memory.length)
    if (isSame(from, end)) continue
    for (let at = from; at < end; at += pageBytes) if (!isSame(at, at + pageBytes)) pages.push(at / pageBytes)
  }
  return packPages(memory, pages)
}

// Memories and images are multiples of it.
const runBytes = 65_536
const zeros = new Uint8Array(runBytes)

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** How many there are, their numbers, their contents. */
function packPages(memory: Uint8Array, pages: readonly number[]): Buffer {
  const packed = Buffer.allocUnsafe(4 + pages.length * (4 + pageBytes))
  packed.writeUInt32LE(pages.length, 0)
  for (const [index, page] of pages.entries()) {
    packed.writeUInt32LE(page, 4 + index * 4)
    const content = memory.subarray(page * pageBytes, (page + 1) * pageBytes)
    packed.set(content, 4 + pages.length * 4 + index * pageBytes)
  }
  return packed
}

export function unpackPages(packed: Buffer, memory: Uint8Array): void {
  const count = packed.readUInt32LE(0)
  for (let index = 0; index < count; index++) {
    const at = 4 + count * 4 + index * pageBytes
    memory.set(packed.subarray(at, at + pageBytes), packed.readUInt32LE(4 + index * 4) * pageBytes)
  }
}
