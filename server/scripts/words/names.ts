import { blank } from './prose.ts'

/** Words of identifiers and file names, separated by spaces, with what to write instead. */
const replacements: readonly { form: RegExp; instead: string; isFine?: RegExp }[] = [
  {
    form: /\banswer(?:s|ed|ing)?\b/,
    instead: 'response, reply, result, completion',
    // What a human gives to a question, a prompt or a paused run is an answer.
    isFine: /workflows|agents|question|human|playground|\/runs\/|cli\/commands\/restore|tools\/schema/,
  },
  { form: /(?<!round )\btrips?\b/, instead: 'round trip' },
  { form: /\blet go\b/, instead: 'release' },
  { form: /\bat once\b/, instead: 'batchSize, concurrency', isFine: /workflows/ },
  { form: /\bstrangers?\b/, instead: 'otherUser, unknownCaller' },
  // Tests of agents have a conversation.
  { form: /\bsaid\b/, instead: 'output, message, text', isFine: /\.test\.ts$|\/test\// },
  { form: /\bwires?\b/, instead: 'the name of the API format' },
  { form: /\b(?:given|wanted|asked)\b/, instead: 'input, expected, requested' },
  { form: /\b(?:beside|meanwhile)\b/, instead: 'concurrent, sibling' },
  { form: /\bfigures?\b/, instead: 'stats, metrics' },
  { form: /\bis gone\b/, instead: 'isDeleted, isMissing, isClosed' },
  { form: /\b(?:whoever|whomever|farewell|quarters)\b/, instead: 'the caller, erase, pools' },
]

const code = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g
const declaration = /\b(?:const|let|function\*?|class|type|interface)\s+([A-Za-z_$][\w$]*)/g

const wordsOf = (name: string) => (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).join(' ').toLowerCase()

type FoundName = { at: number; word: string; instead: string }

/** Declared names and the name of the file, as far as they have a word that readers would have to translate. */
export function bannedNames(file: string, text: string): FoundName[] {
  if (!/\.tsx?$/.test(file)) return []
  const declared = [...blank(text, code).matchAll(declaration)].map((match) => ({
    at: match.index,
    word: match[1]!,
  }))
  const own = { at: 0, word: file.split('/').at(-1)!.split('.')[0]! }
  return [own, ...declared].flatMap(({ at, word }) =>
    replacements
      .filter(({ form, isFine }) => form.test(wordsOf(word)) && !isFine?.test(file))
      .map(({ instead }) => ({ at, word, instead })),
  )
}
