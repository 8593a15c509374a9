import { once } from 'node:events'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import {
  type BuiltInToolkit,
  choice,
  flag,
  integer,
  invalid,
  list,
  number,
  record,
  result,
  shape,
  text,
  tool,
} from '../tool.ts'

const delimiter = choice('The separator of cells.', [',', ';', '\t', '|'], ',')
type Row = Record<string, string>

const sliceBytes = 32 * 1024
const sliceCells = 10_000
// Columns that are requested, or named in a first line, make many cells of few letters.
const maxCells = 1_000_000

/** Slice by slice: others get their turn between them. */
async function rowsOf(content: string, separator: string): Promise<Row[]> {
  const rows: Row[] = []
  let names: readonly string[] | null = null
  // The columns are named here: the parser would go through all of them for every row, however short it is.
  const take = (cells: string[]) => {
    if (names === null) names = cells
    else rows.push(Object.fromEntries(cells.slice(0, names.length).map((cell, i) => [names![i]!, cell])))
  }
  const parser = parse({
    delimiter: separator,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: 200_000,
  }).on('data', take)
  const ended = once(parser, 'end')
  ended.catch(() => undefined)
  try {
    const bytes = Buffer.from(content)
    for (let at = 0; at < bytes.length && !parser.destroyed; at += sliceBytes) {
      parser.write(bytes.subarray(at, at + sliceBytes))
      await yieldToEventLoop()
    }
    if (!parser.destroyed) parser.end()
    await ended
    return rows
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`The text is no CSV: ${error.message.slice(0, 200)}`)
    throw error
  }
}

function refuseManyCells(rows: number, columns: number): void {
  if (rows * columns > maxCells)
    throw invalid(`${rows} rows of ${columns} columns are too many cells: at most ${maxCells} in one call.`)
}

async function written(
  rows: readonly object[],
  columns: readonly { key: string; header: string }[],
  separator: string,
  cast: { string?: (cell: string) => string; boolean?: (cell: boolean) => string } = {},
): Promise<string> {
  refuseManyCells(rows.length, columns.length)
  const step = Math.max(1, Math.floor(sliceCells / Math.max(1, columns.length)))
  const parts: string[] = []
  // By place instead of by name: the writer takes no column without a name, which a header line may well have.
  parts.push(stringify([columns.map(({ header }) => header)], { delimiter: separator }))
  for (let at = 0; at < rows.length; at += step) {
    const cells = rows.slice(at, at + step).map((row) => columns.map(({ key }) => cellOf(row, key)))
    parts.push(stringify(cells, { delimiter: separator, cast }))
    await yieldToEventLoop()
  }
  return parts.join('')
}

const cellOf = (row: object, key: string): unknown =>
  Object.hasOwn(row, key) ? (row as Record<string, unknown>)[key] : undefined

const typed = (cell: string): string | number | boolean | null => {
  if (cell === '') return null
  if (/^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(cell)) return Number(cell)
  return cell === 'true' ? true : cell === 'false' ? false : cell
}

// What a spreadsheet would work out instead of showing, also written in full width. A number is only shown.
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const plainNumber = /^-\d+(\.\d+)?$/
const covered = (cell: string) => (formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell)

