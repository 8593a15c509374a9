/** The memory of an interpreter, seen in pages against the image from which all of them start. */
export const pageBytes = 4096

/** Two numbers for every page of the image; a page whose numbers agree is taken to be the same. */
export type PageSums = Uint32Array

/**
 * Sums instead of a copy of the image: a copy would cost every process 30 MB for something that is needed once in a
 * while. 64 bits make a chance agreement of two pages less likely than a fault of the memory.
 */
export function sumPages(memory: Uint8Array): PageSums {
  const count = Math.ceil(memory.length / pageBytes)
  const sums = new Uint32Array(count * 2)
  const words = wordsOf(memory)
  for (let page = 0; page < count; page++) sumPage(words, page, sums)
  return sums
}

const wordsPerPage = pageBytes / 4

function sumPage(words: Int32Array, page: number, into: Uint32Array): void {
  const from = page * wordsPerPage
  const to = Math.min(from + wordsPerPage, words.length)
  let a = 0x9e3779b9 | 0
  let b = 0x85ebca6b | 0
  for (let at = from; at < to; at++) {
    const word = words[at]!
    a = Math.imul(a ^ word, 0x01000193)
    b = Math.imul((b << 5) | (b >>> 27), 0x27d4eb2d) ^ word
    a ^= b >>> 15
  }
  into[page * 2] = a
  into[page * 2 + 1] = b
}

const wordsOf = (memory: Uint8Array) => new Int32Array(memory.buffer, memory.byteOffset, memory.length >> 2)

const zeroSums = sumPages(new Uint8Array(pageBytes))

/** The pages that are not as in the image; what lies beyond it was zero. */
export function changedPages(memory: Uint8Array, image: PageSums): number[] {
  const words = wordsOf(memory)
  const found: number[] = []
  const sum = new Uint32Array(2)
  for (let page = 0; page < memory.length / pageBytes; page++) {
    sumPage(words.subarray(page * wordsPerPage, (page + 1) * wordsPerPage), 0, sum)
    const isInImage = page * 2 < image.length
    const a = isInImage ? image[page * 2] : zeroSums[0]
    const b = isInImage ? image[page * 2 + 1] : zeroSums[1]
    if (sum[0] !== a || sum[1] !== b) found.push(page)
  }
  return found
}

export const pagesOf = (memory: Uint8Array, pages: readonly number[]): [number, Uint8Array][] =>
  pages.map((page) => [page, memory.subarray(page * pageBytes, (page + 1) * pageBytes)])

/** Numbers and contents of some pages. */
export function packPages(pages: readonly (readonly [page: number, content: Uint8Array])[]): Buffer {
  const packed = Buffer.allocUnsafe(4 + pages.length * (4 + pageBytes))
  packed.writeUInt32LE(pages.length, 0)
  for (const [index, [page, content]] of pages.entries()) {
    packed.writeUInt32LE(page, 4 + index * 4)
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
