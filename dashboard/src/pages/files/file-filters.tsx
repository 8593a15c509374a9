import type { ReactNode } from 'react'
import { DaySpan, Filter, FilterBar, TextFilter } from '../../components/list/filter-bar.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import { OwnerFilter } from '../../features/end-users/owner-filter.tsx'
import { fileTypeChoices } from '../../features/files/file-types.tsx'
import { type Filters, useFilters } from '../../filters.ts'

export const filterNames = ['q', 'fileType', 'format', 'owner', 'from', 'to'] as const

const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))

export function FileFilters({ hasFilters, picker }: { hasFilters: boolean; picker: ReactNode }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <ListSearch label="Search by name" />
      <Filter
        label="Type"
        value={filters.fileType ?? ''}
        choices={fileTypeChoices}
        onChange={(fileType) => set({ fileType })}
      />
      <TextFilter
        label="Format"
        title="An extension (pdf), a MIME type (image/png) or a family (image)"
        value={filters.format ?? ''}
        onChange={(format) => set({ format })}
      />
      <OwnerFilter value={filters.owner ?? ''} onChange={(owner) => set({ owner })} />
      <DaySpan verb="Created" />
      {picker}
    </FilterBar>
  )
}
