import { termsOf } from '../text/terms.ts'

const word = /[\p{L}\p{N}\p{M}]+(?:[-_.'’][\p{L}\p{N}\p{M}]+)*/gu
const maxHighlights = 50

/** Where a text has words of a query, as positions of their starts and ends. */
export function highlightsOf(text: string, terms: ReadonlySet<string>, language: string): [number, number][] {
  const found: [number, number][] = []
  for (const match of text.matchAll(word)) {
    if (!termsOf(match[0], language).some((term) => terms.has(term))) continue
    found.push([match.index, match.index + match[0].length])
    if (found.length === maxHighlights) break
  }
  return found
}
