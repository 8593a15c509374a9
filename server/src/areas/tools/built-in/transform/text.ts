import {
  type BuiltInToolkit,
  choice,
  flag,
  integer,
  list,
  number,
  record,
  refuseHuge,
  result,
  shape,
  text,
  tool,
} from '../tool.ts'

const words = (content: string): string[] =>
  content.match(/[\p{L}\p{N}]+(?:['\u2019-][\p{L}\p{N}]+)*/gu) ?? []
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

const cases: Record<string, (content: string) => string> = {
  upper: (content) => content.toUpperCase(),
  lower: (content) => content.toLowerCase(),
  title: (content) => content.replace(/[\p{L}\p{N}'\u2019]+/gu, capital),
  sentence: (content) =>
    content
      .toLowerCase()
      .replace(/(^|[.!?]\s+)(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase()),
  camel: (content) =>
    words(content)
      .map((word, i) => (i === 0 ? word.toLowerCase() : capital(word)))
      .join(''),
  pascal: (content) => words(content).map(capital).join(''),
  snake: (content) =>
    words(content)
      .map((word) => word.toLowerCase())
      .join('_'),
  kebab: (content) =>
    words(content)
      .map((word) => word.toLowerCase())
      .join('-'),
}

const extractors: Record<string, RegExp> = {
  emails: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g,
  urls: /https?:\/\/[^\s<>"')\]]{1,2000}/g,
  numbers: /-?\d{1,30}(?:\.\d{1,30})?/g,
  hashtags: /#[\p{L}\p{N}_]{1,100}/gu,
  mentions: /@[\p{L}\p{N}_]{1,100}/gu,
}

/** Sørensen–Dice over pairs of letters: linear in both texts, unlike an edit distance. */
function similarity(a: string, b: string): number {
  const pairs = (content: string) => {
    const counts = new Map<string, number>()
    for (let i = 0; i < content.length - 1; i++) {
      const pair = content.slice(i, i + 2)
      counts.set(pair, (counts.get(pair) ?? 0) + 1)
    }
    return counts
  }
  if (a === b) return 1
  if (a.length < 2 || b.length < 2) return 0
  const [left, right] = [pairs(a), pairs(b)]
  let shared = 0
  for (const [pair, count] of left) shared += Math.min(count, right.get(pair) ?? 0)
  return Math.round(((2 * shared) / (a.length + b.length - 2)) * 1_000_000) / 1_000_000
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const slugOf = (content: string, maxLength: number) =>
  content
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '')

export const textToolkit: BuiltInToolkit = {
  slug: 'text',
  name: 'Text',
  description: 'Counts, cuts, joins, compares and rewrites text. Needs no account.',
  category: 'productivity-&-project-management',
  tools: [
    tool<{ text: string }>({
      operation: 'count',
      name: 'Count words and characters',
      description:
        'Counts characters, words, lines and sentences of a text, and estimates how many model tokens it takes.',
      input: shape({ text: text('The text to count.') }),
      output: result({
        characters: integer('Characters.'),
        words: integer('Words.'),
        lines: integer('Lines.'),
        sentences: integer('Sentences.'),
        estimatedTokens: integer('About how many tokens a language model counts.'),
      }),
      effect: 'compute',
      example: {
        arguments: { text: 'Hello there. Bye!' },
        result: { characters: 17, words: 3, lines: 1, sentences: 2, estimatedTokens: 5 },
      },
      run: ({ text: content }) => ({
        characters: [...content].length,
        words: words(content).length,
        lines: content === '' ? 0 : content.split('\n').length,
        sentences: content.match(/[^.!?\s][^.!?]*/g)?.length ?? 0,
        estimatedTokens: Math.ceil(content.length / 4),
      }),
    }),
    tool<{ text: string; to: string }>({
      operation: 'change_case',
      name: 'Change case',
      description: 'Rewrites a text in upper, lower, title, sentence, camel, pascal, snake or kebab case.',
      input: shape({ text: text('The text.'), to: choice('The case to write it in.', Object.keys(cases)) }),
      output: result({ text: text('The rewritten text.') }),
      effect: 'compute',
      example: { arguments: { text: 'hello big world', to: 'camel' }, result: { text: 'helloBigWorld' } },
      run: ({ text: content, to }) => ({ text: cases[to]!(content) }),
    }),
    tool<{ text: string; search: string; replacement: string; all: boolean }>({
      operation: 'replace',
      name: 'Replace text',
      description:
        'Replaces a plain piece of text by another, everywhere or the first time only. For patterns use regex_replace.',
      input: shape({
        text: text('The text.'),
        search: text('What to look for, taken literally.', { minLength: 1 }),
        replacement: text('What to put in its place.', { maxLength: 10_000 }),
        'all?': flag('Everywhere, not only the first time.', { default: true }),
      }),
      output: result({
        text: text('The text after replacing.'),
        count: integer('How often it was replaced.'),
      }),
      effect: 'compute',
      example: {
        arguments: { text: 'a-b-c', search: '-', replacement: '+' },
        result: { text: 'a+b+c', count: 2 },
      },
      run: ({ text: content, search, replacement, all }) => {
        const parts = content.split(search)
        if (parts.length === 1) return { text: content, count: 0 }
        if (all) refuseHuge(content.length + parts.length * replacement.length)
        return all
          ? { text: parts.join(replacement), count: parts.length - 1 }
          : { text: `${parts[0]}${replacement}${parts.slice(1).join(search)}`, count: 1 }
      },
    }),
    tool<{ text: string; separator: string; trim: boolean; limit?: number }>({
      operation: 'split',
      name: 'Split text',
      description: 'Splits a text at a separator into a list of pieces.',
      input: shape({
        text: text('The text.'),
        'separator?': text('Where to split; a line break by default.', { default: '\n', minLength: 1 }),
        'trim?': flag('Take blanks off each piece and leave out empty ones.', { default: true }),
        'limit?': integer('At most so many pieces.', { minimum: 1, maximum: 50_000 }),
      }),
      output: result({ parts: list('The pieces.', text('A piece.')) }),
      effect: 'compute',
      example: { arguments: { text: 'a, b,, c', separator: ',' }, result: { parts: ['a', 'b', 'c'] } },
      run: ({ text: content, separator, trim, limit }) => {
        const parts = content.split(separator)
        return {
          parts: (trim ? parts.map((part) => part.trim()).filter(Boolean) : parts).slice(0, limit ?? 50_000),
        }
      },
    }),
    tool<{ parts: unknown[]; separator: string }>({
      operation: 'join',
      name: 'Join text',
      description: 'Joins a list of texts or numbers into one text with a separator between them.',
      input: shape({
        parts: list('The pieces.', { type: ['string', 'number', 'boolean'] }),
        'separator?': text('The separator.', { default: ', ', maxLength: 1000 }),
      }),
      output: result({ text: text('The joined text.') }),
      effect: 'compute',
      example: { arguments: { parts: ['a', 2], separator: '/' }, result: { text: 'a/2' } },
      run: ({ parts, separator }) => {
        refuseHuge(parts.length * separator.length)
        return { text: parts.join(separator) }
      },
    }),
    tool<{ text: string; maxLength: number; ellipsis: string }>({
      operation: 'truncate',
      name: 'Shorten text',
      description: 'Cuts a text to a length, at a word boundary where there is one, and marks the cut.',
      input: shape({
        text: text('The text.'),
        maxLength: integer('The most characters to keep, the mark included.', {
          minimum: 1,
          maximum: 500_000,
        }),
        'ellipsis?': text('What marks the cut.', { default: '…', maxLength: 20 }),
      }),
      output: result({
        text: text('The shortened text.'),
        isTruncated: flag('Whether something was cut off.'),
      }),
      effect: 'compute',
      example: {
        arguments: { text: 'one two three', maxLength: 9 },
        result: { text: 'one two…', isTruncated: true },
      },
      run: ({ text: content, maxLength, ellipsis }) => {
        if (content.length <= maxLength) return { text: content, isTruncated: false }
        const cut = content.slice(0, Math.max(0, maxLength - ellipsis.length))
        const atWord = cut.lastIndexOf(' ')
        return {
          text: `${(atWord > 0 ? cut.slice(0, atWord) : cut).trimEnd()}${ellipsis}`.slice(0, maxLength),
          isTruncated: true,
        }
      },
    }),
    tool<{ text: string; maxLength: number }>({
      operation: 'slugify',
      name: 'Make a slug',
      description:
        'Creates a short name for URLs and files from a title: lower case, accents removed, words joined by hyphens.',
      input: shape({
        text: text('The title.', { maxLength: 10_000 }),
        'maxLength?': integer('The most characters.', { default: 100, minimum: 1, maximum: 500 }),
      }),
      output: result({ slug: text('The slug.') }),
      effect: 'compute',
      example: { arguments: { text: 'Crème brûlée, please!' }, result: { slug: 'creme-brulee-please' } },
      run: ({ text: content, maxLength }) => ({ slug: slugOf(content, maxLength) }),
    }),
    tool<{ text: string; what: string }>({
      operation: 'extract',
      name: 'Extract from text',
      description: 'Finds all email addresses, URLs, numbers, hashtags or mentions in a text, each once.',
      input: shape({
        text: text('The text to search.'),
        what: choice('What to find.', Object.keys(extractors)),
      }),
      output: result({ found: list('What was found, in order.', text('A match.')) }),
      effect: 'compute',
      example: {
        arguments: { text: 'mail a@b.co or c@d.org, a@b.co', what: 'emails' },
        result: { found: ['a@b.co', 'c@d.org'] },
      },
      run: ({ text: content, what }) => ({ found: [...new Set(content.match(extractors[what]!) ?? [])] }),
    }),
    tool<{ a: string; b: string; ignoreCase: boolean }>({
      operation: 'compare',
      name: 'Compare texts',
      description:
        'Returns whether two texts are equal and how similar they are, from 0 to 1; use it to find near duplicates.',
      input: shape({
        a: text('One text.'),
        b: text('The other.'),
        'ignoreCase?': flag('Take upper and lower case for the same.', { default: false }),
      }),
      output: result({
        isEqual: flag('Whether they are the same.'),
        similarity: number('How alike they are, 0 to 1.'),
      }),
      effect: 'compute',
      example: { arguments: { a: 'night', b: 'nacht' }, result: { isEqual: false, similarity: 0.25 } },
      run: ({ a, b, ignoreCase }) => {
        const [left, right] = ignoreCase ? [a.toLowerCase(), b.toLowerCase()] : [a, b]
        return { isEqual: left === right, similarity: similarity(left, right) }
      },
    }),
    tool<{ template: string; values: Record<string, unknown> }>({
      operation: 'fill_template',
      name: 'Fill a template',
      description:
        'Replaces {{name}} in a text with values. Names that have no value stay as they are and are listed.',
      input: shape({ template: text('The text with {{names}}.'), values: record('The values by name.') }),
      output: result({
        text: text('The filled text.'),
        missing: list('Names without a value.', text('A name.')),
      }),
      effect: 'compute',
      example: {
        arguments: { template: 'Dear {{name}}, {{x}}', values: { name: 'Ada' } },
        result: { text: 'Dear Ada, {{x}}', missing: ['x'] },
      },
      run: ({ template, values }) => {
        const missing = new Set<string>()
        const written = new Map<string, string>()
        let length = 0
        const filled = template.replace(/\{\{\s*(\w{1,100})\s*\}\}/g, (whole, name: string) => {
          if (!Object.hasOwn(values, name)) {
            missing.add(name)
            return whole
          }
          const value = written.get(name) ?? textOf(values[name])
          written.set(name, value)
          length += value.length
          refuseHuge(length)
          return value
        })
        return { text: filled, missing: [...missing] }
      },
    }),
  ],
}
