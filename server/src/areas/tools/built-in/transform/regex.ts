import { compileLinearPattern, type LinearPattern } from '../../../../kernel/json-schema/linear-pattern.ts'
import {
  type BuiltInToolkit,
  flag,
  integer,
  invalid,
  list,
  record,
  refuseHuge,
  result,
  shape,
  text,
  tool,
} from '../tool.ts'

type PatternArgs = { text: string; pattern: string; ignoreCase: boolean; multiline: boolean }

const patternInput = {
  text: text('The text to search.'),
  pattern: text('A regular expression in RE2 syntax: no look-arounds, no back references.', {
    minLength: 1,
    maxLength: 1000,
  }),
  'ignoreCase?': flag('Take upper and lower case for the same.', { default: false }),
  'multiline?': flag('^ and $ also match at line breaks.', { default: false }),
}

// More than this is not useful to a reader, and would block other requests.
const maxMatches = 10_000
// The engine takes time by the length of the text and of the pattern together.
const maxSteps = 50_000_000

function compiled({ text: content, pattern, ignoreCase, multiline }: PatternArgs): LinearPattern {
  if (content.length * pattern.length > maxSteps)
    throw invalid('The text and the pattern are too long together: shorten one of them.')
  const usable = compileLinearPattern(pattern, { ignoreCase, multiline })
  if ('fault' in usable) throw invalid(`The pattern ${usable.fault}.`)
  return usable.pattern
}

/** `$1` and `${name}` refer to groups, a backslash escapes the next character. */
const groupIn = /\\[\s\S]|\$(?:(\d)|\{([^}]*)\})/g

function refuseUnknownGroups(replacement: string, count: number, names: readonly string[]): void {
  for (const [written, digit, name] of replacement.matchAll(groupIn)) {
    const isKnown = digit === undefined ? name === undefined || names.includes(name) : Number(digit) <= count
    if (isKnown) continue
    const known = [count === 1 ? '1 group' : `${count} groups`, ...names].join(', ')
    throw invalid(
      `The replacement names the group ${written.slice(0, 50)}, but the pattern has ${known}; write \\$ for a dollar sign.`,
    )
  }
}

/**
 * At most: every match becomes the replacement. Its groups together are no longer than the text, but the text before
 * or after a match counts for each of them.
 */
function lengthAfter(pattern: LinearPattern, content: string, replacement: string): number {
  const groups = replacement.split('$').length - 1
  const matcher = pattern.matcher(content)
  let matches = 0
  while (matcher.find()) matches++
  const times = /\$[`']/.test(replacement) ? matches : 1
  return content.length * (1 + groups * times) + matches * replacement.length
}

export const regexToolkit: BuiltInToolkit = {
  slug: 'regex',
  name: 'Regular expressions',
  description: 'Tests, finds, replaces and splits by regular expressions that always end in linear time.',
  category: 'developer-tools-&-devops',
  tools: [
    tool<PatternArgs>({
      operation: 'test',
      name: 'Test a pattern',
      description: 'Checks whether a regular expression matches anywhere in a text.',
      input: shape(patternInput),
      output: result({ matches: flag('Whether it matches.') }),
      effect: 'compute',
      example: { arguments: { text: 'order 66', pattern: '\\d+' }, result: { matches: true } },
      run: (args) => ({ matches: compiled(args).matcher(args.text).find() }),
    }),
    tool<PatternArgs & { limit: number }>({
      operation: 'find',
      name: 'Find matches',
      description: 'Finds all matches of a regular expression with their places, groups and named groups.',
      input: shape({
        ...patternInput,
        'limit?': integer('At most so many matches.', { default: 100, minimum: 1, maximum: maxMatches }),
      }),
      output: result({
        matches: list('The matches in order.', record('match, index, groups and named groups.')),
      }),
      effect: 'compute',
      example: {
        arguments: { text: 'k1=v1 k2=v2', pattern: '(?<key>\\w+)=(\\w+)', limit: 1 },
        result: { matches: [{ match: 'k1=v1', index: 0, groups: ['k1', 'v1'], named: { key: 'k1' } }] },
      },
      run: (args) => {
        const pattern = compiled(args)
        const matcher = pattern.matcher(args.text)
        const names = Object.keys(pattern.namedGroups())
        const matches = []
        while (matches.length < args.limit && matcher.find()) {
          const groups = Array.from({ length: matcher.groupCount() }, (_, i) => matcher.group(i + 1) ?? null)
          const named = Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? null]))
          matches.push({ match: matcher.group() ?? '', index: matcher.start(), groups, named })
        }
        return { matches }
      },
    }),
    tool<PatternArgs & { replacement: string; all: boolean }>({
      operation: 'replace',
      name: 'Replace matches',
      description:
        'Replaces what a regular expression matches; $1, $2 and so on in the replacement refer to groups.',
      input: shape({
        ...patternInput,
        replacement: text('What to put in place of each match.', { maxLength: 10_000 }),
        'all?': flag('Every match, not only the first.', { default: true }),
      }),
      output: result({ text: text('The text after replacing.') }),
      effect: 'compute',
      example: {
        arguments: { text: '2026-01-02', pattern: '(\\d+)-(\\d+)-(\\d+)', replacement: '$3.$2.$1' },
        result: { text: '02.01.2026' },
      },
      run: (args) => {
        const pattern = compiled(args)
        refuseHuge(lengthAfter(pattern, args.text, args.replacement))
        const matcher = pattern.matcher(args.text)
        refuseUnknownGroups(args.replacement, matcher.groupCount(), Object.keys(pattern.namedGroups()))
        try {
          return {
            text: args.all ? matcher.replaceAll(args.replacement) : matcher.replaceFirst(args.replacement),
          }
        } catch (error) {
          throw invalid(`The replacement cannot be used: ${(error as Error).message.slice(0, 200)}`)
        }
      },
    }),
    tool<PatternArgs>({
      operation: 'split',
      name: 'Split at matches',
      description: 'Splits a text wherever a regular expression matches.',
      input: shape(patternInput),
      output: result({ parts: list('The pieces.', text('A piece.')) }),
      effect: 'compute',
      example: { arguments: { text: 'a1b22c', pattern: '\\d+' }, result: { parts: ['a', 'b', 'c'] } },
      run: (args) => ({ parts: compiled(args).split(args.text, maxMatches) }),
    }),
  ],
}
