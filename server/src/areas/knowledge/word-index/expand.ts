import type { Postings } from './postings.ts'

/** A term of the index that a term of a query matches, and how much a match of it counts. */
export type QueryTerm = { postings: Postings; weight: number }

const prefixWeight = 0.7
const typoWeight = 0.5
const maxPrefixes = 10
const maxTypos = 3

type Dictionary = ReadonlyMap<string, Postings>

/**
 * The terms of the index that match a query: its terms, or where one is missing up to three that are spelled almost the same. The last
 * word may be unfinished, so terms that begin with it count as well.
 */
export function expandQuery(dictionary: Dictionary, terms: readonly string[]): QueryTerm[][] {
  return terms.map((term, at) => {
    const exact = dictionary.get(term)
    const isLast = at === terms.length - 1
    const prefixes = isLast && term.length >= 3 ? withPrefix(dictionary, term) : []
    const found = [...(exact ? [{ postings: exact, weight: 1 }] : []), ...prefixes]
    return found.length > 0 ? found : similarTo(dictionary, term)
  })
}

function withPrefix(dictionary: Dictionary, prefix: string): QueryTerm[] {
  const found: QueryTerm[] = []
  for (const [term, postings] of dictionary)
    if (term.length > prefix.length && term.startsWith(prefix)) found.push({ postings, weight: prefixWeight })
  return found.sort((left, right) => right.postings.length - left.postings.length).slice(0, maxPrefixes)
}

function similarTo(dictionary: Dictionary, term: string): QueryTerm[] {
  const maxEdits = term.length >= 8 ? 2 : term.length >= 4 ? 1 : 0
  if (maxEdits === 0) return []
  const found: { postings: Postings; edits: number }[] = []
  for (const [candidate, postings] of dictionary) {
    if (candidate[0] !== term[0] || Math.abs(candidate.length - term.length) > maxEdits) continue
    const edits = editsBetween(candidate, term, maxEdits)
    if (edits <= maxEdits) found.push({ postings, edits })
  }
  return found
    .sort((left, right) => left.edits - right.edits || right.postings.length - left.postings.length)
    .slice(0, maxTypos)
    .map(({ postings }) => ({ postings, weight: typoWeight }))
}

/** Letters to add, drop, change or swap; more than `max` when it is more. */
function editsBetween(a: string, b: string, max: number): number {
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
