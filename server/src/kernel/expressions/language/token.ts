import { Fault, type Span } from '../error.ts'
import { readEscape } from './escape.ts'

/**
 * `template` is a piece of text of a template literal: the first one opens it, each further one follows the expression
 * before it, and the last one closes it.
 */
export type Token = Span &
  (
    | { type: 'number'; value: number }
    | { type: 'string'; value: string }
    | { type: 'name'; value: string }
    | { type: 'sign'; value: string }
    | { type: 'template'; value: string; isLast: boolean }
    | { type: 'end'; value: '' }
  )

const signs = [
  '===',
  '!==',
  '...',
  '=>',
  '??',
  '?.',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '+',
  '-',
  '*',
  '/',
  '%',
  '<',
  '>',
  '!',
  '?',
  ':',
  '.',
  ',',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
]
const space = /[\s\uFEFF]*/y
const numberForm = /(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y
const nameForm = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy

function match(form: RegExp, source: string, at: number): string {
  form.lastIndex = at
  return form.exec(source)?.[0] ?? ''
}

export type Tokens = { tokens: Token[]; end: number }

/** Splits a source from `start` on. In a template of `{{ }}` it ends before the `}` that closes nothing. */
export function tokenize(source: string, start = 0, isInBraces = false): Tokens {
  const tokens: Token[] = []
  /** What each open `{` is: of an object, or of `${` in a template literal. */
  const braces: ('object' | 'template')[] = []
  let at = start
  const push = (token: Token) => {
    tokens.push(token)
    at = token.to
  }
  for (;;) {
    at += match(space, source, at).length
    const character = source[at]
    if (character === undefined || (character === '}' && isInBraces && braces.length === 0)) break
    if (character === '`') push(readTemplateText(source, at))
    else if (character === '}' && braces.at(-1) === 'template') {
      braces.pop()
      push(readTemplateText(source, at))
    } else {
      const token = readToken(source, at)
      if (token.value === '{') braces.push('object')
      if (token.value === '}') braces.pop()
      push(token)
    }
    const last = tokens.at(-1)!
    if (last.type === 'template' && !last.isLast) braces.push('template')
  }
  tokens.push({ type: 'end', value: '', from: at, to: at })
  return { tokens, end: at }
}

function readToken(source: string, from: number): Token {
  const character = source[from]!
  if (character === '"' || character === "'") return readString(source, from)
  const digits = match(numberForm, source, from)
  if (digits !== '') return readNumber(source, from, digits)
  const name = match(nameForm, source, from)
  if (name !== '') return { type: 'name', value: name, from, to: from + name.length }
  const sign = signOf(source, from)
  if (sign !== undefined) return { type: 'sign', value: sign, from, to: from + sign.length }
  const odd = String.fromCodePoint(source.codePointAt(from)!)
  throw new Fault('syntax', `${odd} has no meaning here; ${hintFor(odd)}.`, { from, to: from + odd.length })
}

/** As in JavaScript, `a?.5:b` is a condition. */
function signOf(source: string, at: number): string | undefined {
  const sign = signs.find((each) => source.startsWith(each, at))
  return sign === '?.' && /\d/.test(source[at + 2] ?? '') ? '?' : sign
}

const hints: Record<string, string> = {
  '=': 'write == to compare',
  '&': 'write && for "and"',
  '|': 'write || for "or"',
  '#': 'write a text in quotes',
  ';': 'write one expression only',
}
const hintFor = (odd: string) => hints[odd] ?? 'write a text in quotes, or remove it'

function readNumber(source: string, from: number, digits: string): Token {
  const to = from + digits.length
  if (/[\p{ID_Continue}$]/u.test(source[to] ?? ''))
    throw new Fault('syntax', 'A number ends in a letter or has a leading zero; write decimal digits only.', {
      from,
      to: to + 1,
    })
  const value = Number(digits)
  if (!Number.isFinite(value))
    throw new Fault('syntax', 'The number is too large; write one below 1.8e308.', { from, to })
  return { type: 'number', value, from, to }
}

function readString(source: string, from: number): Token {
  const quote = source[from]!
  let value = ''
  for (let at = from + 1; ; ) {
    const character = source[at]
    if (character === undefined || character === '\n')
      throw new Fault('syntax', `The text is not closed; add ${quote} at its end.`, { from, to: at })
    if (character === quote) return { type: 'string', value, from, to: at + 1 }
    const { text, to } = character === '\\' ? readEscape(source, at) : { text: character, to: at + 1 }
    value += text
    at = to
  }
}

/** From the backtick, or from the `}` of an expression, to the next `${` or the closing backtick. */
function readTemplateText(source: string, from: number): Token {
  let value = ''
  for (let at = from + 1; ; ) {
    const character = source[at]
    if (character === undefined)
      throw new Fault('syntax', 'The text is not closed; add ` at its end.', { from, to: at })
    if (character === '`') return { type: 'template', value, isLast: true, from, to: at + 1 }
    if (character === '$' && source[at + 1] === '{')
      return { type: 'template', value, isLast: false, from, to: at + 2 }
    const { text, to } = character === '\\' ? readEscape(source, at) : { text: character, to: at + 1 }
    value += text
    at = to
  }
}
