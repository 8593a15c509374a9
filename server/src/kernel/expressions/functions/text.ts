import { Fault } from '../error.ts'
import { allocate, allocateElements, elementSize, spend, spendOnSearch, spendOnText } from '../limits.ts'
import { boolean, listOfType, number, orNull, text as textType } from '../types/type.ts'
import { methodsOf, optional, parameter } from './define.ts'
import { type CallContext, demand, type FunctionSpec } from './signature.ts'

const specs: FunctionSpec[] = []
const text = methodsOf('string', specs)
export const textMethods: readonly FunctionSpec[] = specs

/** For what makes a text of about the same length: letters can become two when their case changes. */
function mapped(change: (value: string) => string): FunctionSpec['call'] {
  return ({ run, span }: CallContext, value: string) => {
    spendOnText(run, value.length, span)
    allocate(run, value.length, span)
    return change(value)
  }
}

text(
  'toUpperCase',
  [],
  textType,
  'In upper case.',
  ['"ada".toUpperCase()', 'ADA'],
  mapped((value) => value.toUpperCase()),
)
text(
  'toLowerCase',
  [],
  textType,
  'In lower case.',
  ['"ADA".toLowerCase()', 'ada'],
  mapped((value) => value.toLowerCase()),
)
text(
  'trim',
  [],
  textType,
  'Without white space at both ends.',
  ['"  ada ".trim()', 'ada'],
  mapped((value) => value.trim()),
)
text(
  'trimStart',
  [],
  textType,
  'Without white space at the beginning.',
  ['" ada ".trimStart()', 'ada '],
  mapped((value) => value.trimStart()),
)
text(
  'trimEnd',
  [],
  textType,
  'Without white space at the end.',
  ['" ada ".trimEnd()', ' ada'],
  mapped((value) => value.trimEnd()),
)
text(
  'capitalize',
  [],
  textType,
  'With its first letter in upper case.',
  ['"ada lovelace".capitalize()', 'Ada lovelace'],
  mapped((value) => value.charAt(0).toUpperCase() + value.slice(1)),
)
text(
  'toString',
  [],
  textType,
  'Itself.',
  ['"ada".toString()', 'ada'],
  (_: CallContext, value: string) => value,
)

text(
  'includes',
  [parameter('searched', demand.text)],
  boolean,
  'Whether it contains a text.',
  ['"workflow".includes("flow")', true],
  ({ run, span }: CallContext, value: string, searched: string) => {
    spendOnSearch(run, value, searched, span)
    return value.includes(searched)
  },
)
text(
  'startsWith',
  [parameter('searched', demand.text)],
  boolean,
  'Whether it begins with a text.',
  ['"workflow".startsWith("work")', true],
  ({ run, span }: CallContext, value: string, searched: string) => {
    spendOnText(run, searched.length, span)
    return value.startsWith(searched)
  },
)
text(
  'endsWith',
  [parameter('searched', demand.text)],
  boolean,
  'Whether it ends with a text.',
  ['"report.pdf".endsWith(".pdf")', true],
  ({ run, span }: CallContext, value: string, searched: string) => {
    spendOnText(run, searched.length, span)
    return value.endsWith(searched)
  },
)
text(
  'indexOf',
  [parameter('searched', demand.text)],
  number,
  'The position of the first occurrence of a text, or -1.',
  ['"a-b-c".indexOf("-")', 1],
  ({ run, span }: CallContext, value: string, searched: string) => {
    spendOnSearch(run, value, searched, span)
    return value.indexOf(searched)
  },
)
text(
  'lastIndexOf',
  [parameter('searched', demand.text)],
  number,
  'The position of the last occurrence of a text, or -1.',
  ['"a-b-c".lastIndexOf("-")', 3],
  ({ run, span }: CallContext, value: string, searched: string) => {
    spendOnSearch(run, value, searched, span)
    return value.lastIndexOf(searched)
  },
)

