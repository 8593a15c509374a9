import type { Token } from './token.ts'

/** Which operators bind more closely, as in JavaScript. */
export const precedence: Record<string, number> = {
  '??': 1,
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '===': 4,
  '!==': 4,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  in: 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
}
export const constants: Record<string, boolean | null> = {
  true: true,
  false: false,
  null: null,
  undefined: null,
}
/** Words of JavaScript that are no values. */
export const statements = new Set([
  'new',
  'function',
  'return',
  'var',
  'let',
  'const',
  'if',
  'for',
  'while',
  'class',
  'this',
  'typeof',
  'void',
  'delete',
  'await',
  'async',
  'yield',
  'import',
  'instanceof',
  'throw',
  'try',
  'switch',
])

export const shown = (token: Token): string =>
  token.type === 'end'
    ? 'the end'
    : token.type === 'string'
      ? 'a text'
      : token.type === 'template'
        ? 'a template literal'
        : String(token.value)

/** What to write instead. */
export function explainUnexpected(token: Token): string {
  if (token.value === '/') return 'patterns are texts, as in text.matches("^a")'
  if (token.value === '=>') return 'a function can only be an argument, as in list.map(x => x.id)'
  if (token.value === '+') return 'write Number(x) to convert a text'
  return 'write a value, or remove it'
}
