import type { TextItem } from './libraries.ts'

/** A line of a page: its cells are the parts that wide gaps divide. */
export type Line = { cells: { x: number; text: string }[]; y: number; height: number }

export const textOfLine = ({ cells }: Line): string => cells.map(({ text }) => text).join(' ')

/** The lines of a page, in the order in which the document draws them: columns stay apart. */
export function linesOf(items: readonly TextItem[]): Line[] {
  const lines: Line[] = []
  let line: Line | null = null
  let endsAt = 0
  const end = () => {
    const cells = line?.cells.map(({ x, text }) => ({ x, text: text.replace(/\s+/g, ' ').trim() }))
    const filled = cells?.filter(({ text }) => text !== '') ?? []
    if (line && filled.length > 0) lines.push({ ...line, cells: filled })
    line = null
  }
  for (const { str, transform, width, height, hasEOL } of items) {
    const [x, y] = [transform[4] ?? 0, transform[5] ?? 0]
    const current = line as Line | null
    // A blank may be as wide as the gap between two columns: gaps are measured, not read.
    const isBlank = str.trim() === ''
    if (current && !isBlank && Math.abs(current.y - y) > Math.max(current.height, height, 1) / 2) end()
    if (!isBlank) {
      if (line === null) line = { cells: [{ x, text: str }], y, height }
      else addTo(line as Line, { x, text: str, height, gap: x - endsAt })
      endsAt = x + width
    }
    if (hasEOL) end()
  }
  end()
  return lines
}

function addTo(
  line: Line,
  { x, text, height, gap }: { x: number; text: string; height: number; gap: number },
): void {
  const em = Math.max(height, line.height, 1)
  line.height = Math.max(line.height, height)
  if (gap > 1.5 * em) line.cells.push({ x, text })
  else line.cells.at(-1)!.text += (gap > 0.15 * em ? ' ' : '') + text
}

/** The height that most characters have. */
export function usualHeight(pages: readonly (readonly Line[])[]): number {
  const counts = new Map<number, number>()
  for (const line of pages.flat()) {
    const height = Math.round(line.height * 2) / 2
    counts.set(height, (counts.get(height) ?? 0) + textOfLine(line).length)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

const atEdge = 2
const oftenShare = 0.6

/** Lines at the top and bottom that most pages repeat: names of chapters, page numbers. */
export function repeatedLines(pages: readonly (readonly Line[])[]): Set<string> {
  const counts = new Map<string, number>()
  for (const lines of pages)
    for (const key of new Set(edgesOf(lines).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const least = Math.max(3, pages.length * oftenShare)
  const repeated = new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key))
  // Filled forms, labels: where nothing else is on the pages, it is what they are about.
  const isAll = pages.every((lines) => withoutRepeated(lines, repeated).length === 0)
  return isAll ? new Set() : repeated
}

export const withoutRepeated = (lines: readonly Line[], repeated: ReadonlySet<string>): Line[] => {
  const dropped = new Set(edgesOf(lines).filter((line) => repeated.has(keyOf(line))))
  return lines.filter((line) => !dropped.has(line))
}

const edgesOf = (lines: readonly Line[]): Line[] => [...lines.slice(0, atEdge), ...lines.slice(-atEdge)]

/** Page numbers differ from page to page. */
const keyOf = (line: Line): string => textOfLine(line).replace(/\d+/g, '0').toLowerCase()
