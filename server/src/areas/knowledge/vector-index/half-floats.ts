/** Vectors as they are stored: two bytes for each dimension, which loses nothing that a model means. */
export function toHalfFloats(vector: ArrayLike<number>): Buffer {
  const halves = new Float16Array(vector)
  return Buffer.from(halves.buffer)
}

export function fromHalfFloats(bytes: Uint8Array): Float32Array {
  // Bytes of the database begin anywhere, numbers only at even addresses.
  const aligned = new Uint8Array(bytes.byteLength)
  aligned.set(bytes)
  return new Float32Array(new Float16Array(aligned.buffer))
}

/** At unit length, so that dot products are cosines; a vector of zeros stays one. */
export function unit(vector: ArrayLike<number>): Float32Array {
  const result = new Float32Array(vector)
  let squares = 0
  for (const value of result) squares += value * value
  if (squares === 0) return result
  const length = Math.sqrt(squares)
  for (let i = 0; i < result.length; i++) result[i]! /= length
  return result
}

export function cosineOf(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let i = 0; i < left.length; i++) sum += left[i]! * right[i]!
  return sum
}
