import type { TableCollection } from '@stoa/sdk'
import { useState } from 'react'
import { separatorOf } from '../../../features/files/preview/csv.ts'
import { type ColumnMapping, guessMapping, previewCsv, previewLines } from './column-mapping.ts'

// Enough for some rows; the file itself may have half a gigabyte.
const readBytes = 256 * 1024

const formatOf = (file: File | null) =>
  file && /\.(jsonl|ndjson)$/i.test(file.name) ? ('jsonl' as const) : ('csv' as const)

/** The chosen file with its beginning, and which field each of its columns goes into. */
export function useImportFile(
  table: TableCollection,
  delimiter: string,
  onDelimiter: (delimiter: string) => void,
) {
  const [chosen, setChosen] = useState<{ file: File; beginning: string } | null>(null)
  const [changed, setChanged] = useState<ColumnMapping>({})
  const file = chosen?.file ?? null
  const format = formatOf(file)
  const preview =
    chosen === null
      ? null
      : format === 'csv'
        ? previewCsv(chosen.beginning, delimiter === 'tab' ? '\t' : delimiter)
        : previewLines(chosen.beginning)
  const guessed = preview ? guessMapping(preview.names, table) : {}
  return {
    file,
    format,
    preview,
    // Another delimiter makes other columns: what was chosen for those that are not there is left out.
    mapping: Object.fromEntries(
      Object.entries(guessed).map(([name, field]) => [name, name in changed ? changed[name]! : field]),
    ) as ColumnMapping,
    setMapping: (name: string, field: string | null) => setChanged({ ...changed, [name]: field }),
    async choose(next: File | null) {
      setChanged({})
      if (next === null) return setChosen(null)
      const beginning = (await next.slice(0, readBytes).text()).replace(/^\uFEFF/, '')
      if (formatOf(next) === 'csv') {
        const separator = separatorOf(beginning)
        onDelimiter(separator === '\t' ? 'tab' : separator)
      }
      setChosen({ file: next, beginning })
    },
  }
}
