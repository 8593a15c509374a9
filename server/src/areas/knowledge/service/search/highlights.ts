import { termsOf } from '../../text/terms.ts'

const word = /[\p{L}\p{N}\p{M}]+(?:[-_.'\u2019][\p{L}\p{N}\p{M}]+)*/gu
const maxHighlights = 50
// Texts repeat words, and searches repeat texts: most words of a result were seen before.
const cachedWords = 10_000
const maxCachedLength = 40

const byLanguage = new Map<string, Map<string, readonly string[]>>()

function termsOfWord(text: string, language: string): readonly string[] {
  const known = byLanguage.get(language) ?? new Map<string, readonly string[]>()
  byLanguage.set(language, known)
  const found = known.get(text)
  if (found) return found
  const terms = termsOf(text, language)
  if (text.length > maxCachedLength) return terms
  if (known.size >= cachedWords) known.clear()
  known.set(text, terms)
  return terms
}

/** Finds the words of a query in texts. */
export function createHighlighter(terms: ReadonlySet<string>) {
  /** Positions of their starts and ends. */
  return (text: string, language: string): [number, number][] => {
    const found: [number, number][] = []
    for (const match of text.matchAll(word)) {
      if (!termsOfWord(match[0], language).some((term) => terms.has(term))) continue
      found.push([match.index, match.index + match[0].length])
      if (found.length === maxHighlights) break
    }
    return found
  }
}
