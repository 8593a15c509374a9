import type { TableCollection } from '@stoa/sdk'
import { parseCsv } from '../../../features/files/preview/csv.ts'
import { textOf } from '../cell-values.ts'

/** The first rows of a file. */
export type ImportPreview = { names: readonly string[]; rows: readonly (readonly string[])[] }

/** The field for each column of a file by its name; null leaves the column out. */
export type ColumnMapping = Readonly<Record<string, string | null>>

const shownRows = 5
/** As many as the server reads. */
const maxColumns = 500

export function previewCsv(text: string, separator: string): ImportPreview {
  const [head = [], ...rows] = parseCsv(text, shownRows + 1, separator)
  // One more than is allowed says that there are too many; a megabyte of names would hold the page.
  return { names: head.slice(0, maxColumns + 1).map((name) => name.trim()), rows }
}

/** Lines that are no objects are left to the import, which says what is wrong with them. */
export function previewLines(text: string): ImportPreview {
  const rows = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, shownRows)
    .flatMap((line): Record<string, unknown>[] => {
      try {
        const value: unknown = JSON.parse(line)
        return typeof value === 'object' && value !== null && !Array.isArray(value)
          ? [value as Record<string, unknown>]
          : []
      } catch {
        return []
      }
    })
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, maxColumns + 1)
  return { names, rows: rows.map((row) => names.map((name) => textOf(row[name]))) }
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** By equal names first, then by names that differ in case, spaces and signs. Each field gets one column. */
export function guessMapping(names: readonly string[], { mode, schema }: TableCollection): ColumnMapping {
  const free = new Set(schema.fields.map(({ name }) => name))
  const take = (field: string | undefined) => {
    if (field !== undefined) free.delete(field)
    return field
  }
  const equal = new Map(names.map((name) => [name, take(free.has(name) ? name : undefined)]))
  return Object.fromEntries(
    names.map((name) => {
      const field = equal.get(name) ?? take([...free].find((each) => plain(each) === plain(name)))
      return [name, field ?? (mode === 'flexible' ? name : null)]
    }),
  )
}

/** Another delimiter makes other columns: what was chosen for those that are not there is left out. */
export const withChanges = (guessed: ColumnMapping, changed: ColumnMapping): ColumnMapping =>
  Object.fromEntries(
    Object.entries(guessed).map(([name, field]) => [
      name,
      Object.hasOwn(changed, name) ? changed[name]! : field,
    ]),
  )

/** As the API takes it: only what does not keep its name. */
export function columnsParam(mapping: ColumnMapping): string | undefined {
  const changed = Object.entries(mapping).filter(([name, field]) => name !== field)
  return changed.length === 0 ? undefined : JSON.stringify(Object.fromEntries(changed))
}

/** What the server would refuse about the first line, in words. */
export function headerProblems(names: readonly string[]): string[] {
  if (names.length > maxColumns)
    return [`The file has more than ${maxColumns} columns: leave some of them out of it.`]
  const twice = [...new Set(names.filter((name, at) => name !== '' && names.indexOf(name) !== at))]
  return [
    ...(names.includes('') ? ['A column has no name: give it one in the first line of the file.'] : []),
    ...twice.map((name) => `Two columns are called ${name}: rename one of them in the file.`),
  ]
}

/** What cannot work, in words, before the file is sent. */
export function mappingProblems(mapping: ColumnMapping, { schema }: TableCollection): string[] {
  const fields = Object.values(mapping).filter((field) => field !== null)
  const twice = [...new Set(fields.filter((field, at) => fields.indexOf(field) !== at))]
  const missing = schema.fields.filter(
    ({ name, required, default: standard }) =>
      required === true && standard === undefined && !fields.includes(name),
  )
  return [
    ...twice.map((field) => `Two columns go into ${field}: choose one of them.`),
    ...missing.map(({ name }) => `${name} is required and has no column.`),
  ]
}
