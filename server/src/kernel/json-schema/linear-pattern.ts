import { RE2JS } from 're2js'

export type LinearPattern = { test(text: string): boolean }

const maxPatternLength = 1_000

/** Group names as JavaScript writes them; the engine knows only the older spelling. */
const inItsSpelling = (source: string) => source.replaceAll(/\(\?<([A-Za-z]\w*)>/g, '(?P<$1>')

/**
 * Patterns that users write, matched in time that grows with the text alone. One badly nested pattern in the language's
 * own engine can hold the process for hours. Null for what only a searching engine can do: look-arounds, back references.
 */
export function compileLinearPattern(source: string, flags = 0): LinearPattern | null {
  if (source.length > maxPatternLength) return null
  try {
    const compiled = RE2JS.compile(inItsSpelling(source), flags)
    return { test: (text) => compiled.matcher(text).find() }
  } catch {
    return null
  }
}
