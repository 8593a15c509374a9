import type { TableCollection, TableImport } from '@stoa/sdk'
import { useRef, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { FileChoice } from '../../../features/files/file-choice.tsx'
import { useRefresh } from '../../../project.ts'
import { columnsParam, mappingProblems } from './column-mapping.ts'
import { ImportProblems } from './import-problems.tsx'
import { ImportProgress } from './import-progress.tsx'
import { MappingTable } from './mapping-table.tsx'
import { useImportFile } from './use-import-file.ts'

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

const standard = { delimiter: ',', upsertOn: '', onError: 'stop' }

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
  const form = useForm(standard)
  const chosen = useImportFile(table, form.values.delimiter, (delimiter) => form.set({ delimiter }))
  const { file, format, preview, mapping } = chosen
  const problems = [...chosen.problems, ...(preview ? mappingProblems(mapping, table) : [])]
  const choose = (next: File | null) => void form.attempt(() => chosen.choose(next))()
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
        <FileChoice
          file={file}
          label="Drop a CSV or JSONL file here, or select one"
          hint="The first line of a CSV file must name its columns. You choose the field of each column next."
          accept=".csv,.tsv,.jsonl,.ndjson,text/csv"
          hasInitialFocus
          isDisabled={form.isBusy}
          onChoose={choose}
        />
        {preview && (
          <MappingTable table={table} preview={preview} mapping={mapping} onChange={chosen.setMapping} />
        )}
        <ImportProblems problems={problems} />
        <ImportOptions form={form} isCsv={format === 'csv'} />
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

type ImportOptionsProps = { form: ReturnType<typeof useForm<typeof standard>>; isCsv: boolean }

function ImportOptions({ form, isCsv }: ImportOptionsProps) {
  return (
    <>
      <div className="form-pair">
        {isCsv && <SelectField {...form.bind('delimiter')} label="Delimiter" choices={delimiters} />}
        <SelectField {...form.bind('onError')} label="On error" choices={onErrorChoices} />
      </div>
      <TextField
        {...form.bind('upsertOn')}
        label="Upsert key"
        placeholder="email"
        isMono
        hint="Fields used to match existing rows. Leave empty to insert every line as a new row."
      />
    </>
  )
}
