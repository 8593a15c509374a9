import { termsOf } from '../../text/terms.ts'

const word = /[\p{L}\p{N}\p{M}]+(?:[-_.'’][\p{L}\p{N}\p{M}]+)*/gu
const maxHighlights = 50

/** Finds the words of a query in texts. Texts repeat words: each is reduced to its terms once. */
export function createHighlighter(terms: ReadonlySet<string>) {
  const known = new Map<string, boolean>()
  const isMatch = (language: string, text: string): boolean => {
    const key = `${language} ${text}`
    const found = known.get(key) ?? termsOf(text, language).some((term) => terms.has(term))
    known.set(key, found)
    return found
  }
  /** Positions of their starts and ends. */
  return (text: string, language: string): [number, number][] => {
    const found: [number, number][] = []
    for (const match of text.matchAll(word)) {
      if (!isMatch(language, match[0])) continue
      found.push([match.index, match.index + match[0].length])
      if (found.length === maxHighlights) break
    }
    return found
  }
}
