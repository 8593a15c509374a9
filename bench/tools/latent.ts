import type { SearchIndex } from '../../server/src/areas/tool-search/service/build-index.ts'

/** Vectors of terms and tools in one space, in which things that are spoken of alike lie near one another. */
export type LatentSpace = { dimensions: number; terms: Float32Array; tools: Float32Array }

/** Numbers that look random and are the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296 - 0.5
  }
}

/**
 * Latent semantic analysis: the strongest directions of the table of terms and tools, by repeated multiplication of a
 * random start (subspace iteration).
 */
export function latentSpace(index: SearchIndex, dimensions: number, rounds: number): LatentSpace {
  const { terms, starts, tools, impacts, slugs } = index
  const weights = new Float32Array(tools.length)
  const lengths = new Float32Array(slugs.length)
  for (let term = 0; term < terms.length; term++) {
    const having = starts[term + 1]! - starts[term]!
    const rarity = Math.log(slugs.length / having)
    for (let at = starts[term]!; at < starts[term + 1]!; at++) {
      weights[at] = (rarity * impacts[at]!) / 255
      lengths[tools[at]!]! += weights[at]! ** 2
    }
  }
  for (let at = 0; at < weights.length; at++) weights[at]! /= Math.sqrt(lengths[tools[at]!]!)
  const random = createRandom(1)
  const byTerm = Float32Array.from({ length: terms.length * dimensions }, random)
  const byTool = new Float32Array(slugs.length * dimensions)
  const toTools = () => {
    byTool.fill(0)
    for (let term = 0; term < terms.length; term++)
      for (let at = starts[term]!; at < starts[term + 1]!; at++)
        addScaled(byTool, tools[at]! * dimensions, byTerm, term * dimensions, weights[at]!, dimensions)
  }
  const toTerms = () => {
    byTerm.fill(0)
    for (let term = 0; term < terms.length; term++)
      for (let at = starts[term]!; at < starts[term + 1]!; at++)
        addScaled(byTerm, term * dimensions, byTool, tools[at]! * dimensions, weights[at]!, dimensions)
  }
  for (let round = 0; round < rounds; round++) {
    orthonormalise(byTerm, dimensions)
    toTools()
    toTerms()
  }
  orthonormalise(byTerm, dimensions)
  toTools()
  return { dimensions, terms: byTerm, tools: byTool }
}

function addScaled(
  to: Float32Array,
  toAt: number,
  from: Float32Array,
  fromAt: number,
  factor: number,
  count: number,
): void {
  for (let at = 0; at < count; at++) to[toAt + at]! += factor * from[fromAt + at]!
}

/** Gram-Schmidt over the columns. */
function orthonormalise(matrix: Float32Array, columns: number): void {
  const rows = matrix.length / columns
  for (let column = 0; column < columns; column++) {
    for (let before = 0; before < column; before++) {
      let product = 0
      for (let row = 0; row < rows; row++)
        product += matrix[row * columns + column]! * matrix[row * columns + before]!
      for (let row = 0; row < rows; row++)
        matrix[row * columns + column]! -= product * matrix[row * columns + before]!
    }
    let length = 0
    for (let row = 0; row < rows; row++) length += matrix[row * columns + column]! ** 2
    const factor = 1 / Math.sqrt(length || 1)
    for (let row = 0; row < rows; row++) matrix[row * columns + column]! *= factor
  }
}
