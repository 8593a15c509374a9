import type { TableCollection, TableDocument } from '@stoa/sdk'
import { useState } from 'react'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { rowLabel } from '../../../features/tables/row-label.ts'
import { RowForm, RowJson } from './row-form.tsx'
import { RowHistory } from './row-history.tsx'

const tabs = [
  { name: 'fields', label: 'Fields' },
  { name: 'json', label: 'JSON' },
  { name: 'history', label: 'History' },
] as const
type Tab = (typeof tabs)[number]['name']

type RowDialogProps = { table: TableCollection; row: TableDocument; onDelete(): void; onClose(): void }

/** One row in full: a form by the types of its fields, the same as JSON, and its versions. */
export function RowDialog({ table, row, onDelete, onClose }: RowDialogProps) {
  const [tab, setTab] = useState<Tab>('fields')
  return (
    <Dialog title={rowLabel(row, table.schema.fields)} width="wide" onClose={onClose}>
      <div className="code-tabs">
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            className="code-tab"
            aria-pressed={tab === name}
            onClick={() => setTab(name)}
          >
            {label}
          </button>
        ))}
      </div>
      {tab === 'fields' ? (
        <RowForm table={table} row={row} onDelete={onDelete} onClose={onClose} />
      ) : tab === 'json' ? (
        <RowJson table={table} row={row} onDelete={onDelete} onClose={onClose} />
      ) : (
        <RowHistory table={table} row={row} onRestored={onClose} />
      )}
    </Dialog>
  )
}
