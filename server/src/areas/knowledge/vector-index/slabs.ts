import { openKernels } from '../../../kernel/simd/kernels.ts'

// Small collections are the most common: one slab of 512 dimensions takes 1.2 MB.
export const slabRows = 2_048
const pageBytes = 64 * 1024
const wholePages = (bytes: number) => Math.ceil(bytes / pageBytes) * pageBytes

/**
 * Rows of an index in one memory of the kernels, which grows by slabs. A row has a signed byte and a bit for each dimension, a
 * scale, and 64 times the sum of its bytes. In front of the slabs are the query and what a scan needs.
 */
export function createSlabs(dimensions: number) {
  // Whole vectors of 16 bytes, also for the bits.
  const width = Math.ceil(dimensions / 128) * 128
  const bitWidth = width / 8
  const query = 64
  const queryBits = query + width
  const histogram = queryBits + bitWidth
  const scores = histogram + (width + 4) * 4
  const found = scores + slabRows * 4
  const head = wholePages(found + slabRows * 4)
  const codes = 0
  const bits = slabRows * width
  const scales = bits + slabRows * bitWidth
  const offsets = scales + slabRows * 4
  const distances = offsets + slabRows * 4
  const slabBytes = wholePages(distances + slabRows * 2)

  const memory = new WebAssembly.Memory({ initial: head / pageBytes, maximum: 65_536 })
  const kernels = openKernels(memory)
  let slabs = 0
  const viewsOf = () => ({
    signed: new Int8Array(memory.buffer),
    bytes: new Uint8Array(memory.buffer),
    floats: new Float32Array(memory.buffer),
    ints: new Int32Array(memory.buffer),
  })
  let views = viewsOf()
  const slabAt = (slab: number) => head + slab * slabBytes
  const place = (row: number) => ({ slab: slabAt(Math.floor(row / slabRows)), at: row % slabRows })

  return {
    width,
    bitWidth,
    kernels,
    query,
    queryBits,
    histogram,
    scores,
    found,
    /** Replaced when the memory grows. */
    views: () => views,
    byteLength: () => memory.buffer.byteLength,
    capacity: () => slabs * slabRows,
    grow(): void {
      memory.grow(slabBytes / pageBytes)
      slabs++
      views = viewsOf()
    },
    codesOf(row: number): number {
      const { slab, at } = place(row)
      return slab + codes + at * width
    },
    bitsOf(row: number): number {
      const { slab, at } = place(row)
      return slab + bits + at * bitWidth
    },
    /** Index of a number in `floats`. */
    scaleOf(row: number): number {
      const { slab, at } = place(row)
      return (slab + scales) / 4 + at
    },
    /** Index of a number in `ints`. */
    offsetOf(row: number): number {
      const { slab, at } = place(row)
      return (slab + offsets) / 4 + at
    },
    distancesOf: (row: number): number => place(row).slab + distances,
  }
}
