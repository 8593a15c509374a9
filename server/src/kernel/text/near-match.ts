/**
 * How many letters must be added, dropped, changed or swapped with their neighbour to get from one text to the other; some
 * number above `max` when it is more than that.
 */
export function editsBetween(a: string, b: string, max = Number.POSITIVE_INFINITY): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const edits = Math.min(change, row[j]! + 1, next[j - 1]! + 1, isSwap ? before[j - 2]! + 1 : Infinity)
      next.push(edits)
      least = Math.min(least, edits)
    }
    if (least > max) return max + 1
    ;[before, row] = [row, next]
  }
  return row[b.length]!
}

/** The known word that was probably meant, at most so many letters away and in either case; null when none is near. */
export function nearMatch(word: string, known: readonly string[], max = thirdOf(word)): string | null {
  if (word.length > maxWordLength) return null
  const [best] = known
    .filter((candidate) => candidate !== word && Math.abs(candidate.length - word.length) <= max)
    .map((candidate) => ({ candidate, away: editsBetween(word.toLowerCase(), candidate.toLowerCase(), max) }))
    .filter(({ away }) => away <= max)
    .sort((left, right) => left.away - right.away)
  return best?.candidate ?? null
}

// No name of ours is longer, and the work grows with the square of it.
const maxWordLength = 100

// More would turn every short word into every other.
const thirdOf = (word: string) => Math.max(1, Math.floor(word.length / 3))
