/** For tests: what the kernels compute in parts of bytes. */
export function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (const [i, value] of left.entries()) sum += value * right[i]!
  return sum
}
