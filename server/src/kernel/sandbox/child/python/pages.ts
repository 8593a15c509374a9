/** The memory of an interpreter, seen in pages against the image from which all of them start. */
export const pageBytes = 4096

/**
 * The pages of the memory that are not as in the image, with their numbers, some at a time; what lies beyond the image
 * was zero. Whole runs of pages are compared first, as most have not changed.
 */
export function* changedPages(memory: Uint8Array, image: Uint8Array): Generator<Buffer> {
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
  for (let from = 0; from < pages.length; from += pagesPerSlice)
    yield packPages(memory, image, pages.slice(from, from + pagesPerSlice))
}

const pagesPerSlice = 1000

// Memories and images are multiples of it.
const runBytes = 65_536
const zeros = new Uint8Array(runBytes)

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/**
 * How many there are, their numbers, and what each differs by: most pages differ in a few counters only, and what is
 * left of them is nearly nothing once it is compressed.
 */
function packPages(memory: Uint8Array, image: Uint8Array, pages: readonly number[]): Buffer {
  const words = new Int32Array(1 + pages.length * (1 + pageWords))
  const [now, original] = [wordsOf(memory), wordsOf(image)]
  words[0] = pages.length
  words.set(pages, 1)
  let to = 1 + pages.length
  for (const page of pages) {
    const from = page * pageWords
    const isBeyond = from >= original.length
    for (let at = from; at < from + pageWords; at++)
      words[to++] = isBeyond ? now[at]! : now[at]! ^ original[at]!
  }
  return Buffer.from(words.buffer)
}

/** Makes the memory, which must be as the image, what it was when the pages were packed. */
export function unpackPages(packed: Buffer, memory: Uint8Array): void {
  // Where it was cut out of something larger, its words may not lie where words can be read.
  const words = wordsOf(packed.byteOffset % 4 === 0 ? packed : new Uint8Array(packed))
  const now = wordsOf(memory)
  const count = words[0]!
  let from = 1 + count
  for (let index = 1; index <= count; index++) {
    const start = words[index]! * pageWords
    for (let at = start; at < start + pageWords; at++) now[at]! ^= words[from++]!
  }
}

const pageWords = pageBytes / 4

const wordsOf = (bytes: Uint8Array) => new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
