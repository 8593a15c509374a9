/** A piece of text that people read, and where it begins in its file. Its characters are at their place in the file. */
export type Prose = { at: number; text: string; isString?: boolean }

// Texts that are read have at least two words; what has one is mostly a name that code compares with.
const hasWords = (text: string) => /[a-z,;:][^\S\n]+[a-z]/i.test(text)

const regexMayFollow = /(?:[(,=:[!&|?{};+*%~^>]|\b(?:return|typeof|case|of|in|await|void|yield))\s*$/

/**
 * Comments, string literals and JSX text of TypeScript or JavaScript. It is no parser: what it takes for a string in JSX
 * text, such as what is between two apostrophes, is prose as well.
 */
export function* proseOfCode(text: string): Generator<Prose> {
  const templates: number[] = []
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    let end = i
    if (character === '/' && text[i + 1] === '/') end = lineEnd(text, i)
    else if (character === '/' && text[i + 1] === '*') end = after(text, '*/', i)
    if (end > i) {
      yield { at: i, text: text.slice(i, end) }
      i = end - 1
    } else if (
      character === '/' &&
      text[i + 1] !== '>' &&
      regexMayFollow.test(text.slice(Math.max(0, i - 20), i))
    )
      i = regexEnd(text, i)
    else if (character === "'" || character === '"') {
      const close = stringEnd(text, i)
      if (close > i) yield* literal(text, i, close)
      i = close
    } else if (character === '{') depth++
    else if (character === '`' || (character === '}' && templates.at(-1) === depth)) {
      if (character === '}') templates.pop()
      const { close, isExpression } = chunkEnd(text, i)
      if (!/sql$/.test(text.slice(i - 3, i))) yield* literal(text, i, close)
      if (isExpression) templates.push(depth)
      i = isExpression ? close + 1 : close
    } else if (character === '}') depth--
  }
  yield* jsxText(text)
}

function* jsxText(text: string): Generator<Prose> {
  for (const match of text.matchAll(/>([^<>{}=;()]*[a-z][^<>{}=;()]*)(?=[<{])/gi))
    if (hasWords(match[1]!)) yield { at: match.index + 1, text: match[1]! }
}

/** Comments and texts of Python. */
export function* proseOfPython(text: string): Generator<Prose> {
  for (const match of text.matchAll(/"""[\s\S]*?"""|(["'])(?:(?!\1)[^\\\n]|\\.)*\1|#[^\n]*/g))
    if (hasWords(match[0])) yield { at: match.index, text: match[0], isString: !match[0].startsWith('#') }
}

/** A document without its code and without the targets of its links. */
export const proseOfMarkdown = (text: string): Prose => ({
  at: 0,
  text: blank(text, /```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g),
})

/** The same characters, with spaces where the pattern matches. */
export const blank = (text: string, pattern: RegExp) =>
  text.replace(pattern, (found) => found.replace(/[^\n]/g, ' '))

function* literal(text: string, start: number, close: number): Generator<Prose> {
  const content = text.slice(start + 1, close)
  if (hasWords(content)) yield { at: start + 1, text: content, isString: true }
}

const lineEnd = (text: string, from: number) => (text.indexOf('\n', from) + 1 || text.length + 1) - 1

const after = (text: string, mark: string, from: number) => {
  const at = text.indexOf(mark, from + 2)
  return at < 0 ? text.length : at + mark.length
}

/** Where a string ends; where it begins when its line ends first, because then it is an apostrophe. */
function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length && text[i] !== '\n'; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === text[start]) return i
  }
  return start
}

function chunkEnd(text: string, start: number): { close: number; isExpression: boolean } {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '`') return { close: i, isExpression: false }
    else if (text[i] === '$' && text[i + 1] === '{') return { close: i, isExpression: true }
  }
  return { close: text.length, isExpression: false }
}

function regexEnd(text: string, start: number): number {
  let isClass = false
  for (let i = start + 1; i < text.length && text[i] !== '\n'; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '[') isClass = true
    else if (text[i] === ']') isClass = false
    else if (text[i] === '/' && !isClass) return i
  }
  return start
}
