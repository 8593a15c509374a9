import type { SearchIndex } from './build-index.ts'
import { synonymsOf } from './synonyms.ts'
import { isStopWord, stem, wordsOf } from './words.ts'

/** One concept of the query, with all its synonyms; a tool gets the best of them, not their sum. */
export type Concept = {
  readonly term: string
  readonly forms: ReadonlyMap<string, number>
  /** What may have been meant by a word that nothing is called by. */
  readonly guesses: readonly string[]
}

const maxQueryLength = 400
const maxConcepts = 16
const maxForms = 24

/** The position of a term, or its insertion point. */
export function indexOf(terms: readonly string[], term: string): number {
  let low = 0
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (terms[middle]! < term) low = middle + 1
    else high = middle
  }
  return low
}

const has = ({ terms }: SearchIndex, term: string): boolean => terms[indexOf(terms, term)] === term

/** The concepts of a query. A word that no tool has is treated as a prefix, or as a typo. */
export function conceptsOf(query: string, segments: readonly SearchIndex[]): Concept[] {
  const words = wordsOf(query.slice(0, maxQueryLength))
  // A question of nothing but little words is still a question.
  const meant = words.some((word) => !isStopWord(word)) ? words.filter((word) => !isStopWord(word)) : words
  const concepts = new Map<string, Concept>()
  for (const [at, word] of meant.entries()) {
    const term = stem(word)
    if (concepts.has(term) || concepts.size === maxConcepts) continue
    const forms = new Map<string, number>([[term, 1]])
    for (const [other, weight] of synonymsOf(term)) forms.set(other, weight)
    const isKnown = segments.some((segment) => has(segment, term))
    if (!isKnown || at === meant.length - 1) addBeginnings(forms, word, segments)
    if (!isKnown && forms.size === 1) addNear(forms, term, segments)
    concepts.set(term, { term, forms, guesses: isKnown ? [] : [...forms.keys()].slice(1) })
  }
  return [...concepts.values()]
}

function addBeginnings(forms: Map<string, number>, word: string, segments: readonly SearchIndex[]): void {
  if (word.length < 3) return
  for (const { terms } of segments)
    for (let at = indexOf(terms, word); terms[at]?.startsWith(word) && forms.size < maxForms; at++)
      if (!forms.has(terms[at]!)) forms.set(terms[at]!, 0.6)
}

function addNear(forms: Map<string, number>, term: string, segments: readonly SearchIndex[]): void {
  if (term.length < 5) return
  for (const { terms } of segments) {
    const first = term[0]!
    for (let at = indexOf(terms, first); terms[at]?.startsWith(first) && forms.size < maxForms; at++)
      if (isOneSlipAway(term, terms[at]!)) forms.set(terms[at]!, 0.5)
  }
}

/** One letter more, less, other, or two that changed places. */
function isOneSlipAway(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false
  let start = 0
  while (start < left.length && left[start] === right[start]) start++
  let end = 0
  while (
    end < Math.min(left.length, right.length) - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end++
  const [restLeft, restRight] = [left.slice(start, left.length - end), right.slice(start, right.length - end)]
  if (restLeft.length <= 1 && restRight.length <= 1) return true
  return restLeft.length === 2 && restRight === restLeft[1]! + restLeft[0]!
}
