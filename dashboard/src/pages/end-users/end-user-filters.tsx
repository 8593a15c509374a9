import type { ReactNode } from 'react'
import { DaySpan, Filter, FilterBar, TextFilter } from '../../components/list/filter-bar.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import { type Filters, useFilters } from '../../filters.ts'
import { sourceChoices } from './sources.ts'

export const filterNames = ['q', 'channel', 'source', 'isActive', 'from', 'to', 'activeEuid'] as const

const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))

const stateChoices = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

export function EndUserFilters({ hasFilters, picker }: { hasFilters: boolean; picker: ReactNode }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <ListSearch label="Search by name" />
      <Filter
        label="State"
        value={filters.isActive ?? ''}
        choices={stateChoices}
        onChange={(isActive) => set({ isActive })}
      />
      <Filter
        label="Source"
        value={filters.source ?? ''}
        choices={sourceChoices}
        onChange={(source) => set({ source })}
      />
      <TextFilter label="Channel" value={filters.channel ?? ''} onChange={(channel) => set({ channel })} />
      <DaySpan verb="Credits" />
      {picker}
    </FilterBar>
  )
}
