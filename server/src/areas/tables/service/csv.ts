import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { PermanentFailure } from '../../../kernel/runs/run.ts'

// A row beyond this is a quote that was never closed.
const maxRowBytes = 1024 * 1024

/** The rows of a CSV text, in whatever pieces it comes; blank lines are passed over. */
export async function* csvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  })
  // What goes wrong surfaces in the iteration below.
  pipeline(text, parser, () => undefined)
  try {
    for await (const row of parser) yield (row as string[]).map(uncovered)
  } catch (error) {
    if (error instanceof CsvError) throw new PermanentFailure('invalid_csv', error.message.replace(/\.$/, ''))
    throw error
  }
}

// What a spreadsheet would work out instead of showing; also behind apostrophes, so that each is taken off again.
const formula = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** A text that a spreadsheet shows and does not run. */
const covered = (text: string): string => (formula.test(text) ? `'${text}` : text)
const uncovered = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell

export const csvLines = (rows: unknown[][]): string =>
  stringify(rows, {
    record_delimiter: '\r\n',
    cast: { string: covered, boolean: String, object: (value) => JSON.stringify(value) },
  })
