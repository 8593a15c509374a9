import type { SavedItem, TableCollection } from '@stoa/sdk'
import { SavedItemsMenu } from '../../../features/saved-items/saved-items-menu.tsx'
import { useFilters } from '../../../filters.ts'
import type { ColumnLayouts } from '../grid/use-column-layout.ts'
import { readView, viewOf } from './table-view.ts'

const words = {
  plural: 'Views',
  singular: 'view',
  hint: 'Filter, search, order and columns. Everyone in the project can use and change it.',
}

/** Filters, order and columns of the table under a name. The view that is open is in the URL. */
export function ViewsMenu({ table, layouts }: { table: TableCollection; layouts: ColumnLayouts }) {
  const { filters, set } = useFilters()
  const open = ({ id, data }: SavedItem) => {
    const { columns, ...query } = readView(data)
    set({ ...query, view: id })
    layouts.replace(columns)
  }
  return (
    <SavedItemsMenu
      place={{ kind: 'table_view', collectionId: table.id }}
      words={words}
      currentId={filters.view ?? null}
      onCurrent={(view) => set({ view: view ?? undefined }, { replace: true })}
      data={() => viewOf(filters, layouts.layout)}
      onOpen={open}
    />
  )
}