text(
  'slice',
  [optional('start', demand.number), optional('end', demand.number)],
  textType,
  'The part between two places; negative ones count from the end.',
  ['"workflow".slice(0, 4)', 'work'],
  (_: CallContext, value: string, start?: number, end?: number) => value.slice(start, end),
)
text(
  'substring',
  [parameter('start', demand.number), optional('end', demand.number)],
  textType,
  'The part between two places.',
  ['"workflow".substring(4)', 'flow'],
  (_: CallContext, value: string, start: number, end?: number) => value.substring(start, end),
)
text(
  'at',
  [parameter('index', demand.number)],
  orNull(textType),
  'One character; negative places count from the end.',
  ['"abc".at(-1)', 'c'],
  (_: CallContext, value: string, index: number) => value.at(index) ?? null,
)
text(
  'charAt',
  [parameter('index', demand.number)],
  textType,
  'One character, or an empty text.',
  ['"abc".charAt(1)', 'b'],
  (_: CallContext, value: string, index: number) => value.charAt(index),
)

text(
  'split',
  [parameter('separator', demand.text), optional('limit', demand.number)],
  listOfType(textType),
  'Its parts between a separator.',
  ['"a,b,c".split(",")', ['a', 'b', 'c']],
  split,
)

function split({ run, span }: CallContext, value: string, separator: string, limit?: number): string[] {
  spendOnSearch(run, value, separator, span)
  const most = Math.floor(run.memory / elementSize) + 1
  const parts = value.split(separator, limit === undefined || limit < 0 ? most : Math.min(most, limit))
  allocateElements(run, parts.length, span)
  spend(run, parts.length / 4, span)
  return parts
}

text(
  'replace',
  [parameter('searched', demand.text), parameter('replacement', demand.text)],
  textType,
  'With the first occurrence of a text replaced.',
  ['"a-b-c".replace("-", "+")', 'a+b-c'],
  ({ run, span }: CallContext, value: string, searched: string, replacement: string) => {
    spendOnSearch(run, value, searched, span)
    allocate(run, value.length + replacement.length, span)
    return value.replace(searched, () => replacement)
  },
)
text(
  'replaceAll',
  [parameter('searched', demand.text), parameter('replacement', demand.text)],
  textType,
  'With every occurrence of a text replaced.',
  ['"a-b-c".replaceAll("-", "")', 'abc'],
  (context: CallContext, value: string, searched: string, replacement: string) => {
    const parts = splitAt(context, value, searched)
    const { run, span } = context
    allocate(run, value.length + parts * replacement.length, span)
    return value.replaceAll(searched, () => replacement)
  },
)

/** How often one text occurs in another. */
function splitAt({ run, span }: CallContext, value: string, searched: string): number {
  spendOnSearch(run, value, searched, span)
  if (searched === '') {
    spend(run, value.length, span)
    return value.length + 1
  }
  let count = 0
  for (let at = value.indexOf(searched); at >= 0; at = value.indexOf(searched, at + searched.length)) count++
  spend(run, count, span)
  return count
}

text(
  'padStart',
  [parameter('length', demand.number), optional('fill', demand.text)],
  textType,
  'Filled up at the beginning to a length.',
  ['"7".padStart(3, "0")', '007'],
  ({ run, span }: CallContext, value: string, length: number, fill = ' ') => {
    allocate(run, Math.max(0, length), span)
    return value.padStart(length, fill)
  },
)
text(
  'padEnd',
  [parameter('length', demand.number), optional('fill', demand.text)],
  textType,
  'Filled up at the end to a length.',
  ['"7".padEnd(3, ".")', '7..'],
  ({ run, span }: CallContext, value: string, length: number, fill = ' ') => {
    allocate(run, Math.max(0, length), span)
    return value.padEnd(length, fill)
  },
)
text(
  'repeat',
  [parameter('count', demand.number)],
  textType,
  'Several times in a row.',
  ['"ab".repeat(3)', 'ababab'],
  ({ run, span, spanOf }: CallContext, value: string, count: number) => {
    if (count < 0)
      throw new Fault(
        'invalid_value',
        'A text cannot be repeated less than 0 times; use Math.max(0, x).',
        spanOf(0),
      )
    allocate(run, value.length * Math.trunc(count), span)
    return value === '' ? '' : value.repeat(count)
  },
)

text(
  'toNumber',
  [],
  orNull(number),
  'The number that it is in digits, or null.',
  ['"12.5".toNumber()', 12.5],
  (_: CallContext, value: string) => parseNumber(value),
)

/** What JavaScript's `Number` makes of a text, without its names for no number. */
export function parseNumber(value: string): number | null {
  const parsed = value.length > 400 || value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(parsed) ? parsed : null
}
