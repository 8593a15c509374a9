import type { ApiKey, NewApiKey, QueryOf } from '@stoa/sdk'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { Page } from '../../components/layout/page.tsx'
import { FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import { RowName } from '../../components/list/row-name.tsx'
import type { Column } from '../../components/list/table.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { NewKey } from '../../features/keys/new-key.tsx'
import { scopeText } from '../../features/keys/scope-text.ts'
import { roleNames } from '../../features/members/role-names.ts'
import { type Filters, pageOf, pageSize, useFilters } from '../../filters.ts'
import { href } from '../../href.ts'
import { useRead } from '../../project.ts'
import { CreateKey } from './create-key.tsx'
import { KeyMenu } from './key-menu.tsx'
import { KeyState, KeyValue } from './key-state.tsx'
import { keyRoutes } from './routes.ts'

type KeyQuery = NonNullable<QueryOf<'/api/v1/api-keys', 'get'>>

const createCall = { method: 'POST', path: '/api/v1/api-keys', body: { name: 'ci' } } as const

export function KeysPage() {
  const { filters, set } = useFilters()
  const query = {
    q: filters.q,
    sortBy: (filters.sortBy ?? 'createdAt') as KeyQuery['sortBy'],
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    page: pageOf(filters),
    limit: pageSize,
  }
  // "Last used" is watched while a program is tried out.
  const keys = useRead(['keys', query], (api, signal) => api.page('/api/v1/api-keys', { query, signal }), {
    keepsPrevious: true,
    refetchInterval: 5_000,
  })
  const create = <CreateButton onClick={() => set({ new: '1' })}>Create key</CreateButton>
  return (
    <Page
      title="API keys"
      about="Keys that authenticate API requests to this project."
      actions={create}
      calls={callsOf(filters)}
    >
      <FilterBar hasFilters={Boolean(filters.q)} onClear={() => set({ q: undefined })}>
        <ListSearch label="Search by name" />
      </FilterBar>
      <List
        label="API keys"
        query={keys}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => href(keyRoutes.detail, { id })}
        sort={{ by: query.sortBy ?? 'createdAt', order: query.sortOrder }}
        hasFilters={Boolean(filters.q)}
        empty={
          <EmptyState
            icon={<KeyRound size={24} aria-hidden />}
            title="No API keys yet"
            action={create}
            call={createCall}
          >
            Send an API key with every request. Its value is shown once.
          </EmptyState>
        }
      />
      <CreateKeyFlow />
    </Page>
  )
}

/** The form, opened by the URL so that the palette and links lead to it; then the new key. */
function CreateKeyFlow() {
  const { filters, set } = useFilters()
  const [created, setCreated] = useState<NewApiKey | null>(null)
  const close = () => set({ new: undefined })
  return (
    <>
      {filters.new !== undefined && (
        <CreateKey
          onClose={close}
          onCreated={(key) => {
            close()
            setCreated(key)
          }}
        />
      )}
      {created && (
        <NewKey
          title={`Key "${created.name}" created`}
          value={created.key}
          onClose={() => setCreated(null)}
        />
      )}
    </>
  )
}

const columns: Column<ApiKey>[] = [
  { id: 'name', header: 'Name', sortBy: 'name', cell: ({ name }) => <RowName name={name} /> },
  { id: 'value', header: 'Value', rank: 2, cell: (key) => <KeyValue apiKey={key} /> },
  { id: 'role', header: 'Role', rank: 2, cell: ({ role }) => <Chip>{roleNames[role]}</Chip> },
  {
    id: 'scopes',
    header: 'Scopes',
    rank: 3,
    cell: ({ scopes }) =>
      scopes.length === 0 ? (
        <span className="muted">all of the role</span>
      ) : (
        <span title={scopes.map(scopeText).join('\n')}>
          {scopes.length === 1 ? scopeText(scopes[0]!) : `${scopes.length} selected`}
        </span>
      ),
  },
  { id: 'state', header: 'State', cell: ({ state }) => <KeyState state={state} /> },
  {
    id: 'lastUsedAt',
    header: 'Last used',
    sortBy: 'lastUsedAt',
    rank: 2,
    cell: ({ lastUsedAt }) => <TimeAgo at={lastUsedAt} />,
  },
  {
    id: 'expiresAt',
    header: 'Expires',
    sortBy: 'expiresAt',
    rank: 3,
    cell: ({ expiresAt }) => <TimeAgo at={expiresAt} />,
  },
  {
    id: 'createdAt',
    header: 'Created',
    sortBy: 'createdAt',
    rank: 3,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
  { id: 'menu', header: '', align: 'end', cell: (key) => <KeyMenu apiKey={key} /> },
]

const callsOf = (filters: Filters) =>
  [
    {
      title: 'List',
      call: { method: 'GET', path: '/api/v1/api-keys', query: { ...filters, new: undefined } },
    },
    { title: 'Create', call: createCall },
  ] as const
