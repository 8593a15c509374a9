import type { TableCollection, TableDocument } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { AreaField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { SearchBox } from '../../../components/list/filter-bar.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { documentsPath } from '../../../features/tables/tables-api.ts'
import { useRead } from '../../../project.ts'
import { type GridColumn, rowLabel } from '../grid/grid-columns.ts'

type EditValueProps = {
  row: TableDocument
  column: GridColumn
  save(value: unknown): Promise<void>
  onClose(): void
}

/** For what does not fit into a line: JSON, long texts, rows of other tables and files. */
export function EditValue(props: EditValueProps) {
  const { column } = props
  if (column.type === 'relation' && column.field?.relation)
    return <PickRow {...props} tableId={column.field.relation.collectionId} />
  if (column.type === 'file') return <PickFile {...props} />
  return <EditText {...props} />
}

function EditText({ row, column, save, onClose }: EditValueProps) {
  const value = row[column.name] ?? null
  const isText = typeof value === 'string' && column.type !== 'json'
  const form = useForm({ value: isText ? value : value === null ? '' : JSON.stringify(value, null, 2) })
  const submit = form.submit(async (texts) => {
    await save(isText ? texts.value : parsed(texts.value))
    onClose()
  })
  return (
    <Dialog title={column.name} width="wide" onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <AreaField
          {...form.bind('value')}
          label={isText ? 'Text' : 'JSON'}
          isMono={!isText}
          rows={14}
          hint={isText ? undefined : 'Leave empty to clear the field.'}
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

function parsed(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`This is not JSON: ${(error as Error).message}`)
  }
}

type Candidate = { id: string; label: string }
type PickProps = EditValueProps & {
  what: string
  candidates: readonly Candidate[] | undefined
  failure: unknown
  q: string
  onSearch(q: string): void
}

const shownCandidates = 12

function PickRow(props: EditValueProps & { tableId: string }) {
  const [q, setQ] = useState('')
  const { tableId } = props
  const table = useRead(['tables', 'one', tableId], (api, signal) =>
    actAs(api).get('/api/v1/table/collections/{id}', { params: { id: tableId }, signal }),
  )
  const { data, error } = useRead(
    ['documents', tableId, 'pick', q],
    (api, signal) =>
      actAs(api).get(documentsPath, {
        params: { id: tableId },
        query: { ...(q === '' ? {} : { q }), limit: shownCandidates },
        signal,
      }),
    { keepsPrevious: true },
  )
  const fields = (table.data as TableCollection | undefined)?.schema.fields
  const candidates = data?.map((row) => ({ id: String(row.id), label: rowLabel(row, fields) }))
  return (
    <Pick
      {...props}
      what={table.data?.name ?? 'rows'}
      candidates={candidates}
      failure={error}
      q={q}
      onSearch={setQ}
    />
  )
}

function PickFile(props: EditValueProps) {
  const [q, setQ] = useState('')
  const { data, error } = useRead(
    ['files', 'pick', q],
    (api, signal) =>
      actAs(api).get('/api/v1/file', {
        query: { ...(q === '' ? {} : { q }), limit: shownCandidates },
        signal,
      }),
    { keepsPrevious: true },
  )
  const candidates = data?.map(({ id, name }) => ({ id, label: name }))
  return <Pick {...props} what="files" candidates={candidates} failure={error} q={q} onSearch={setQ} />
}

function Pick({ row, column, save, onClose, what, candidates, failure, q, onSearch }: PickProps) {
  const [error, setError] = useState<unknown>(null)
  const choose = (id: string | null) => {
    setError(null)
    save(id).then(onClose, setError)
  }
  const current = row[column.name]
  return (
    <Dialog title={`Select ${column.name}`} onClose={onClose}>
      <SearchBox label={`Search ${what}`} value={q} onChange={onSearch} />
      {failure !== null && <ErrorAlert error={failure} />}
      <ul className="file-picker-list">
        {candidates?.map(({ id, label }) => (
          <li key={id}>
            <button
              type="button"
              className="file-picker-item"
              aria-pressed={current === id}
              onClick={() => choose(id)}
            >
              <span className="truncate">{label}</span>
              <code className="muted small">…{id.slice(-8)}</code>
            </button>
          </li>
        ))}
      </ul>
      {candidates?.length === 0 && <p className="muted">No results.</p>}
      {error !== null && <ErrorAlert error={error} />}
      <DialogFoot>
        {current != null && <Button onClick={() => choose(null)}>Clear field</Button>}
        <Button onClick={onClose}>Cancel</Button>
      </DialogFoot>
    </Dialog>
  )
}
