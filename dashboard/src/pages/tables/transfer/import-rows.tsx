import type { TableCollection, TableImport } from '@stoa/sdk'
import { useRef, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { formatAmount, formatFileSize } from '../../../components/text/format-number.ts'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { useRead, useRefresh } from '../../../project.ts'

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

/** Sends a file and follows the import until it is over, faulty rows and all. */
export function ImportRows({ table, onClose }: { table: TableCollection; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState(0)
  const [started, setStarted] = useState<TableImport | null>(null)
  const abort = useRef(new AbortController())
  const form = useForm({ delimiter: ',', upsertOn: '', onError: 'stop' })
  const leave = () => {
    abort.current.abort()
    onClose()
    void refresh(['documents', table.id], ['tables'])
  }
  const send = form.submit(async ({ delimiter, upsertOn, onError }) => {
    if (!file) throw new Error('Select a CSV or JSONL file first')
    const names = upsertOn.split(/[\s,]+/).filter(Boolean)
    const created = await api.upload('/api/v1/table/collections/{id}/documents/import', {
      params: { id: table.id },
      query: {
        format: /\.(jsonl|ndjson)$/i.test(file.name) ? 'jsonl' : 'csv',
        delimiter: delimiter as ',' | ';' | 'tab' | '|',
        onError: onError as 'stop' | 'skip',
        typecast: true,
        ...(names.length > 0 ? { upsertOn: names } : {}),
      },
      file,
      signal: abort.current.signal,
      onProgress: ({ sentBytes }) => setSent(sentBytes),
    })
    setStarted(created)
  })
  if (started) return <ImportProgress table={table} started={started} onClose={leave} />
  return (
    <Dialog title={`Import into ${table.name}`} onClose={leave}>
      <form className="form" noValidate onSubmit={send}>
        <label className="drop-area">
          <strong>{file ? file.name : 'Select a CSV or JSONL file'}</strong>
          <span className="muted small">
            {file
              ? formatFileSize(file.size)
              : 'The first line of a CSV file must contain the field names. Values are converted to the field type.'}
          </span>
          <input
            className="visually-hidden"
            type="file"
            accept=".csv,.tsv,.jsonl,.ndjson,text/csv"
            data-autofocus=""
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </label>
        <div className="form-pair">
          <SelectField {...form.bind('delimiter')} label="Delimiter" choices={delimiters} />
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
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Import
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

const isOver = ({ status }: TableImport) => status === 'completed' || status === 'failed'
const pollMs = 500

type ImportProgressProps = { table: TableCollection; started: TableImport; onClose(): void }

function ImportProgress({ table, started, onClose }: ImportProgressProps) {
  const params = { id: table.id, importId: started.id }
  const [isDone, setDone] = useState(isOver(started))
  const { data = started, error } = useRead(
    ['import', started.id],
    (api, signal) =>
      actAs(api).get('/api/v1/table/collections/{id}/documents/import/{importId}', { params, signal }),
    { refetchInterval: isDone ? false : pollMs },
  )
  if (isOver(data) && !isDone) setDone(true)
  const errors = useFieldErrors(params, isDone)
  // An import that stops undoes its last batch, and its faulty rows with it: the report still has them.
  const invalid = Math.max(data.failedCount, errors?.total ?? 0)
  return (
    <Dialog title={`Import into ${table.name}`} width="wide" onClose={onClose}>
      <p role="status">
        {data.status === 'completed' ? (
          <Status kind={data.failedCount > 0 ? 'warn' : 'good'}>
            {data.failedCount > 0 ? 'Completed, some rows were skipped' : 'Done'}
          </Status>
        ) : data.status === 'failed' ? (
          <Status kind="bad">Stopped: {data.error ?? 'invalid row'}</Status>
        ) : (
          <Status kind="warn">{data.status === 'queued' ? 'Queued' : 'Running'}</Status>
        )}
      </p>
      <DescriptionList
        facts={[
          ['Processed', formatAmount(data.rowsSettled)],
          ['Inserted', formatAmount(data.createdCount)],
          ['Updated', formatAmount(data.updatedCount)],
          ['Failed', formatAmount(invalid)],
        ]}
      />
      {error && <ErrorAlert error={error} />}
      {errors && errors.total > 0 && <InvalidRows errors={errors} />}
      <p className="muted small">
        {isDone ? '' : 'You can close this window. The import continues in the background.'}
      </p>
      <DialogFoot>
        <Button variant="primary" onClick={onClose} hasInitialFocus>
          {isDone ? 'Done' : 'Close'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const shownErrors = 50

function useFieldErrors(params: { id: string; importId: string }, isEnabled: boolean) {
  const { data } = useRead(
    ['import', params.importId, 'errors'],
    (api, signal) =>
      actAs(api).page('/api/v1/table/collections/{id}/documents/import/{importId}/errors', {
        params,
        query: { limit: shownErrors },
        signal,
      }),
    { isEnabled },
  )
  return data
}

function InvalidRows({ errors }: { errors: NonNullable<ReturnType<typeof useFieldErrors>> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the arrow keys.
    <section className="table-frame invalid-rows" tabIndex={0} aria-label="Failed rows">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Error</th>
          </tr>
        </thead>
        <tbody>
          {errors.data.map(({ row, errors }) => (
            <tr key={row}>
              <td className="number">{row}</td>
              <td>{errors.map(({ path, message }) => `${path.replace(/^\//, '')} ${message}`).join('; ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {errors.total > shownErrors && <p className="muted small">and {errors.total - shownErrors} more</p>}
    </section>
  )
}
