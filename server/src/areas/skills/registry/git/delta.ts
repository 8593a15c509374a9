/** Applies a git delta: copies from the base and insertions, in order. */
export function applyDelta(base: Buffer, delta: Buffer, maxBytes: number): Buffer {
  let at = 0
  const byte = () => {
    if (at >= delta.length) throw new Error('a delta is damaged')
    return delta[at++]!
  }
  const size = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const next = byte()
      value += (next & 0x7f) * factor
      if ((next & 0x80) === 0) return value
    }
  }
  if (size() !== base.length) throw new Error('a delta belongs to another object')
  const length = size()
  if (length > maxBytes) throw new Error('an object is too large')
  const result = Buffer.alloc(length)
  let written = 0
  const append = (part: Buffer, expected: number) => {
    if (part.length !== expected || written + expected > length) throw new Error('a delta is damaged')
    part.copy(result, written)
    written += expected
  }
  while (at < delta.length) {
    const op = byte()
    if (op === 0) throw new Error('a delta is damaged')
    if ((op & 0x80) === 0) {
      append(delta.subarray(at, at + op), op)
      at += op
      continue
    }
    let from = 0
    let count = 0
    for (let i = 0; i < 4; i++) if (op & (1 << i)) from += byte() * 256 ** i
    for (let i = 0; i < 3; i++) if (op & (1 << (4 + i))) count += byte() * 256 ** i
    if (count === 0) count = 0x10000
    append(base.subarray(from, from + count), count)
  }
  if (written !== length) throw new Error('a delta is damaged')
  return result
}
