import { stringify } from 'csv-stringify/sync'

/** What a spreadsheet would work out instead of showing; also behind apostrophes, so that each is taken off again. */
export const formulaForm = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** A text that a spreadsheet shows and does not run. */
const covered = (text: string): string => (formulaForm.test(text) ? `'${text}` : text)

/** The lines of a file for spreadsheets. A line break of either kind in a cell is quoted, or it would end the row. */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  stringify(rows as unknown[][], {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: { string: covered, boolean: String, object: (value) => JSON.stringify(value) },
  })
