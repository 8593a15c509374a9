import type { TableCollection, TableImport } from '@stoa/sdk'
import { useRef, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { formatFileSize } from '../../../components/text/format-number.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { useFileDrop } from '../../../features/files/upload/use-file-drop.ts'
import { useRefresh } from '../../../project.ts'
import { columnsParam } from './column-mapping.ts'
import { ImportProgress } from './import-progress.tsx'
import { MappingTable } from './mapping-table.tsx'
import { useImportFile } from './use-import-file.ts'
import '../../../features/files/drop-area.css'

const delimiters = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: 'tab', label: 'Tab' },
  { value: '|', label: 'Pipe' },
]
const onErrorChoices = [
  { value: 'stop', label: 'Stop' },
  { value: 'skip', label: 'Skip row' },
]

/** A file, what its first rows hold, and which field each of its columns goes into; then the import is followed. */
export function ImportRows({ table, onClose }: { table: TableCollection; onClose(): void }) {
  const refresh = useRefresh()
  const [started, setStarted] = useState<TableImport | null>(null)
  const abort = useRef(new AbortController())
  const leave = () => {
    abort.current.abort()
    onClose()
    void refresh(['documents', table.id], ['tables'])
  }
  if (started) return <ImportProgress table={table} started={started} onClose={leave} />
  return <ImportForm table={table} signal={abort.current.signal} onStarted={setStarted} onClose={leave} />
}

type ImportFormProps = {
  table: TableCollection
  signal: AbortSignal
  onStarted(started: TableImport): void
  onClose(): void
}

function ImportForm({ table, signal, onStarted, onClose }: ImportFormProps) {
  const api = useApiAs()
  const [sent, setSent] = useState(0)
  const form = useForm({ delimiter: ',', upsertOn: '', onError: 'stop' })
  const chosen = useImportFile(table, form.values.delimiter, (delimiter) => form.set({ delimiter }))
  const { file, format, preview, mapping } = chosen
  const choose = (next: File | null) => void form.attempt(() => chosen.choose(next))()
  const isDropping = useFileDrop(([dropped]) => !form.isBusy && choose(dropped ?? null))
  const send = form.submit(async ({ delimiter, upsertOn, onError }) => {
    if (!file) throw new Error('Select a CSV or JSONL file first')
    const names = upsertOn.split(/[\s,]+/).filter(Boolean)
    const columns = columnsParam(mapping)
    const created = await api.upload('/api/v1/table/collections/{id}/documents/import', {
      params: { id: table.id },
      query: {
        format,
        delimiter: delimiter as ',' | ';' | 'tab' | '|',
        onError: onError as 'stop' | 'skip',
        typecast: true,
        ...(columns === undefined ? {} : { columns }),
        ...(names.length > 0 ? { upsertOn: names } : {}),
      },
      file,
      signal,
      onProgress: ({ sentBytes }) => setSent(sentBytes),
    })
    onStarted(created)
  })
  return (
    <Dialog title={`Import into ${table.name}`} width={preview ? 'wide' : 'normal'} onClose={onClose}>
      <form className="form" noValidate onSubmit={send}>
        <FileChoice file={file} isDropping={isDropping} onChoose={choose} />
        {preview && (
          <MappingTable
            table={table}
            preview={preview}
            mapping={mapping}
            fileProblems={chosen.problems}
            onChange={chosen.setMapping}
          />
        )}
        <div className="form-pair">
          {format === 'csv' && (
            <SelectField {...form.bind('delimiter')} label="Delimiter" choices={delimiters} />
          )}
          <SelectField {...form.bind('onError')} label="On error" choices={onErrorChoices} />
        </div>
        <TextField
          {...form.bind('upsertOn')}
          label="Upsert key"
          placeholder="email"
          isMono
          hint="Fields used to match existing rows. Leave empty to insert every line as a new row."
        />
        {form.isBusy && file && (
          <progress
            className="import-bar"
            aria-label="Upload progress"
            max={Math.max(1, file.size)}
            value={sent}
          />
        )}
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Import
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

type FileChoiceProps = { file: File | null; isDropping: boolean; onChoose(file: File | null): void }

const FileChoice = ({ file, isDropping, onChoose }: FileChoiceProps) => (
  <label className="drop-area" data-dropping={isDropping ? '' : undefined}>
    <strong>{file ? file.name : 'Drop a CSV or JSONL file here, or select one'}</strong>
    <span className="muted small">
      {file
        ? formatFileSize(file.size)
        : 'The first line of a CSV file must name its columns. You choose the field of each column next.'}
    </span>
    <input
      className="visually-hidden"
      type="file"
      accept=".csv,.tsv,.jsonl,.ndjson,text/csv"
      data-autofocus=""
      onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
    />
  </label>
)
