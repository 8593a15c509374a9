import { type ReactNode, useId } from 'react'
import { type Filters, useFilters } from '../../filters.ts'
import { DaySpan, Filter, FilterBar, SearchBox, TextFilter } from '../../parts/filter-bar.tsx'
import { useRead } from '../../project.tsx'
import { fileTypeChoices } from './file-kinds.tsx'
import { projectOwner } from './files-api.ts'

export const filterNames = ['q', 'fileType', 'format', 'owner', 'from', 'to'] as const

const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))

// Enough to choose from; everybody else can be typed.
const suggested = 20

export function FileFilters({ hasFilters, picker }: { hasFilters: boolean; picker: ReactNode }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <SearchBox label="Search by name" value={filters.q ?? ''} onChange={(q) => set({ q })} />
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

/** Any end user by name; those who keep the most are suggested. */
export function OwnerFilter({ value, onChange }: { value: string; onChange(owner: string): void }) {
  const listId = useId()
  const { data } = useRead(['end-users', 'owners'], (api, signal) =>
    api.get('/api/v1/external-users', {
      query: { sortBy: 'storageUsedKb', sortOrder: 'DESC', limit: suggested, fields: ['name'] },
      signal,
    }),
  )
  const names = [...new Set([projectOwner, ...(data?.map(({ name }) => name) ?? [])])]
  return (
    <>
      <TextFilter
        label="Owner"
        title="The name of an end user; project_default_user is the project itself"
        list={listId}
        value={value}
        onChange={onChange}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
