/** Cells as text, not yet looked into; rows are as wide as the head says. */
export type TableText = { head: string[]; aligns: ('end' | undefined)[]; rows: string[][]; next: number }

const lineForm = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** The text between pipes; an escaped pipe is a character like any other. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The table that begins at a line; null when none does. Its second line, of dashes, is what makes it one. */
export function tableAt(lines: readonly string[], at: number): TableText | null {
  const [first, second] = [lines[at] ?? '', lines[at + 1] ?? '']
  if (!first.includes('|') || !second.includes('|') || !lineForm.test(second)) return null
  const head = cellsOf(first)
  const selection = cellsOf(second)
  if (selection.length !== head.length) return null
  let next = at + 2
  while (next < lines.length && lines[next]!.includes('|')) next++
  return {
    head,
    aligns: selection.map((mark) => (mark.endsWith(':') && !mark.startsWith(':') ? 'end' : undefined)),
    rows: lines.slice(at + 2, next).map((line) => {
      const cells = cellsOf(line)
      return head.map((_, column) => cells[column] ?? '')
    }),
    next,
  }
}
