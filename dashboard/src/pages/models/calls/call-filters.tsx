import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { DaySpan, Filter, FilterBar, TextFilter } from '../../../components/list/filter-bar.tsx'
import { OwnerFilter } from '../../../features/end-users/owner-filter.tsx'
import { allMediaKinds, mediaKinds } from '../../../features/media/media-kinds.ts'
import { type Filters, useFilters } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { modelRoutes } from '../routes.ts'
import { callStates, kindNames } from './call-state.tsx'

export const filterNames = ['model', 'provider', 'status', 'kind', 'owner', 'from', 'to'] as const

const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const stateChoices = Object.entries(callStates).map(([value, { label }]) => ({ value, label }))
// Media calls have their own list, with thumbnails; they link to it.
const kindChoices = [
  ...Object.entries(kindNames).map(([value, label]) => ({ value, label })),
  ...allMediaKinds.map((value) => ({ value, label: mediaKinds[value].label })),
]
const isMedia = (kind: string) => kind in mediaKinds

type CallFiltersProps = {
  hasFilters: boolean
  picker: ReactNode
  /** Models of the calls that are shown: of the whole catalogue most were never called. */
  used: readonly string[]
}

export function CallFilters({ hasFilters, picker, used }: CallFiltersProps) {
  const { filters, set } = useFilters()
  const listId = useId()
  const navigate = useNavigate()
  const { data: models } = useRead(['models', 'chat'], (api, signal) =>
    api.get('/api/v1/ai/models', { signal }),
  )
  const providers = [...new Set(['local', ...(models ?? []).map(({ provider }) => provider)])].sort()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <TextFilter
        label="Model"
        title="A model ID such as openai/gpt-5, requested or served"
        list={listId}
        value={filters.model ?? ''}
        onChange={(model) => set({ model })}
      />
      <datalist id={listId}>
        {used.map((modelId) => (
          <option key={modelId} value={modelId} />
        ))}
      </datalist>
      <Filter
        label="Provider"
        value={filters.provider ?? ''}
        choices={providers.map((value) => ({ value, label: value }))}
        onChange={(provider) => set({ provider })}
      />
      <Filter
        label="State"
        value={filters.status ?? ''}
        choices={stateChoices}
        onChange={(status) => set({ status })}
      />
      <Filter
        label="Kind"
        value={filters.kind ?? ''}
        choices={kindChoices}
        onChange={(kind) =>
          isMedia(kind) ? void navigate({ to: `${modelRoutes.media}?kind=${kind}` }) : set({ kind })
        }
      />
      <OwnerFilter value={filters.owner ?? ''} onChange={(owner) => set({ owner })} />
      <DaySpan verb="Created" />
      {picker}
    </FilterBar>
  )
}
