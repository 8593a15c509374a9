import type { TableCollection, TableDocument } from '@stoa/sdk'
import Funnel from 'lucide-react/icons/funnel'
import Trash2 from 'lucide-react/icons/trash-2'
import { Button } from '../../components/actions/button.tsx'
import { FilterBar } from '../../components/list/filter-bar.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import { useFilters } from '../../filters.ts'
import { conditionsOf } from './filter-conditions.ts'
import { ColumnsMenu } from './grid/columns-menu.tsx'
import type { GridColumn } from './grid/grid-columns.ts'
import type { ColumnLayouts } from './grid/use-column-layout.ts'
import { ViewsMenu } from './views/views-menu.tsx'

type TableFiltersProps = {
  table: TableCollection
  /** All of them, hidden ones too. */
  columns: readonly GridColumn[]
  layouts: ColumnLayouts
  hasFilters: boolean
  selection: { selected: readonly TableDocument[]; clear(): void }
  onFilter(): void
  onDelete(): void
}

/** What is shown of a table: views, search, filter and columns; and what is done with the selected rows. */
export function TableFilters(props: TableFiltersProps) {
  const { table, columns, layouts, hasFilters, selection, onFilter, onDelete } = props
  const { filters, set } = useFilters()
  const conditions = conditionsOf(filters.filter)
  return (
    <FilterBar
      hasFilters={hasFilters}
      onClear={() => set({ filter: undefined, q: undefined, view: undefined })}
    >
      <ViewsMenu table={table} layouts={layouts} />
      <ListSearch label="Search all fields" />
      <Button
        icon={<Funnel size={14} aria-hidden />}
        onClick={onFilter}
        data-filtered={filters.filter ? '' : undefined}
      >
        {filters.filter ? `Filter (${conditions?.conditions.length ?? 'JSON'})` : 'Filter'}
      </Button>
      <ColumnsMenu columns={columns} layouts={layouts} />
      {selection.selected.length > 0 && (
        <>
          <Button variant="danger-outline" icon={<Trash2 size={14} aria-hidden />} onClick={onDelete}>
            Delete {selection.selected.length}
          </Button>
          <Button variant="ghost" onClick={selection.clear}>
            Clear selection
          </Button>
        </>
      )}
    </FilterBar>
  )
}
