import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { PermanentFailure } from '../../../kernel/runs/run.ts'
import { formulaForm } from '../../../kernel/text/csv.ts'

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

/** What an export has put before a text that a spreadsheet would run is taken off again. */
const uncovered = (cell: string): string =>
  cell.startsWith("'") && formulaForm.test(cell) ? cell.slice(1) : cell
