import type { TableCollection, TableDocument } from '@stoa/sdk'
import { useParams } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { StaleNotice } from '../../components/feedback/stale-notice.tsx'
import { Page } from '../../components/layout/page.tsx'
import { useSelection } from '../../components/list/use-selection.ts'
import { actingHeaders } from '../../features/end-users/act-as.ts'
import { rowLabel } from '../../features/tables/row-label.ts'
import { documentsPath } from '../../features/tables/tables-api.ts'
import { type Filters, useFilters } from '../../filters.ts'
import { preferences } from '../../state/preferences.ts'
import { exampleRow } from './example-row.ts'
import { FilterDialog } from './filter-dialog.tsx'
import { shownColumns } from './grid/column-layout.ts'
import { Grid } from './grid/grid.tsx'
import { columnsOf, type GridColumn, nextSort } from './grid/grid-columns.ts'
import { GridFoot } from './grid/grid-foot.tsx'
import { useCellSaving } from './grid/use-cell-saving.ts'
import { type ColumnLayouts, useColumnLayout } from './grid/use-column-layout.ts'
import { useDocuments } from './grid/use-documents.ts'
import { useLiveChanges } from './grid/use-live-changes.ts'
import { ProposalsLink } from './proposals/proposals-link.tsx'
import { tableRoutes } from './routes.ts'
import { CreateRow } from './row/create-row.tsx'
import { DeleteRows } from './row/delete-rows.tsx'
import { EditValue } from './row/edit-value.tsx'
import { RowDialog } from './row/row-dialog.tsx'
import { TableActions } from './table-actions.tsx'
import { TableFilters } from './table-filters.tsx'
import { useTable } from './use-table.ts'
import './tables.css'

export function TablePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data: table, error, refetch } = useTable(id)
  if (table) return <TableRows key={table.id} table={table} />
  return (
    <Page title="Table" back={{ to: tableRoutes.list, label: 'Tables' }}>
      {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
    </Page>
  )
}

type OpenDialog =
  | { what: 'filter' | 'deleteSelected' }
  | { what: 'row' | 'deleteOne'; row: TableDocument }
  | { what: 'value'; row: TableDocument; column: GridColumn }
  | null

const noRows: readonly TableDocument[] = []

function rowQueryOf({ schema }: TableCollection, { filter, q, sort }: Filters) {
  const relations = schema.fields.filter(({ type }) => type === 'relation').map(({ name }) => name)
  return { filter, q, sort, expand: relations.length > 0 ? relations : undefined }
}

function TableRows({ table }: { table: TableCollection }) {
  const { filters, set } = useFilters()
  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const rowQuery = rowQueryOf(table, filters)
  const documents = useDocuments(table.id, rowQuery, seen)
  const saving = useCellSaving(table.id)
  const selection = useSelection<TableDocument>(
    (row) => rowLabel(row, table.schema.fields),
    ({ id }) => id,
  )
  const columns = columnsOf(table, table.mode === 'flexible' ? documents.rows : noRows)
  const layouts = useColumnLayout(table.id)
  const hasFilters = Boolean(filters.filter || filters.q)
  const add = <CreateButton onClick={() => set({ new: '1' })}>Add row</CreateButton>
  return (
    <Page
      title={table.name}
      about={table.description || undefined}
      back={{ to: tableRoutes.list, label: 'Tables' }}
      actions={
        <>
          <ProposalsLink table={table} />
          <TableActions table={table} rowQuery={rowQuery} />
          {add}
        </>
      }
      calls={callsOf(table, filters)}
    >
      <TableFilters
        table={table}
        columns={columns}
        layouts={layouts}
        hasFilters={hasFilters}
        selection={selection}
        onFilter={() => setOpenDialog({ what: 'filter' })}
        onDelete={() => setOpenDialog({ what: 'deleteSelected' })}
      />
      <TableGrid
        table={table}
        columns={columns}
        layouts={layouts}
        documents={documents}
        saving={saving}
        selection={selection}
        empty={hasFilters ? null : <NoRows table={table} action={add} />}
        onSeen={(first, last) => setSeen({ first, last })}
        setOpenDialog={setOpenDialog}
      />
      {filters.new !== undefined && <CreateRow table={table} onClose={() => set({ new: undefined })} />}
      <TableDialogs
        table={table}
        names={columns.map(({ name }) => name)}
        openDialog={openDialog}
        selection={selection}
        save={saving.save}
        setOpenDialog={setOpenDialog}
      />
    </Page>
  )
}

type TableGridProps = {
  table: TableCollection
  columns: readonly GridColumn[]
  layouts: ColumnLayouts
  documents: ReturnType<typeof useDocuments>
  saving: ReturnType<typeof useCellSaving>
  selection: ReturnType<typeof useSelection<TableDocument>>
  /** Shown in place of the grid where the table has no rows; null where filters may hide them. */
  empty: ReactNode
  onSeen(first: number, last: number): void
  setOpenDialog(next: OpenDialog): void
}

