import type { TableCollection } from '@stoa/sdk'
import { useState } from 'react'
import { separatorOf } from '../../../features/files/preview/csv.ts'
import {
  type ColumnMapping,
  guessMapping,
  headerProblems,
  previewCsv,
  previewLines,
  withChanges,
} from './column-mapping.ts'

// Enough for some rows; the file itself may have half a gigabyte.
const readBytes = 256 * 1024

const formatOf = (file: File | null) =>
  file && /\.(jsonl|ndjson)$/i.test(file.name) ? ('jsonl' as const) : ('csv' as const)

type Chosen = { file: File; beginning: string; isUtf8: boolean }

/** Files of older spreadsheets are in other encodings, which the import refuses; only letters with accents differ. */
async function readBeginning(file: File): Promise<Chosen> {
  const bytes = await file.slice(0, readBytes).arrayBuffer()
  try {
    // The last letter may be cut in two, which is no fault of the file.
    const beginning = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return { file, beginning, isUtf8: true }
  } catch {
    return { file, beginning: new TextDecoder('windows-1252').decode(bytes), isUtf8: false }
  }
}

/** The chosen file with its beginning, and which field each of its columns goes into. */
export function useImportFile(
  table: TableCollection,
  delimiter: string,
  onDelimiter: (delimiter: string) => void,
) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [changed, setChanged] = useState<ColumnMapping>({})
  const file = chosen?.file ?? null
  const format = formatOf(file)
  const preview =
    chosen === null
      ? null
      : format === 'csv'
        ? previewCsv(chosen.beginning, delimiter === 'tab' ? '\t' : delimiter)
        : previewLines(chosen.beginning)
  const isEmpty = chosen?.beginning.trim() === ''
  const guessed = preview ? guessMapping(preview.names, table) : {}
  return {
    file,
    format,
    preview: isEmpty ? null : preview,
    problems: [
      ...(chosen?.isUtf8 === false
        ? ['The file is not UTF-8: save it as "CSV UTF-8" and select it again.']
        : []),
      ...(preview ? (isEmpty ? ['The file is empty.'] : headerProblems(preview.names)) : []),
    ],
    mapping: withChanges(guessed, changed),
    setMapping: (name: string, field: string | null) => setChanged({ ...changed, [name]: field }),
    async choose(next: File | null) {
      setChanged({})
      if (next === null) return setChosen(null)
      const read = await readBeginning(next)
      const { beginning } = read
      if (formatOf(next) === 'csv') {
        const separator = separatorOf(beginning)
        onDelimiter(separator === '\t' ? 'tab' : separator)
      }
      setChosen(read)
    },
  }
}
