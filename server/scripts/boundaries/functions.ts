import { locationOf, type Source } from './locations.ts'

export const maxFunctionLines = 50

/** Puts parts together one after the other; cut in two, neither half would mean anything. */
const compositions = ['app.ts', 'kernel-parts.ts', 'web.ts', 'infrastructure.ts']

type Extent = { from: number; to: number; kind: 'function' | 'expression' | 'list'; head: string }

const control = /^(?:if|for|while|switch|try|do|else|case|default|} (?:else|catch|finally))\b/
const closes = /^[)}\]]/

/**
 * Functions with too many own lines of code. What a function contains is counted by itself, so that a factory is
 * as long as what it does apart from its methods; a list, such as of routes, and the text of a statement are data. The
 * source is formatted, so indentation says where a block ends and no parser is needed.
 */
export function functionFaults({ file, text }: Source): string[] {
  if (locationOf(file).part === 'index' || compositions.includes(file)) return []
  const lines = text.split('\n')
  const extents = extentsOf(lines)
  return extents
    .filter(({ kind }) => kind === 'function')
    .map((each) => ({ ...each, lines: ownLines(each, { lines, extents }) }))
    .filter(({ lines }) => lines > maxFunctionLines)
    .map(
      ({ from, head, lines }) =>
        `line ${from + 1}: ${lines} lines in one function (${maxFunctionLines} at most): ${head}`,
    )
}

function ownLines(
  outer: Extent,
  { lines, extents }: { lines: readonly string[]; extents: readonly Extent[] },
): number {
  const inner = extents.filter(({ from, to }) => from > outer.from && to <= outer.to)
  const isOwn = (line: number) => !inner.some(({ from, to }) => line >= from && line <= to)
  return lines.filter((text, line) => line >= outer.from && line <= outer.to && isCode(text) && isOwn(line))
    .length
}

const isCode = (line: string) => line.trim() !== '' && !/^\s*(?:\/\/|\*|\/\*)/.test(line)

function extentsOf(lines: readonly string[]): Extent[] {
  return lines.flatMap((line, from) => {
    const text = line.trim()
    if (!/(?:=>|[[({`])$/.test(text) || !isCode(line)) return []
    const start = startOf(lines, from)
    const head = lines[start]!.trim()
    const kind = kindOf(text, head)
    return kind === null ? [] : [{ from: start, to: endOf(lines, from), kind, head }]
  })
}

function kindOf(text: string, head: string): Extent['kind'] | null {
  if (/^(?:return|\w+:) \[$|sql`$/.test(text)) return 'list'
  if (control.test(text) || control.test(head)) return null
  if (/(?:=>|\)(?:: .*)?) \{$/.test(text)) return 'function'
  return /=>(?: |$)/.test(text) ? 'expression' : null
}

/** The line where the parameters began that this line closes. */
function startOf(lines: readonly string[], at: number): number {
  const indent = indentOf(lines[at]!)
  for (let line = at; line >= 0; line--) {
    const text = lines[line]!.trim()
    if (text !== '' && indentOf(lines[line]!) === indent && !closes.test(text)) return line
  }
  return at
}

function endOf(lines: readonly string[], from: number): number {
  const indent = indentOf(lines[from]!)
  let to = from + 1
  while (to < lines.length && (lines[to]!.trim() === '' || indentOf(lines[to]!) > indent)) to++
  return to < lines.length && closes.test(lines[to]!.trim()) ? to : to - 1
}

const indentOf = (line: string) => line.length - line.trimStart().length