function TableGrid({ table, columns, layouts, documents, saving, selection, empty, ...on }: TableGridProps) {
  const { filters, set } = useFilters()
  const { onSeen, setOpenDialog } = on
  const [isLive, setLive] = useLivePreference()
  const live = useLiveChanges(table.id, isLive)
  return (
    <>
      {documents.error && documents.total !== undefined && <StaleNotice error={documents.error} />}
      {documents.error && documents.total === undefined ? (
        <ErrorAlert error={documents.error} retry={() => void documents.refetch()} />
      ) : empty !== null && documents.total === 0 && !documents.isStale ? (
        empty
      ) : (
        <>
          <Grid
            table={table}
            columns={shownColumns(columns, layouts.layout)}
            onResize={layouts.resize}
            total={documents.total ?? 0}
            rowAt={documents.rowAt}
            changed={live.changed}
            sort={filters.sort}
            onSort={(name, joins) => set({ sort: nextSort(filters.sort, name, joins) })}
            selection={selection}
            save={saving.save}
            undo={saving.undo}
            onEditLarge={(row, column) => setOpenDialog({ what: 'value', row, column })}
            onOpen={(row) => setOpenDialog({ what: 'row', row })}
            onSeen={onSeen}
            isStale={documents.isStale}
          />
          <GridFoot
            total={documents.total}
            isExact={documents.isExact}
            live={live.state}
            onLive={setLive}
            lastField={saving.last?.field}
            onUndo={saving.undo}
          />
        </>
      )}
    </>
  )
}

type TableDialogsProps = {
  table: TableCollection
  names: readonly string[]
  openDialog: OpenDialog
  selection: { selected: readonly TableDocument[]; clear(): void }
  save: ReturnType<typeof useCellSaving>['save']
  setOpenDialog(next: OpenDialog): void
}

function TableDialogs({ table, names, openDialog, selection, save, setOpenDialog }: TableDialogsProps) {
  const { filters, set } = useFilters()
  const close = () => setOpenDialog(null)
  return (
    <>
      {openDialog?.what === 'filter' && (
        <FilterDialog
          table={table}
          names={names}
          filter={filters.filter}
          onApply={(filter) => {
            set({ filter })
            close()
          }}
          onClose={close}
        />
      )}
      {openDialog?.what === 'row' && (
        <RowDialog
          table={table}
          row={openDialog.row}
          onDelete={() => setOpenDialog({ what: 'deleteOne', row: openDialog.row })}
          onClose={close}
        />
      )}
      {openDialog?.what === 'value' && (
        <EditValue
          row={openDialog.row}
          column={openDialog.column}
          save={(value) => save(openDialog.row, openDialog.column.name, value)}
          onClose={close}
        />
      )}
      {(openDialog?.what === 'deleteSelected' || openDialog?.what === 'deleteOne') && (
        <DeleteRows
          table={table}
          rows={openDialog.what === 'deleteOne' ? [openDialog.row] : selection.selected}
          onClose={close}
          onDeleted={() => {
            selection.clear()
            close()
          }}
        />
      )}
    </>
  )
}

function useLivePreference(): [boolean, (isOn: boolean) => void] {
  const [isLive, setLive] = useState(() => preferences.get('live') !== 'off')
  const change = (isOn: boolean) => {
    preferences.set('live', isOn ? null : 'off')
    setLive(isOn)
  }
  return [isLive, change]
}

const NoRows = ({ table, action }: { table: TableCollection; action: ReactNode }) => (
  <EmptyState
    icon={<Plus size={24} aria-hidden />}
    title="No rows yet"
    action={action}
    call={{
      method: 'POST',
      path: documentsPath,
      params: { id: table.slug },
      body: exampleRow(table.schema.fields),
    }}
  >
    Add a row here, import a file or use the API. New rows appear automatically.
  </EmptyState>
)

const callsOf = (table: TableCollection, { filter, q, sort }: Record<string, string | undefined>) =>
  [
    {
      title: 'List rows',
      call: {
        method: 'GET',
        path: documentsPath,
        params: { id: table.slug },
        query: { filter, q, sort },
        headers: actingHeaders(),
      },
    },
    {
      title: 'Add a row',
      call: {
        method: 'POST',
        path: documentsPath,
        params: { id: table.slug },
        body: exampleRow(table.schema.fields),
      },
    },
    {
      title: 'Stream changes',
      call: {
        method: 'GET',
        path: '/api/v1/table/collections/{id}/changes',
        params: { id: table.slug },
      },
    },
  ] as const
