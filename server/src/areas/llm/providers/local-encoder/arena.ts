import { type Kernels, openKernels } from '../../../../kernel/simd/kernels.ts'

/** A matrix of signed bytes, a row for each output, with what turns products back into floats. Addresses in bytes. */
export type Matrix = {
  inputs: number
  outputs: number
  weights: number
  scales: number
  offsets: number
  biases: number
}

export type MatrixSource = { weights: Float32Array; inputs: number; outputs: number; bias: Float32Array }

export type Arena = {
  kernels: Kernels
  floats: Float32Array
  bytes: Uint8Array
  /** The address of each block, in the order in which they were requested. */
  blocks: number[]
}

const pageBytes = 64 * 1024
const alignment = 64

/** One memory of the kernels with blocks of these sizes, all zero. */
export function createArena(sizes: readonly number[]): Arena {
  let top = alignment
  const blocks = sizes.map((size) => {
    const at = top
    top += Math.ceil(size / alignment) * alignment
    return at
  })
  const memory = new WebAssembly.Memory({ initial: Math.ceil(top / pageBytes) })
  return {
    kernels: openKernels(memory),
    floats: new Float32Array(memory.buffer),
    bytes: new Uint8Array(memory.buffer),
    blocks,
  }
}

export const matrixSizes = ({ inputs, outputs }: Pick<MatrixSource, 'inputs' | 'outputs'>): number[] => [
  inputs * outputs,
  outputs * 4,
  outputs * 4,
  outputs * 4,
]

/** Writes a matrix into its four blocks: floats by input become bytes by output, with a scale for each output. */
export function placeMatrix(
  { floats, bytes }: Arena,
  [weights, scales, offsets, biases]: readonly number[],
  source: MatrixSource,
): Matrix {
  const { inputs, outputs } = source
  const peaks = new Float32Array(outputs)
  for (let i = 0; i < inputs; i++)
    for (let o = 0; o < outputs; o++) {
      const size = Math.abs(source.weights[i * outputs + o]!)
      if (size > peaks[o]!) peaks[o] = size
    }
  const signed = new Int8Array(bytes.buffer)
  const sums = new Int32Array(bytes.buffer, offsets, outputs)
  for (let i = 0; i < inputs; i++)
    for (let o = 0; o < outputs; o++) {
      const value = Math.round((source.weights[i * outputs + o]! * 127) / (peaks[o]! || 1))
      signed[weights! + o * inputs + i] = value
      sums[o]! += 64 * value
    }
  for (let o = 0; o < outputs; o++) floats[scales! / 4 + o] = (peaks[o]! || 1) / 127
  floats.set(source.bias, biases! / 4)
  return { inputs, outputs, weights: weights!, scales: scales!, offsets: offsets!, biases: biases! }
}
