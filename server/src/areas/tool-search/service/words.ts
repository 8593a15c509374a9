const stopWords = new Set(
  (
    'a an the of to in on for with and or by this that these those is are be been was were from at as it its into via ' +
    'your you my our me i we their his her them can will should would could please want need how do does what which ' +
    'who whose where when if then than so such using use used let help some any given specified also only not no ' +
    'somebody someone something somewhere there here between am have has about just api endpoint https www com'
  ).split(' '),
)

const vowel = /[aeiouy]/

/** The same root for the forms of an English word; it need not be a word itself, only the same for all of them. */
export function stem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word
  return withoutE(withoutEnding(singular(word)))
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !/(ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

function withoutEnding(word: string): string {
  for (const suffix of ['ing', 'ed']) {
    const root = word.slice(0, -suffix.length)
    if (word.endsWith(suffix) && root.length >= 3 && vowel.test(root))
      return /([bdfgmnprt])\1$/.test(root) ? root.slice(0, -1) : root
  }
  return /[st]ion$/.test(word) && word.length > 6 ? word.slice(0, -3) : word
}

const withoutE = (word: string): string => (word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word)

/** The words of a text in lower case, `createPullRequest` being three. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word.length <= 40)

export const isStopWord = (word: string): boolean => stopWords.has(word)

/** What a text is found by. */
export const termsOf = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => !stopWords.has(word))
    .map(stem)
