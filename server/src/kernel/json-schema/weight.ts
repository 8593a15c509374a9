const charsPerPart = 64

/**
 * How many parts a value has, long texts and long names counting as several; no more than `most` are counted. Bounds what a check can
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
      const parts = Object.entries(part)
      // A long list is heavy whatever is in it, and copying it here would be the cost that this is to avoid.
      if (parts.length > most) return most
      for (const [name, each] of parts) {
        weight += Math.floor(name.length / charsPerPart)
        open.push(each)
      }
    }
  }
  return Math.min(weight, most)
}
