import { PermanentFailure } from '../../../kernel/runs/run.ts'

// A row beyond this is a quote that was never closed.
const maxRowLength = 1024 * 1024

const quote = 0x22
const carriageReturn = 0x0d
const lineFeed = 0x0a

/** Reads CSV as RFC 4180 has it, in whatever pieces it comes. Quotes may hold anything, doubled quotes mean one. */
export async function* csvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[]> {
  const separator = delimiter.charCodeAt(0)
  let row: string[] = []
  let cell = ''
  let length = 0
  let state: 'start' | 'plain' | 'quoted' | 'closing' = 'start'
  let skipsLineFeed = false
  for await (const piece of text) {
    for (let i = 0; i < piece.length; i++) {
      const code = piece.charCodeAt(i)
      if (skipsLineFeed) {
        skipsLineFeed = false
        if (code === lineFeed) continue
      }
      if (++length > maxRowLength) throw new PermanentFailure('row_too_long', 'A row is longer than 1 MiB')
      if (state === 'quoted') {
        if (code === quote) state = 'closing'
        else cell += piece[i]
      } else if (code === quote && state === 'closing') {
        cell += '"'
        state = 'quoted'
      } else if (code === quote && state === 'start') state = 'quoted'
      else if (code === separator) {
        row.push(cell)
        cell = ''
        state = 'start'
      } else if (code === carriageReturn || code === lineFeed) {
        skipsLineFeed = code === carriageReturn
        row.push(cell)
        if (row.length > 1 || cell !== '' || state === 'closing') yield row
        row = []
        cell = ''
        length = 0
        state = 'start'
      } else {
        cell += piece[i]
        state = 'plain'
      }
    }
  }
  if (state === 'quoted') throw new PermanentFailure('invalid_csv', 'The file ends inside a quote')
  if (row.length > 0 || cell !== '') yield [...row, cell]
}

const needsQuotes = /[",\r\n]|^\s|\s$/

export const csvLine = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
