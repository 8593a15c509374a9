import { type Line, textOfLine } from './pdf-lines.ts'
import { markdownTable } from './table.ts'

const headingRatio = 1.15
const longestHeading = 160
const leastRows = 3
const aligned = 6

/** A page as Markdown: large lines are headings, lines whose cells begin at the same places are a table. */
export function markdownOfLines(lines: readonly Line[], usual: number): string {
  let text = ''
  let paragraph = ''
  const end = () => {
    if (paragraph !== '') text += `${paragraph}\n\n`
    paragraph = ''
  }
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!
    const rows = rowsFrom(lines, i)
    const level = headingLevel(line, usual)
    const previous = lines[i - 1]
    if (rows >= leastRows) {
      end()
      text += markdownTable(tableOf(lines.slice(i, i + rows)))
      i += rows
      continue
    }
    if (level > 0) {
      end()
      text += `${'#'.repeat(level)} ${textOfLine(line)}\n\n`
    } else {
      const gap = previous ? previous.y - line.y : 0
      if (previous && (gap > 1.7 * Math.max(line.height, 1) || gap < 0)) end()
      paragraph = joined(paragraph, textOfLine(line))
    }
    i++
  }
  end()
  return text
}

function headingLevel(line: Line, usual: number): number {
  const ratio = usual > 0 ? line.height / usual : 1
  const text = textOfLine(line)
  if (ratio < headingRatio || text.length > longestHeading || !/\p{L}/u.test(text)) return 0
  return ratio >= 1.6 ? 1 : ratio >= 1.3 ? 2 : 3
}

/** A word that was divided at the end of a line is joined again. */
function joined(before: string, next: string): string {
  if (before === '') return next
  return /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(next) ? before.slice(0, -1) + next : `${before} ${next}`
}

function rowsFrom(lines: readonly Line[], from: number): number {
  const first = lines[from]!
  if (first.cells.length < 2) return 0
  let rows = 1
  while (lines[from + rows] && isRowOf(lines[from + rows]!, first)) rows++
  return rows
}

const isRowOf = ({ cells }: Line, first: Line): boolean =>
  cells.length >= 2 &&
  cells.length <= first.cells.length &&
  cells.every(({ x }) => first.cells.some((cell) => Math.abs(cell.x - x) <= aligned))

const tableOf = (rows: readonly Line[]): string[][] =>
  rows.map(({ cells }) =>
    rows[0]!.cells.map(({ x }) => cells.find((cell) => Math.abs(cell.x - x) <= aligned)?.text ?? ''),
  )
