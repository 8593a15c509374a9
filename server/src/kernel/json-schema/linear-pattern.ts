import { RE2JS } from 're2js'
import { programSizeOf } from './program-size.ts'

/** `matcher` finds all matches; `test` says whether there is one. */
export type LinearPattern = Pick<RE2JS, 'matcher' | 'namedGroups' | 'split'> & { test(text: string): boolean }

export type PatternFlags = { ignoreCase?: boolean; multiline?: boolean }

const maxPatternLength = 1_000
// A thousand instructions take up to four milliseconds to compile, and repetitions multiply them.
const maxProgramSize = 5_000

export type Compiled = { pattern: LinearPattern } | { fault: string }

/** Group names as JavaScript writes them; the engine knows only the older spelling. */
const inItsSpelling = (source: string) => source.replaceAll(/\(\?<([A-Za-z]\w*)>/g, '(?P<$1>')

/**
 * Patterns that users write, matched in time that grows with the text alone. One badly nested pattern in the language's
 * own engine can hold the process for hours. A fault says what of it is too large to compile, or needs an engine that
 * searches. Many patterns take long in spite of that: compile them in a thread.
 */
export function compileLinearPattern(source: string, flags: PatternFlags = {}): Compiled {
  if (source.length > maxPatternLength)
    return { fault: `must be a regular expression of at most ${maxPatternLength} characters` }
  if (programSizeOf(source) > maxProgramSize)
    return { fault: `must not repeat its parts more than ${maxProgramSize} times in all` }
  const { ignoreCase = false, multiline = false } = flags
  try {
    const compiled = RE2JS.compile(
      inItsSpelling(source),
      (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (multiline ? RE2JS.MULTILINE : 0),
    )
    return {
      pattern: {
        matcher: (text) => compiled.matcher(text),
        namedGroups: () => compiled.namedGroups(),
        split: (text, limit) => compiled.split(text, limit),
        test: (text) => compiled.matcher(text).find(),
      },
    }
  } catch (error) {
    const reason = (error as Error).message.slice(0, 200)
    return {
      fault: `must be a regular expression in RE2 syntax, without look-arounds and back references (${reason})`,
    }
  }
}
