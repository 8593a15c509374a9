import { editsBetween } from '../../../kernel/text/near-match.ts'
import type { Budget, Dictionary } from './dictionary.ts'
import type { Postings } from './postings.ts'

/** A term of the index that a term of a query matches, and how much a match of it counts. */
export type QueryTerm = { postings: Postings; weight: number }

const prefixWeight = 0.7
const typoWeight = 0.5
const maxPrefixes = 10
const maxTypos = 3
// A few milliseconds in a dictionary of any size.
const maxCompared = 3_000

/**
 * The terms of the index that match a query: its terms, or where one is missing up to three that are spelled almost the same. The
 * last word may be unfinished, so terms that begin with it count as well.
 */
export function expandQuery(dictionary: Dictionary, terms: readonly string[]): QueryTerm[][] {
  const budget = { left: maxCompared }
  return terms.map((term, at) => {
    const exact = dictionary.get(term)
    const isLast = at === terms.length - 1
    const prefixes = isLast ? withPrefix(dictionary, term, budget) : []
    const found = [...(exact ? [{ postings: exact, weight: 1 }] : []), ...prefixes]
    return found.length > 0 ? found : similarTo(dictionary, term, budget)
  })
}

function withPrefix(dictionary: Dictionary, prefix: string, budget: Budget): QueryTerm[] {
  const found = [...dictionary.startingWith(prefix, budget)].map((term) => dictionary.get(term)!)
  return found
    .sort((left, right) => right.length - left.length)
    .slice(0, maxPrefixes)
    .map((postings) => ({ postings, weight: prefixWeight }))
}

function similarTo(dictionary: Dictionary, term: string, budget: Budget): QueryTerm[] {
  const maxEdits = term.length >= 8 ? 2 : term.length >= 4 ? 1 : 0
  if (maxEdits === 0) return []
  const found: { postings: Postings; edits: number }[] = []
  for (const candidate of dictionary.ofLengthNear(term, maxEdits, budget)) {
    const edits = editsBetween(candidate, term, maxEdits)
    if (edits <= maxEdits) found.push({ postings: dictionary.get(candidate)!, edits })
  }
  return found
    .sort((left, right) => left.edits - right.edits || right.postings.length - left.postings.length)
    .slice(0, maxTypos)
    .map(({ postings }) => ({ postings, weight: typoWeight }))
}
