import type { QueryOf } from '@stoa/sdk'
import Boxes from 'lucide-react/icons/boxes'
import { useMemo, useState } from 'react'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { StaleNotice } from '../../components/feedback/stale-notice.tsx'
import { Page } from '../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../components/list/filter-bar.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import { type AiModel, isModelOrder, sorted } from '../../features/models/prices.ts'
import { providerName } from '../../features/models/provider-state.tsx'
import { type Filters, useFilters } from '../../filters.ts'
import { useIsAdmin, useRead } from '../../project.ts'
import { ModelDetails } from './model-details.tsx'
import { ModelTable } from './model-table.tsx'
import { ModelTabs } from './model-tabs.tsx'
import { ProviderKeyNotice } from './provider-key-notice.tsx'
import { SyncModels, syncPath } from './sync-models.tsx'

type ModelQuery = NonNullable<QueryOf<'/api/v1/ai/models', 'get'>>

const path = '/api/v1/ai/models'

const kindChoices = [
  { value: 'image', label: 'Image' },
  { value: 'video', label: 'Video' },
  { value: 'tts', label: 'Speech' },
  { value: 'stt', label: 'Transcription' },
]
const stateChoices = [
  { value: 'ready', label: 'Available' },
  { value: 'on', label: 'Enabled' },
  { value: 'off', label: 'Disabled' },
]
const reasoningChoices = [
  { value: 'true', label: 'Supported' },
  { value: 'false', label: 'Not supported' },
]
const cleared: Filters = {
  q: undefined,
  kind: undefined,
  provider: undefined,
  supportsReasoning: undefined,
  state: undefined,
}

const queryOf = ({ kind, supportsReasoning }: Filters) => ({
  kind: kind as ModelQuery['kind'],
  supportsReasoning: supportsReasoning === undefined ? undefined : supportsReasoning === 'true',
})

export function ModelsPage() {
  const { filters, set } = useFilters()
  const isAdmin = useIsAdmin()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const query = queryOf(filters)
  const models = useRead(['models', query], (api, signal) => api.get(path, { query, signal }), {
    keepsPrevious: true,
  })
  const by = isModelOrder(filters.sortBy) ? filters.sortBy : 'availability'
  const order = filters.sortOrder === 'DESC' ? 'DESC' : 'ASC'
  const found = useMemo(
    () => models.data && sorted(models.data.filter(matcher(filters)), by, order),
    [models.data, filters, by, order],
  )
  const providers = [...new Set(models.data?.map(({ provider }) => provider))].sort()
  const opened = models.data?.find(({ id }) => id === openedId)
  const hasFilters = Object.keys(cleared).some((name) => filters[name])
  return (
    <Page
      title="Models"
      about="Models available to this project and their prices: per million tokens, or per image, second, character or minute."
      actions={isAdmin && <SyncModels />}
      calls={callsOf(filters)}
    >
      <ModelTabs />
      {isAdmin && models.data && <ProviderKeyNotice models={models.data} />}
      <ModelFilters hasFilters={hasFilters} providers={providers} />
      {models.error && models.data && <StaleNotice error={models.error} />}
      {models.error && !models.data ? (
        <ErrorAlert error={models.error} retry={() => void models.refetch()} />
      ) : found?.length === 0 ? (
        <EmptyState icon={<Boxes size={24} aria-hidden />} title="No results">
          Remove a filter or choose another kind.
        </EmptyState>
      ) : (
        <ModelTable
          isMedia={filters.kind !== undefined}
          models={found}
          sort={{ by, order }}
          onSort={(next) => set({ sortBy: next.by, sortOrder: next.order })}
          onOpen={({ id }) => setOpenedId(id)}
        />
      )}
      {opened && <ModelDetails model={opened} onClose={() => setOpenedId(null)} />}
    </Page>
  )
}

function ModelFilters({ hasFilters, providers }: { hasFilters: boolean; providers: readonly string[] }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <ListSearch label="Search by name, ID or provider" />
      <Filter
        label="Kind"
        any="Kind: chat"
        value={filters.kind ?? ''}
        choices={kindChoices}
        onChange={(kind) => set({ kind, provider: undefined, supportsReasoning: undefined })}
      />
      <Filter
        label="Provider"
        value={filters.provider ?? ''}
        choices={providers.map((value) => ({ value, label: providerName(value) }))}
        onChange={(provider) => set({ provider })}
      />
      {filters.kind === undefined && (
        <Filter
          label="Reasoning"
          value={filters.supportsReasoning ?? ''}
          choices={reasoningChoices}
          onChange={(supportsReasoning) => set({ supportsReasoning })}
        />
      )}
      <Filter
        label="State"
        value={filters.state ?? ''}
        choices={stateChoices}
        onChange={(state) => set({ state })}
      />
    </FilterBar>
  )
}

const isInState = ({ isActive, isAvailable }: AiModel, state: string | undefined) =>
  state === 'ready' ? isAvailable : state === undefined || isActive === (state !== 'off')

/** Searching what is already here is faster than asking, and finds by provider and by id alike. */
function matcher({ q, provider, state }: Filters) {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return (model: AiModel) => {
    const text = `${model.name} ${model.modelId} ${providerName(model.provider)}`.toLowerCase()
    return (
      words.every((word) => text.includes(word)) &&
      (!provider || model.provider === provider) &&
      isInState(model, state)
    )
  }
}

const callsOf = (filters: Filters) =>
  [
    {
      title: 'List',
      call: {
        method: 'GET',
        path,
        query: { ...filters, sortBy: undefined, sortOrder: undefined, state: undefined },
      },
    },
    {
      title: 'Disable a model',
      call: {
        method: 'PATCH',
        path: '/api/v1/ai/models/{modelId}',
        params: { modelId: 'openai/gpt-5' },
        body: { isActive: false },
      },
    },
    { title: 'Refresh from providers', call: { method: 'POST', path: syncPath } },
  ] as const
