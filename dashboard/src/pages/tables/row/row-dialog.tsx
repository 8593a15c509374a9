import type { TableCollection, TableDocument } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField } from '../../../components/form/field.tsx'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { documentPath } from '../../../features/tables/tables-api.ts'
import { useRefresh } from '../../../project.ts'
import { rowLabel } from '../grid/grid-columns.ts'
import { RowHistory } from './row-history.tsx'

type RowDialogProps = { table: TableCollection; row: TableDocument; onDelete(): void; onClose(): void }

/** The fields of a row without what the product says of it. */
export function dataOf(row: TableDocument): Record<string, unknown> {
  const {
    id: _,
    collectionId: __,
    ownerId: ___,
    createdAt: _c,
    updatedAt: _u,
    version: _v,
    expand: _e,
    ...data
  } = row
  return data
}

/** One row in full: as JSON, to be replaced as a whole, and with its versions. */
export function RowDialog({ table, row, onDelete, onClose }: RowDialogProps) {
  const [tab, setTab] = useState<'fields' | 'history'>('fields')
  return (
    <Dialog title={rowLabel(row, table.schema.fields)} width="wide" onClose={onClose}>
      <div className="code-tabs">
        {(['fields', 'history'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="code-tab"
            aria-pressed={tab === name}
            onClick={() => setTab(name)}
          >
            {name === 'fields' ? 'Fields' : 'History'}
          </button>
        ))}
      </div>
      {tab === 'fields' ? (
        <RowForm table={table} row={row} onDelete={onDelete} onClose={onClose} />
      ) : (
        <RowHistory table={table} row={row} onRestored={onClose} />
      )}
    </Dialog>
  )
}

function RowForm({ table, row, onDelete, onClose }: RowDialogProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const nameOf = useEndUserNames([row.ownerId])
  const form = useForm({ data: JSON.stringify(dataOf(row), null, 2) })
  const save = form.submit(async ({ data }) => {
    const written = await api.put(documentPath, {
      params: { collectionId: table.id, documentId: row.id },
      body: parseJsonObject(data, 'row', '{"name": "Ada"}'),
      ifMatch: row.version,
    })
    toasts.success('proposal' in written ? 'Change submitted for approval' : 'Row updated')
    onClose()
    await refresh(['documents', table.id], ['proposals'])
  })
  return (
    <form className="form" noValidate onSubmit={save}>
      <DescriptionList
        facts={[
          ['ID', <CopyId key="id" id={row.id} />],
          ['Owner', <EndUserName key="owner" id={row.ownerId} name={nameOf(row.ownerId)} />],
          ['Version', String(row.version)],
          ['Created', <TimeAgo key="created" at={row.createdAt} />],
          ['Updated', <TimeAgo key="changed" at={row.updatedAt} />],
        ]}
      />
      <AreaField {...form.bind('data')} label="Fields" isMono rows={12} hint="Replaces the whole row." />
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <DialogFoot>
        <Button variant="danger-outline" onClick={onDelete}>
          Delete…
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          Save
        </Button>
      </DialogFoot>
    </form>
  )
}
