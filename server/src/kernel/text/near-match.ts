/** How many letters must be added, dropped, changed or swapped with their neighbour to get from one text to the other. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? rows[i - 2]![j - 2]! + 1 : change
      row.push(Math.min(change, swap, rows[i - 1]![j]! + 1, row[j - 1]! + 1))
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

/** The known word that was probably meant, at most so many letters away and in either case; null when none is near. */
export function nearMatch(word: string, known: readonly string[], most = thirdOf(word)): string | null {
  if (word.length > maxWordLength) return null
  const [best] = known
    .filter((candidate) => candidate !== word && Math.abs(candidate.length - word.length) <= most)
    .map((candidate) => ({ candidate, away: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ away }) => away <= most)
    .sort((left, right) => left.away - right.away)
  return best?.candidate ?? null
}

// No name of ours is longer, and the work grows with the square of it.
const maxWordLength = 100

// More would turn every short word into every other.
const thirdOf = (word: string) => Math.max(1, Math.floor(word.length / 3))
