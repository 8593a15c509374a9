import type { Choice } from '../../components/form/field.tsx'
import { Filter, FilterBar, TextFilter } from '../../components/list/filter-bar.tsx'
import { useFilters } from '../../filters.ts'
import { OwnerFilter } from './owner-filter.tsx'

type SessionFilterProps = {
  hasFilters: boolean
  states: readonly Choice[]
  /** Where there are several. */
  drivers?: readonly Choice[]
}

/** Of lists of sessions, which belong to an end user and may belong to a thread. */
export function SessionFilters({ hasFilters, states, drivers = [] }: SessionFilterProps) {
  const { filters, set } = useFilters()
  return (
    <FilterBar
      hasFilters={hasFilters}
      onClear={() => set({ status: undefined, driver: undefined, threadId: undefined, owner: undefined })}
    >
      <Filter
        label="State"
        value={filters.status ?? ''}
        choices={states}
        onChange={(status) => set({ status })}
      />
      {drivers.length > 0 && (
        <Filter
          label="Driver"
          value={filters.driver ?? ''}
          choices={drivers}
          onChange={(driver) => set({ driver })}
        />
      )}
      <OwnerFilter value={filters.owner ?? ''} onChange={(owner) => set({ owner })} />
      <TextFilter
        label="Thread"
        title="The thread the session belongs to"
        value={filters.threadId ?? ''}
        onChange={(threadId) => set({ threadId })}
      />
    </FilterBar>
  )
}
