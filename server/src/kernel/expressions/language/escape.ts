import { Fault } from '../error.ts'

const simple: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' }
const coded = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\})/y

/** The character of an escape sequence, as in JavaScript. */
export function readEscape(source: string, from: number): { text: string; to: number } {
  const letter = source[from + 1]
  if (letter === undefined)
    throw new Fault('syntax', 'The text ends in a backslash; write \\\\ for a backslash.', {
      from,
      to: from + 1,
    })
  if (letter === 'x' || letter === 'u') {
    coded.lastIndex = from
    const found = coded.exec(source)
    const code = Number.parseInt(found?.[1] ?? found?.[2] ?? found?.[3] ?? 'ffffff', 16)
    if (found === null || code > 0x10ffff)
      throw new Fault('syntax', `\\${letter} is not followed by a code; write it as in \\u00e9.`, {
        from,
        to: from + 2,
      })
    return { text: String.fromCodePoint(code), to: from + found[0].length }
  }
  const character = String.fromCodePoint(source.codePointAt(from + 1)!)
  return {
    text: Object.hasOwn(simple, letter) ? simple[letter]! : character,
    to: from + 1 + character.length,
  }
}