export const csvToolkit: BuiltInToolkit = {
  slug: 'csv',
  name: 'CSV',
  description: 'Reads, writes, picks from and summarises tables written as CSV.',
  category: 'data-&-analytics',
  tools: [
    tool<{ text: string; delimiter: string; types: boolean }>({
      operation: 'parse',
      name: 'Read CSV',
      description: 'Reads CSV with a header line into a list of objects.',
      input: shape({
        text: text('The CSV.'),
        'delimiter?': delimiter,
        'types?': flag('Turn numbers and true or false into values.', { default: true }),
      }),
      output: result({
        rows: list('The rows.', record('A row by column.')),
        count: integer('How many rows.'),
      }),
      effect: 'compute',
      example: { arguments: { text: 'a,b\n1,x\n' }, result: { rows: [{ a: 1, b: 'x' }], count: 1 } },
      run: async ({ text: content, delimiter: separator, types }) => {
        const rows = await rowsOf(content, separator)
        return {
          rows: types
            ? rows.map((row) =>
                Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, typed(cell)])),
              )
            : rows,
          count: rows.length,
        }
      },
    }),
    tool<{ rows: Record<string, unknown>[]; columns?: string[]; delimiter: string }>({
      operation: 'write',
      name: 'Write CSV',
      description:
        'Writes a list of objects as CSV with a header line. Cells that a spreadsheet would run as formulas are covered.',
      input: shape({
        rows: list('The rows.', record('A row by column.')),
        'columns?': list('Which columns, in this order.', text('A column.'), { maxItems: 500 }),
        'delimiter?': delimiter,
      }),
      output: result({ text: text('The CSV.') }),
      effect: 'compute',
      example: { arguments: { rows: [{ a: 1, b: 'x, y' }] }, result: { text: 'a,b\n1,"x, y"\n' } },
      run: async ({ rows, columns, delimiter: separator }) => {
        const names = columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))]
        const headed = names.map((name) => ({ key: name, header: covered(name) }))
        return { text: await written(rows, headed, separator, { string: covered, boolean: String }) }
      },
    }),
    tool<{ text: string; columns: string[]; delimiter: string }>({
      operation: 'pick_columns',
      name: 'Pick columns',
      description: 'Selects columns of a CSV, in the order given.',
      input: shape({
        text: text('The CSV.'),
        columns: list('The columns.', text('A column.'), { minItems: 1, maxItems: 500 }),
        'delimiter?': delimiter,
      }),
      output: result({ text: text('The smaller CSV.') }),
      effect: 'compute',
      example: { arguments: { text: 'a,b,c\n1,2,3\n', columns: ['c', 'a'] }, result: { text: 'c,a\n3,1\n' } },
      run: async ({ text: content, columns, delimiter: separator }) => {
        const headed = columns.map((name) => ({ key: name, header: name }))
        return { text: await written(await rowsOf(content, separator), headed, separator) }
      },
    }),
    tool<{ text: string; delimiter: string }>({
      operation: 'summarize',
      name: 'Summarise CSV',
      description:
        'Returns for each column how many cells are filled, how many differ, and for numbers smallest, largest and mean.',
      input: shape({ text: text('The CSV.'), 'delimiter?': delimiter }),
      output: result({
        rows: integer('How many rows.'),
        columns: list(
          'The columns.',
          result({
            name: text('The file name.'),
            filled: integer('Cells that are not empty.'),
            distinct: integer('Different cells.'),
            'min?': number('Smallest.'),
            'max?': number('Largest.'),
            'mean?': number('Mean.'),
          }),
        ),
      }),
      effect: 'compute',
      example: {
        arguments: { text: 'n\n1\n3\n' },
        result: { rows: 2, columns: [{ name: 'n', filled: 2, distinct: 2, min: 1, max: 3, mean: 2 }] },
      },
      run: async ({ text: content, delimiter: separator }) => {
        const rows = await rowsOf(content, separator)
        const names = Object.keys(rows[0] ?? {})
        refuseManyCells(rows.length, names.length)
        return {
          rows: rows.length,
          columns: names.map((name) =>
            summaryOf(
              name,
              rows.map((row) => row[name] ?? ''),
            ),
          ),
        }
      },
    }),
  ],
}

function summaryOf(name: string, cells: readonly string[]) {
  const filled = cells.filter((cell) => cell !== '')
  const values = filled.map(typed).filter((value) => typeof value === 'number')
  const base = { name, filled: filled.length, distinct: new Set(filled).size }
  if (values.length === 0 || values.length < filled.length) return base
  const sum = values.reduce((a, b) => a + b, 0)
  return {
    ...base,
    min: values.reduce((a, b) => Math.min(a, b)),
    max: values.reduce((a, b) => Math.max(a, b)),
    mean: Number((sum / values.length).toPrecision(12)),
  }
}
