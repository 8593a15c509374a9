import type { TableCollection, TableDocument } from '@stoa/sdk'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { rowLabel } from '../../../features/tables/row-label.ts'
import { useRefresh } from '../../../project.ts'

// What the server does in one call.
const batchSize = 500
const named = 5

type DeleteRowsProps = {
  table: TableCollection
  rows: readonly TableDocument[]
  onClose(): void
  onDeleted(): void
}

/** All or none per call; a referenced row prevents the deletion of the others as well. */
export function DeleteRows({ table, rows, onClose, onDeleted }: DeleteRowsProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const remove = async () => {
    let isProposed = false
    for (let at = 0; at < rows.length; at += batchSize) {
      const operations = rows.slice(at, at + batchSize).map(({ id }) => ({ op: 'delete' as const, id }))
      const written = await api.post('/api/v1/table/collections/{id}/documents/batch', {
        params: { id: table.id },
        body: { operations },
      })
      isProposed ||= 'proposal' in written
    }
    toasts.success(
      isProposed
        ? 'Deletion submitted for approval'
        : rows.length === 1
          ? 'Row deleted'
          : `${rows.length} rows deleted`,
    )
    onDeleted()
    await refresh(['documents', table.id], ['proposals', table.id], ['tables'])
  }
  return (
    <ConfirmDialog
      title={rows.length === 1 ? 'Delete this row?' : `Delete ${rows.length} rows?`}
      confirmLabel={rows.length === 1 ? 'Delete row' : `Delete ${rows.length} rows`}
      {...(rows.length > named ? { typed: `delete ${rows.length}` } : {})}
      run={remove}
      onClose={onClose}
      onDone={() => undefined}
    >
      <p>
        {rows
          .slice(0, named)
          .map((row) => rowLabel(row, table.schema.fields))
          .join(', ')}
        {rows.length > named && ` and ${rows.length - named} more`}
      </p>
      <p className="muted">
        Rows that reference {rows.length === 1 ? 'it' : 'them'} are restricted, set to null or deleted too,
        depending on their fields. Earlier versions can be read by ID for {table.historyDays} days.
      </p>
    </ConfirmDialog>
  )
}
