import type { ModelProviderState } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { Status } from '../../../components/feedback/status.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { FilterBar } from '../../../components/list/filter-bar.tsx'
import { ListSearch } from '../../../components/list/list-search.tsx'
import { QueryTable } from '../../../components/list/query-table.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { ProviderName, providerName } from '../../../features/models/provider-state.tsx'
import { providerStatesPath, useProviderStates } from '../../../features/models/use-providers.ts'
import { useFilters } from '../../../filters.ts'
import { ModelTabs } from '../model-tabs.tsx'
import { modelRoutes } from '../routes.ts'
import './providers.css'

const states = {
  ready: { kind: 'good', label: 'Available' },
  incomplete: { kind: 'off', label: 'Not configured' },
  disabled: { kind: 'off', label: 'Disabled' },
} as const

/** What members may see: which providers are available, and nothing of their configuration. */
export function ProviderStates() {
  const { filters, set } = useFilters()
  const query = useProviderStates()
  const words = (filters.q ?? '').toLowerCase()
  const shown = query.data
    ?.filter(({ name }) => `${name} ${providerName(name)}`.toLowerCase().includes(words))
    .sort(
      (a, b) =>
        Number(b.status === 'ready') - Number(a.status === 'ready') ||
        providerName(a.name).localeCompare(providerName(b.name)),
    )
  return (
    <Page
      title="Providers"
      about="Model providers. Project admins configure them."
      calls={[{ title: 'List', call: { method: 'GET', path: providerStatesPath } }]}
    >
      <ModelTabs />
      <FilterBar hasFilters={Boolean(filters.q)} onClear={() => set({ q: undefined })}>
        <ListSearch label="Search by name" />
      </FilterBar>
      <QueryTable query={query} label="Providers" columns={columns} rows={shown} keyOf={({ name }) => name} />
      <p className="muted small">
        Available models are listed under <Link to={modelRoutes.list}>Models</Link>. To add a provider, ask an
        admin.
      </p>
    </Page>
  )
}

const columns: Column<ModelProviderState>[] = [
  { id: 'name', header: 'Provider', cell: ({ name }) => <ProviderName name={name} /> },
  {
    id: 'state',
    header: 'State',
    cell: ({ status }) => <Status kind={states[status].kind}>{states[status].label}</Status>,
  },
]
