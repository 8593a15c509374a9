import { createPostings, type Postings } from './postings.ts'

/** How many terms a query may compare with its own: a large collection has a million. */
export type Budget = { left: number }

const prefixLength = 3

/** The terms of an index, found by themselves, by their beginning, and by their first letter and length. */
export function createDictionary() {
  const terms = new Map<string, Postings>()
  const byPrefix = new Map<string, string[]>()
  const byLength = new Map<string, string[]>()

  function* within(found: readonly string[] | undefined, budget: Budget): Generator<string> {
    for (const term of found ?? []) {
      if (budget.left-- <= 0) return
      yield term
    }
  }

  return {
    size: () => terms.size,
    get: (term: string): Postings | undefined => terms.get(term),
    /** The postings of a term, which is added where it is new. */
    postingsOf(term: string): Postings {
      const known = terms.get(term)
      if (known) return known
      const postings = createPostings()
      terms.set(term, postings)
      if (term.length > prefixLength) push(byPrefix, term.slice(0, prefixLength), term)
      push(byLength, lengthKey(term[0]!, term.length), term)
      return postings
    },
    /** Terms that begin with a text and are longer. */
    *startingWith(text: string, budget: Budget): Generator<string> {
      if (text.length < prefixLength) return
      for (const term of within(byPrefix.get(text.slice(0, prefixLength)), budget))
        if (term.length > text.length && term.startsWith(text)) yield term
    },
    /** Terms with the same first letter and almost the same length. */
    *ofLengthNear(text: string, difference: number, budget: Budget): Generator<string> {
      for (let length = text.length - difference; length <= text.length + difference; length++)
        yield* within(byLength.get(lengthKey(text[0]!, length)), budget)
    },
  }
}

export type Dictionary = ReturnType<typeof createDictionary>

const lengthKey = (letter: string, length: number): string => `${letter}${length}`

function push(lists: Map<string, string[]>, key: string, term: string): void {
  const list = lists.get(key)
  if (list) list.push(term)
  else lists.set(key, [term])
}
