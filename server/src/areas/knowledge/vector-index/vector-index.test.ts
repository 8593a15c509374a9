import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cosineOf, fromHalfFloats, toHalfFloats, unit } from './half-floats.ts'
import { createVectorIndex } from './vector-index.ts'

/** The same numbers in every run. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

/** Vectors that vary in a few directions, as those of texts do, and a little in all. */
function vectorsOf(count: number, dimensions: number, random: () => number): Float32Array[] {
  const noise = () => random() + random() + random() - 1.5
  const axesOf = createRandom(7)
  const axes = Array.from({ length: 24 }, () =>
    Float32Array.from({ length: dimensions }, () => axesOf() - 0.5),
  )
  return Array.from({ length: count }, () => {
    const vector = Float32Array.from({ length: dimensions }, () => 0.1 * noise())
    for (const axis of axes) {
      const share = noise()
      for (let i = 0; i < dimensions; i++) vector[i]! += share * axis[i]!
    }
    return unit(vector)
  })
}

function exact(vectors: readonly Float32Array[], query: Float32Array, isAllowed: (row: number) => boolean) {
  return vectors
    .map((vector, row) => ({ row, score: cosineOf(vector, query) }))
    .filter(({ row }) => isAllowed(row))
    .sort((left, right) => right.score - left.score)
}

for (const dimensions of [15, 384, 512, 1_536])
  test(`the nearest of ${dimensions} dimensions are those of a plain comparison`, () => {
    const random = createRandom(dimensions)
    const vectors = vectorsOf(600, dimensions, random)
    const index = createVectorIndex(dimensions)
    for (const [row, vector] of vectors.entries()) if (row % 7 !== 0) index.set(row, vector)
    const has = (row: number) => row % 7 !== 0
    for (const query of vectorsOf(5, dimensions, random)) {
      const all = exact(vectors, query, has)
      const { nearest, cosineOf: cosine } = index.search({
        vector: query,
        limit: 30,
        isAllowed: () => true,
        allowedRows: 600,
      })
      for (const { row, score } of nearest)
        assert.ok(Math.abs(score - cosineOf(vectors[row]!, query)) < 0.02, `${row}: ${score}`)
      const found = new Set(nearest.map(({ row }) => row))
      assert.ok(all.slice(0, 10).every(({ row }) => found.has(row)))
      assert.equal(cosine(7), null)
      assert.ok(Math.abs(cosine(1)! - cosineOf(vectors[1]!, query)) < 0.02)
    }
  })

describe('bits', () => {
  const random = createRandom(1)
  const vectors = vectorsOf(8_000, 512, random)
  const index = createVectorIndex(512, { bitsFrom: 1_000 })
  for (const [row, vector] of vectors.entries()) index.set(row, vector)
  const filters: [string, (row: number) => boolean, number][] = [
    ['all rows', () => true, 8_000],
    ['half of the rows', (row) => row % 2 === 0, 4_000],
    ['one row in a hundred', (row) => row % 100 === 0, 80],
  ]
  for (const [name, isAllowed, allowedRows] of filters)
    test(`find nearly all of the nearest among ${name}, and no others`, () => {
      let hits = 0
      for (const query of vectorsOf(10, 512, random)) {
        const { nearest } = index.search({ vector: query, limit: 50, isAllowed, allowedRows })
        assert.ok(nearest.every(({ row }) => isAllowed(row)))
        const found = new Set(nearest.map(({ row }) => row))
        hits += exact(vectors, query, isAllowed)
          .slice(0, 10)
          .filter(({ row }) => found.has(row)).length
      }
      assert.ok(hits >= 95, `${hits} of 100`)
    })
})

test('an index without rows finds nothing', () => {
  const index = createVectorIndex(512)
  const query = { vector: new Float32Array(512), limit: 10, isAllowed: () => true, allowedRows: 0 }
  assert.deepEqual(index.search(query).nearest, [])
})

test('half floats keep a vector, from any address', () => {
  const vector = unit(Array.from({ length: 33 }, (_, i) => Math.sin(i)))
  const shifted = Buffer.concat([Buffer.from([1]), toHalfFloats(vector)]).subarray(1)
  assert.ok(cosineOf(fromHalfFloats(shifted), vector) > 0.9999)
})
