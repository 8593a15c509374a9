import { newStemmer } from 'snowball-stemmers'
import { stemmers } from './languages.ts'

/** Terms of a text with how often each occurs. */
export type TermCounts = Map<string, number>

const maxTermLength = 64
const cachedStems = 50_000

// Words that almost every English text has; in other languages their frequency alone takes their weight.
const stopWords = new Set(
  (
    'a about after all also am an and any are as at be because been being but by can could did do does doing for from ' +
    'had has have having he her here him his how i if in into is it its just me more most my no nor not of on only or ' +
    'other our out over own same she should so some such than that the their them then there these they this those ' +
    'through to too under until up very was we were what when where which while who whom why will with would you your'
  ).split(' '),
)

const compound = /[\p{L}\p{N}\p{M}]+(?:[-_.'\u2019][\p{L}\p{N}\p{M}]+)*/gu
const camelCase = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

type Stem = (word: string) => string
const stemsOf = new Map<string, Stem>()

/** Stems repeat: a cache is an order of magnitude faster than the algorithm. */
function stemOf(language: string): Stem {
  const found = stemsOf.get(language)
  if (found) return found
  const algorithm = stemmers[language]
  const stemmer = algorithm === undefined ? null : newStemmer(algorithm)
  const known = new Map<string, string>()
  const stem: Stem = (word) => {
    if (!stemmer || word.length < 3 || /\p{N}/u.test(word)) return word
    const cached = known.get(word)
    if (cached !== undefined) return cached
    if (known.size >= cachedStems) known.clear()
    const stemmed = stemmer.stem(word) || word
    known.set(word, stemmed)
    return stemmed
  }
  stemsOf.set(language, stem)
  return stem
}

/**
 * What a text is found by: stems of its words. An identifier such as `createPullRequest` or `max-buffer-size` counts as a
 * whole and by its parts. Words of scripts without spaces are separated by a dictionary.
 */
export function termsOf(text: string, language: string): string[] {
  const stem = stemOf(language)
  const terms: string[] = []
  const add = (word: string) => {
    if (word.length <= maxTermLength && !(language === 'en' && stopWords.has(word))) terms.push(stem(word))
  }
  for (const [token] of text.normalize('NFKC').matchAll(compound)) {
    if (unspaced.test(token)) {
      for (const word of wordsWithoutSpaces(token)) add(word)
      continue
    }
    const parts = token.split(/[-_.'\u2019]/u).flatMap((part) => part.split(camelCase))
    const words = parts.map((part) => part.toLowerCase()).filter((part) => part !== '')
    // The ’s of a genitive is no part of a name.
    const isIdentifier = words.length > 1 && !/['\u2019]/u.test(token)
    for (const word of words) if (word.length > 1 || !/['\u2019]/u.test(token)) add(word)
    const whole = words.join('')
    if (isIdentifier && whole.length <= maxTermLength) terms.push(whole)
  }
  return terms
}

let segmenter: Intl.Segmenter | null = null

function* wordsWithoutSpaces(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  for (const { segment, isWordLike } of segmenter.segment(text)) if (isWordLike) yield segment.toLowerCase()
}

/** The terms of a chunk; those of its headings count twice. */
export function countTerms(text: string, path: readonly string[], language: string): TermCounts {
  const counts: TermCounts = new Map()
  const count = (term: string, by: number) => counts.set(term, (counts.get(term) ?? 0) + by)
  for (const term of termsOf(text, language)) count(term, 1)
  for (const title of path) for (const term of termsOf(title, language)) count(term, 2)
  return counts
}

/** As it is stored; terms have neither spaces nor colons. */
export const formatTerms = (counts: TermCounts): string =>
  [...counts].map(([term, count]) => `${term}:${Math.min(count, 255)}`).join(' ')

export function* parseTerms(stored: string): Generator<[string, number]> {
  for (const part of stored.split(' ')) {
    const at = part.lastIndexOf(':')
    if (at > 0) yield [part.slice(0, at), Number(part.slice(at + 1))]
  }
}

export const lengthOf = (counts: TermCounts): number => {
  let sum = 0
  for (const count of counts.values()) sum += count
  return sum
}

/** A common estimate; no tokenizer fits every model. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4)
