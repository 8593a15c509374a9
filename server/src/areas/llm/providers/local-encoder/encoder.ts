import { createArena, type Matrix, type MatrixSource, matrixSizes, placeMatrix } from './arena.ts'
import {
  dimensions,
  layoutOf,
  type MatrixName,
  matrixNames,
  maxPieces,
  type NormName,
  normNames,
} from './model-layout.ts'
import { createPieces } from './pieces.ts'
import type { Weights } from './weights.ts'

const embeddingWidth = 256
const wideWidth = 3 * dimensions
const heads = 4

export type Encoded = { vector: Float32Array; pieces: number }

/**
 * Universal Sentence Encoder Lite, with weights of bytes: the vectors differ from those of the floats by less than a
 * thousandth. One text at a time: batches are not faster.
 */
export function createEncoder(weights: Weights) {
  const model = layoutOf(weights)
  const rows = maxPieces
  const work = [embeddingWidth, dimensions, dimensions, wideWidth, dimensions].map((each) => rows * each * 4)
  const arena = createArena([
    ...matrixNames.flatMap((name) => matrixSizes(model.matrices[name])),
    ...normNames.flatMap((name) => [model.norms[name].gain.byteLength, model.norms[name].bias.byteLength]),
    ...work,
    rows * wideWidth,
    rows * 4,
    rows * 4,
  ])
  const { kernels, floats, blocks } = arena
  const take = (count: number) => blocks.splice(0, count)
  const matrices = Object.fromEntries(
    matrixNames.map((name) => [name, placeMatrix(arena, take(4), model.matrices[name])]),
  ) as Record<MatrixName, Matrix>
  const norms = Object.fromEntries(
    normNames.map((name) => {
      const [gain, bias] = take(2) as [number, number]
      floats.set(model.norms[name].gain, gain / 4)
      floats.set(model.norms[name].bias, bias / 4)
      return [name, { gain, bias }]
    }),
  ) as Record<NormName, { gain: number; bias: number }>
  const [input, state, normal, wide, attended, quantized, rowScales, scratch] = blocks as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const { embeddings, positions, last } = model
  const piecesOf = createPieces(weights.vocabulary)

  function multiply(name: MatrixName, from: number, count: number, to: number, isRelu = 0, isAdded = 0) {
    const { inputs, outputs, weights: own, scales, offsets, biases } = matrices[name]
    kernels.quantizeRows(from, count, inputs, quantized, rowScales)
    kernels.multiply(
      quantized,
      rowScales,
      Math.ceil(count / 4) * 4,
      inputs,
      own,
      scales,
      offsets,
      outputs,
      biases,
      to,
      isRelu,
      isAdded,
    )
  }

  const normalize = (name: NormName, from: number, count: number, width: number) =>
    kernels.normalizeRows(from, count, width, norms[name].gain, norms[name].bias, normal)

  function feed(layer: 0 | 1, count: number): void {
    normalize(`feed${layer}`, state, count, dimensions)
    multiply(`up${layer}`, normal, count, wide, 1)
    multiply(`down${layer}`, wide, count, state, 0, 1)
  }

  function read(ids: readonly number[]): void {
    for (const [at, id] of ids.entries())
      for (let i = 0; i < embeddingWidth; i++)
        floats[input / 4 + at * embeddingWidth + i] =
          2 * embeddings[id * embeddingWidth + i]! + positions[at * embeddingWidth + i]!
  }

  function mean(count: number): Float32Array {
    const sum = new Float32Array(dimensions)
    for (let row = 0; row < count; row++)
      for (let i = 0; i < dimensions; i++) sum[i]! += floats[state / 4 + row * dimensions + i]!
    return sum.map((value) => value / count)
  }

  /** A vector of unit length, and how many pieces of the text it is made of. */
  return function encode(text: string): Encoded {
    const found = piecesOf(text, maxPieces)
    const ids = found.length > 0 ? found : [0]
    const count = ids.length
    read(ids)
    normalize('attention0', input, count, embeddingWidth)
    multiply('qkv0', normal, count, wide)
    kernels.attend(wide, count, embeddingWidth, heads, (embeddingWidth / heads) ** -0.5, scratch, attended)
    // Its input is narrower than its output, so the residual passes through a projection.
    multiply('project', input, count, state)
    multiply('out0', attended, count, state, 0, 1)
    feed(0, count)
    normalize('attention1', state, count, dimensions)
    multiply('qkv1', normal, count, wide)
    kernels.attend(wide, count, dimensions, heads, (dimensions / heads) ** -0.5, scratch, attended)
    multiply('out1', attended, count, state, 0, 1)
    feed(1, count)
    return { vector: unit(dense(last, mean(count)).map(Math.tanh)), pieces: found.length }
  }
}

function dense({ weights, bias, inputs, outputs }: MatrixSource, vector: Float32Array): Float32Array {
  const out = bias.slice()
  for (let i = 0; i < inputs; i++)
    for (let o = 0; o < outputs; o++) out[o]! += vector[i]! * weights[i * outputs + o]!
  return out
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return vector.map((value) => value / length)
}
