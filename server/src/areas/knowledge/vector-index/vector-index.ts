import { createNearest, type ScoredRow } from './nearest.ts'
import { createSlabs, slabRows } from './slabs.ts'

export type VectorQuery = {
  vector: Float32Array
  limit: number
  /** Rows that may be found. */
  isAllowed(row: number): boolean
  /** How many rows those are, roughly. */
  allowedRows: number
}

// Below it all bytes are compared: that takes a millisecond and loses nothing.
const defaultBitsFrom = 20_000
// So few allowed rows are compared one by one: a filter never costs recall.
const fewRows = 3_000
// Texts that are almost the same have almost the same bits: many of them must fit.
const leastCandidates = 2_000

/**
 * Vectors of unit length by row, in memory: bits find candidates, signed bytes order them. Scores are cosines, right to about a
 * hundredth; callers compute the exact ones for the first of them from what is stored.
 */
export function createVectorIndex(dimensions: number, { bitsFrom = defaultBitsFrom } = {}) {
  const slabs = createSlabs(dimensions)
  const { kernels, width, bitWidth } = slabs
  let rows = 0
  let has = new Uint8Array(0)

  function setQuery(vector: Float32Array): number {
    const { bytes } = slabs.views()
    let peak = 0
    for (const value of vector) peak = Math.max(peak, Math.abs(value))
    const factor = 63 / (peak || 1)
    bytes.fill(64, slabs.query, slabs.query + width)
    bytes.fill(0, slabs.queryBits, slabs.queryBits + bitWidth)
    for (let i = 0; i < dimensions; i++) {
      bytes[slabs.query + i] = Math.round(vector[i]! * factor) + 64
      if (vector[i]! > 0) bytes[slabs.queryBits + (i >> 3)]! |= 1 << (i & 7)
    }
    return peak / 63
  }

  /** The cosine of the row whose dot product is `at` among those that were scanned last. */
  function scoreAt(row: number, at: number, queryScale: number): number {
    const { floats, ints } = slabs.views()
    const product = ints[slabs.scores / 4 + at]! - ints[slabs.offsetOf(row)]!
    return product * floats[slabs.scaleOf(row)]! * queryScale
  }

  function scoreOf(row: number, queryScale: number): number {
    kernels.scanBytes(slabs.query, slabs.codesOf(row), 1, width, slabs.scores)
    return scoreAt(row, 0, queryScale)
  }

  function* slabsInUse(): Generator<{ first: number; count: number }> {
    for (let first = 0; first < rows; first += slabRows)
      yield { first, count: Math.min(slabRows, rows - first) }
  }

  function scanAll({ limit, isAllowed }: VectorQuery, queryScale: number): ScoredRow[] {
    const nearest = createNearest(limit)
    for (const { first, count } of slabsInUse()) {
      kernels.scanBytes(slabs.query, slabs.codesOf(first), count, width, slabs.scores)
      for (let i = 0; i < count; i++) {
        const score = scoreAt(first + i, i, queryScale)
        if (score > nearest.least() && has[first + i] === 1 && isAllowed(first + i))
          nearest.offer(first + i, score)
      }
    }
    return nearest.best()
  }

  function scanFew({ limit, isAllowed }: VectorQuery, queryScale: number): ScoredRow[] {
    const nearest = createNearest(limit)
    for (let row = 0; row < rows; row++)
      if (has[row] === 1 && isAllowed(row)) nearest.offer(row, scoreOf(row, queryScale))
    return nearest.best()
  }

  /** The distance within which there are so many rows that the allowed ones among them are enough. */
  function distanceFor({ allowedRows }: VectorQuery): number {
    const { ints } = slabs.views()
    const share = Math.max(0.02, Math.min(1, allowedRows / rows))
    const needed = Math.ceil(Math.max(leastCandidates, 1.6 * Math.sqrt(rows)) / share)
    let sum = 0
    for (let distance = 0; distance < width; distance++) {
      sum += ints[slabs.histogram / 4 + distance]!
      if (sum >= needed) return distance
    }
    return width
  }

  function scanCandidates(query: VectorQuery, queryScale: number): ScoredRow[] {
    const { ints } = slabs.views()
    ints.fill(0, slabs.histogram / 4, slabs.histogram / 4 + width + 1)
    for (const { first, count } of slabsInUse())
      kernels.scanBits(
        slabs.queryBits,
        slabs.bitsOf(first),
        count,
        bitWidth,
        slabs.distancesOf(first),
        slabs.histogram,
      )
    const most = distanceFor(query)
    const nearest = createNearest(query.limit)
    for (const { first, count } of slabsInUse()) {
      const near = kernels.selectNear(slabs.distancesOf(first), count, most, slabs.found)
      for (let i = 0; i < near; i++) {
        const row = first + ints[slabs.found / 4 + i]!
        if (has[row] === 1 && query.isAllowed(row)) nearest.offer(row, scoreOf(row, queryScale))
      }
    }
    return nearest.best()
  }

  return {
    dimensions,
    byteLength: () => slabs.byteLength(),
    /** Sets a row that has none; rows between that are never set have no vector. */
    set(row: number, vector: Float32Array): void {
      while (row >= slabs.capacity()) {
        slabs.grow()
        const more = new Uint8Array(slabs.capacity())
        more.set(has)
        has = more
      }
      const { signed, bytes, floats, ints } = slabs.views()
      let peak = 0
      for (const value of vector) peak = Math.max(peak, Math.abs(value))
      const factor = 127 / (peak || 1)
      const [codes, bits] = [slabs.codesOf(row), slabs.bitsOf(row)]
      let sum = 0
      for (let i = 0; i < dimensions; i++) {
        const code = Math.round(vector[i]! * factor)
        signed[codes + i] = code
        sum += code
        if (vector[i]! > 0) bytes[bits + (i >> 3)]! |= 1 << (i & 7)
      }
      floats[slabs.scaleOf(row)] = (peak || 1) / 127
      ints[slabs.offsetOf(row)] = 64 * sum
      has[row] = 1
      rows = Math.max(rows, row + 1)
    },
    /** The nearest rows, best first, and a function for the cosine of any other row: null where it has no vector. */
    search(query: VectorQuery): { nearest: ScoredRow[]; cosineOf(row: number): number | null } {
      const queryScale = setQuery(query.vector)
      const isFew = query.allowedRows < fewRows && query.allowedRows < rows / 2
      const scan = isFew ? scanFew : rows < bitsFrom ? scanAll : scanCandidates
      return {
        nearest: scan(query, queryScale),
        cosineOf: (row) => (has[row] === 1 ? scoreOf(row, queryScale) : null),
      }
    },
  }
}

export type VectorIndex = ReturnType<typeof createVectorIndex>
