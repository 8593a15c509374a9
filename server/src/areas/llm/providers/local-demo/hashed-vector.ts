const fallback = 384

/**
 * Words and their parts, each counted at a place that its hash names: texts that share words come near each other. It
 * knows no meaning, which is why it is used only where no embedding model is configured.
 */
export function hashedVector(text: string, dimensions = fallback): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    add(vector, word, 1)
    const framed = `<${word}>`
    for (let at = 0; at + 3 <= framed.length; at++) add(vector, framed.slice(at, at + 3), 0.3)
  }
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

function add(vector: number[], feature: string, weight: number): void {
  const hash = hashOf(feature)
  // The sign comes from another bit, so that features that share a place cancel out on average.
  const sign = hash & 1 ? 1 : -1
  const index = (hash >>> 1) % vector.length
  vector[index] = vector[index]! + sign * weight
}

/** FNV-1a with its bits mixed once more. A hash for secrets takes forty times as long, for nothing: one text has a
 * hundred thousand features. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
