import type { Readable } from 'node:stream'
import { AppError } from '../../../kernel/errors.ts'
import { parseJson } from '../../../kernel/http/request/json.ts'
import { PermanentFailure } from '../../../kernel/runs/run.ts'
import { isSystemField, maxDocumentBytes } from '../schema/field.ts'
import { systemColumns } from '../schema/filter.ts'
import { maxColumns } from '../schema/import.ts'
import { csvRows } from './csv.ts'
import { dialectOf } from './csv-dialect.ts'

export type ImportRow = { number: number; data: Record<string, unknown>; fault: string | null }

type ImportForm = {
  format: 'csv' | 'jsonl'
  /** Detected if it is absent. */
  delimiter?: string | undefined
  /** The field for each name in the file; null leaves it out. */
  columns?: Readonly<Record<string, string | null>> | undefined
}

/** The rows of a file, numbered from 1; a row that cannot be read says why and does not end the file. */
export function importRows(
  bytes: Readable,
  { format, delimiter, columns }: ImportForm,
): AsyncGenerator<ImportRow> {
  const text = decoded(bytes)
  const rows = format === 'csv' ? rowsOfCsv(text, delimiter === 'tab' ? '\t' : delimiter) : rowsOfLines(text)
  const named = new Map(Object.entries(columns ?? {}))
  const own = withoutSystemFields(rows, named)
  return columns === undefined ? own : withColumns(own, named)
}

/**
 * A row that an export wrote has all fields of the product's own: the new document has its own values of them. In any other
 * row they are a mistake, which is reported.
 */
async function* withoutSystemFields(
  rows: AsyncIterable<ImportRow>,
  named: ReadonlyMap<string, unknown>,
): AsyncGenerator<ImportRow> {
  for await (const row of rows) {
    const isExported = systemColumns.every((name) => Object.hasOwn(row.data, name))
    if (isExported) {
      const entries = Object.entries(row.data)
      yield {
        ...row,
        data: Object.fromEntries(entries.filter(([name]) => named.has(name) || !isSystemField(name))),
      }
    } else yield row
  }
}

async function* withColumns(
  rows: AsyncIterable<ImportRow>,
  columns: ReadonlyMap<string, string | null>,
): AsyncGenerator<ImportRow> {
  for await (const row of rows) {
    const entries = Object.entries(row.data).flatMap(([name, value]): [string, unknown][] => {
      const field = columns.has(name) ? columns.get(name)! : name
      return field === null ? [] : [[field, value]]
    })
    const data = Object.fromEntries(entries)
    const isAmbiguous = Object.keys(data).length < entries.length
    yield { ...row, data, fault: row.fault ?? (isAmbiguous ? 'has two columns for one field' : null) }
  }
}

async function* decoded(bytes: Readable): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let beginning = Buffer.alloc(0)
  try {
    for await (const chunk of bytes) {
      beginning = Buffer.concat([beginning, chunk as Buffer])
      if (beginning.length < 2) continue
      decoder ??= new TextDecoder(encodingOf(beginning), { fatal: true })
      yield decoder.decode(beginning, { stream: true })
      beginning = Buffer.alloc(0)
    }
    yield (decoder ?? new TextDecoder('utf-8', { fatal: true })).decode(beginning)
  } catch (error) {
    if (error instanceof TypeError)
      throw new PermanentFailure(
        'invalid_encoding',
        'The file is neither UTF-8 nor UTF-16 with a byte order mark: save it as CSV UTF-8',
      )
    throw error
  }
}

/** Excel saves "Unicode text" as UTF-16, which always begins with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

async function* rowsOfCsv(
  bytes: AsyncIterable<string>,
  given: string | undefined,
): AsyncGenerator<ImportRow> {
  const { text, delimiter } = await dialectOf(bytes, given)
  let names: string[] | null = null
  let number = 0
  for await (const cells of csvRows(text, delimiter)) {
    if (names === null) {
      names = cells.map((name) => name.trim())
      refuseHeader(names)
      continue
    }
    number++
    const fault = faultOf(cells, names)
    yield { number, data: Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])), fault }
  }
}

function faultOf(cells: readonly string[], names: readonly string[]): string | null {
  if (cells.length > names.length)
    return `has ${cells.length} cells, more than the ${names.length} of the first line`
  return cells.some((cell) => cell.includes('\0')) ? 'has a NUL character' : null
}

/** Counted first: a first line of a megabyte would name more columns than can be compared in time. */
function refuseHeader(names: readonly string[]): void {
  if (names.length > maxColumns)
    throw new PermanentFailure(
      'invalid_header',
      `The first line names ${names.length} columns, and at most ${maxColumns} can be imported`,
    )
  // No name could be stored with it, nor what is wrong with the row.
  if (names.some((name) => name.includes('\0')))
    throw new PermanentFailure('invalid_header', 'The first line has a NUL character')
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (names.includes('') || twice !== undefined || names.includes('__proto__'))
    throw new PermanentFailure(
      'invalid_header',
      `The first line must name each column once${twice ? `: ${twice}` : ''}`,
    )
}

async function* rowsOfLines(text: AsyncIterable<string>): AsyncGenerator<ImportRow> {
  let number = 0
  for await (const line of lines(text)) {
    number++
    yield rowOfLine(number, line)
  }
}

function rowOfLine(number: number, line: string): ImportRow {
  try {
    const value = parseJson(Buffer.from(line))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { number, data: value as Record<string, unknown>, fault: null }
    return { number, data: {}, fault: 'is not a JSON object' }
  } catch (error) {
    if (error instanceof AppError) return { number, data: {}, fault: error.message }
    throw error
  }
}

// Capacity for escapes: the document itself is measured later.
const maxLineLength = maxDocumentBytes * 2

async function* lines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    const parts = (rest + piece).split('\n')
    rest = parts.pop()!
    for (const part of parts) if (part.trim() !== '') yield part
    if (rest.length > maxLineLength)
      throw new PermanentFailure('row_too_long', 'A line is longer than 512 KiB')
  }
  if (rest.trim() !== '') yield rest
}
