import type { AuthConfig, QueryOf } from '@stoa/sdk'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Filter, FilterBar, TextFilter } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { ListSearch } from '../../../components/list/list-search.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { AccountName } from '../../../features/connections/account-name.tsx'
import { CreateAuthConfig } from '../../../features/connections/auth-configs/create-auth-config.tsx'
import { configsPath, configUrl } from '../../../features/connections/connections-api.ts'
import { schemeName } from '../../../features/toolkits/toolkit-labels.ts'
import { type Filters, pageOf, pageSize, useFilters, useOpenCreated } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { ConnectionTabs } from '../connection-tabs.tsx'
import { createConfigCall } from '../use-link-call.ts'
import { ConfigState } from './config-state.tsx'

type ConfigQuery = NonNullable<QueryOf<typeof configsPath, 'get'>>

const stateChoices = [{ value: 'enabled', label: 'Enabled' }]
export function AuthConfigsPage() {
  const { filters, set } = useFilters()
  const openCreated = useOpenCreated()
  const query: ConfigQuery = {
    q: filters.q,
    toolkitSlug: filters.toolkit,
    showDisabled: filters.state !== 'enabled',
    sortBy: (filters.sortBy ?? 'createdAt') as ConfigQuery['sortBy'],
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    page: pageOf(filters),
    limit: pageSize,
  }
  const configs = useRead(
    ['auth-configs', query],
    (api, signal) => api.page(configsPath, { query, signal }),
    { keepsPrevious: true },
  )
  const hasFilters = Boolean(filters.q || filters.toolkit || filters.state)
  const create = <CreateButton onClick={() => set({ new: '1' })}>Create auth config</CreateButton>
  return (
    <Page
      title="Auth configs"
      about="How accounts of each service are connected: OAuth client, scopes and return URLs."
      actions={create}
      calls={callsOf(filters)}
    >
      <ConnectionTabs />
      <AuthConfigFilters hasFilters={hasFilters} />
      <List
        label="Auth configs"
        query={configs}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => configUrl(id)}
        sort={{ by: query.sortBy ?? 'createdAt', order: query.sortOrder ?? 'DESC' }}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<ShieldCheck size={24} aria-hidden />}
            title="No auth configs yet"
            action={create}
            call={createConfigCall}
          >
            An auth config defines how end users connect accounts of a service: with your own OAuth client, or
            with credentials provided per account.
          </EmptyState>
        }
      />
      {filters.new !== undefined && (
        <CreateAuthConfig
          {...(filters.toolkit ? { toolkitSlug: filters.toolkit } : {})}
          onClose={() => set({ new: undefined })}
          onCreated={({ id }) => void openCreated(configUrl(id))}
        />
      )}
    </Page>
  )
}

function AuthConfigFilters({ hasFilters }: { hasFilters: boolean }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar
      hasFilters={hasFilters}
      onClear={() => set({ q: undefined, toolkit: undefined, state: undefined })}
    >
      <ListSearch label="Search by name or toolkit" />
      <TextFilter
        label="Toolkit"
        title="Toolkit slug"
        value={filters.toolkit ?? ''}
        onChange={(toolkit) => set({ toolkit })}
      />
      <Filter
        label="State"
        value={filters.state ?? ''}
        choices={stateChoices}
        onChange={(state) => set({ state })}
      />
    </FilterBar>
  )
}

const columns: Column<AuthConfig>[] = [
  {
    id: 'name',
    header: 'Auth config',
    sortBy: 'name',
    cell: ({ name, displayName, toolkit }) => (
      <AccountName account={{ toolkit, label: displayName ?? name }} />
    ),
  },
  { id: 'scheme', header: 'Auth scheme', rank: 2, cell: ({ authScheme }) => schemeName(authScheme) },
  { id: 'state', header: 'State', cell: (config) => <ConfigState config={config} /> },
  {
    id: 'connections',
    header: 'Accounts',
    align: 'end',
    rank: 2,
    cell: ({ connectionCount }) => <span className="number">{connectionCount}</span>,
  },
  {
    id: 'createdAt',
    header: 'Created',
    sortBy: 'createdAt',
    rank: 3,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
]

const callsOf = (filters: Filters) =>
  [
    {
      title: 'List',
      call: { method: 'GET', path: configsPath, query: { q: filters.q, toolkitSlug: filters.toolkit } },
    },
    { title: 'Create', call: createConfigCall },
    {
      title: 'Required fields of a toolkit',
      call: { method: 'GET', path: `${configsPath}/fields`, query: { toolkitSlug: 'slack' } },
    },
  ] as const
