import { kernelsWasm } from './kernels-wasm.ts'

/** Loops over many numbers in a memory that the caller lays out; `kernels.as` describes each. Addresses are in bytes. */
export type Kernels = {
  quantizeRows(rows: number, count: number, width: number, quantized: number, scales: number): void
  multiply(
    quantized: number,
    rowScales: number,
    count: number,
    width: number,
    weights: number,
    scales: number,
    offsets: number,
    outputs: number,
    biases: number,
    out: number,
    isRelu: number,
    isAdded: number,
  ): void
  normalizeRows(rows: number, count: number, width: number, gain: number, bias: number, out: number): void
  attend(
    rows: number,
    count: number,
    width: number,
    heads: number,
    scale: number,
    weights: number,
    out: number,
  ): void
  scanBytes(query: number, rows: number, count: number, width: number, scores: number): void
  scanBits(
    query: number,
    rows: number,
    count: number,
    width: number,
    distances: number,
    histogram: number,
  ): void
  selectNear(distances: number, count: number, most: number, found: number): number
}

let compiled: WebAssembly.Module | null = null

export function openKernels(memory: WebAssembly.Memory): Kernels {
  compiled ??= new WebAssembly.Module(Buffer.from(kernelsWasm, 'base64'))
  // The types of the exports are those of the source.
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Kernels
}
