const charsPerPart = 64

/**
 * How many parts a value has, long texts counting as several; no more than `most` are counted. Bounds what a check can
 * cost without going through a large value.
 */
export function weightOf(value: unknown, most: number): number {
  let weight = 0
  const open: unknown[] = [value]
  while (open.length > 0 && weight < most) {
    const part = open.pop()
    weight++
    if (typeof part === 'string') weight += Math.floor(part.length / charsPerPart)
    else if (typeof part === 'object' && part !== null) {
      const parts = Object.values(part)
      // A long list is heavy whatever is in it, and copying it here would be the cost that this is to avoid.
      if (parts.length > most) return most
      open.push(...parts)
    }
  }
  return Math.min(weight, most)
}
