import type { ConnectedAccount, QueryOf } from '@stoa/sdk'
import Plug from 'lucide-react/icons/plug'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page } from '../../components/layout/page.tsx'
import { Filter, FilterBar, TextFilter } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import type { Column } from '../../components/list/table.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { AccountMenu } from '../../features/connections/account-menu.tsx'
import { AccountName } from '../../features/connections/account-name.tsx'
import { AccountState, statusChoices } from '../../features/connections/account-state.tsx'
import { ConnectDialog } from '../../features/connections/connect/connect-dialog.tsx'
import { accountsPath, accountUrl } from '../../features/connections/connections-api.ts'
import { actAs, actingHeaders } from '../../features/end-users/act-as.ts'
import { OwnerFilter } from '../../features/end-users/owner-filter.tsx'
import { useEndUserNames } from '../../features/end-users/use-end-user-names.ts'
import { userColumn } from '../../features/end-users/user-column.tsx'
import { type Filters, pageOf, pageSize, useFilters } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { ConnectionTabs } from './connection-tabs.tsx'
import { useLinkCall } from './use-link-call.ts'

type AccountQuery = NonNullable<QueryOf<typeof accountsPath, 'get'>>

const filterNames = ['q', 'status', 'toolkit', 'config', 'owner'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
export function AccountsPage() {
  const { filters, set } = useFilters()
  const link = useLinkCall()
  const query: AccountQuery = {
    q: filters.q,
    statuses: filters.status as AccountQuery['statuses'],
    toolkitSlugs: filters.toolkit,
    authConfigIds: filters.config,
    page: pageOf(filters),
    limit: pageSize,
  }
  const accounts = useRead(
    ['accounts', query, filters.owner],
    (api, signal) => actAs(api, filters.owner).page(accountsPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const nameOf = useEndUserNames(accounts.data?.data.map(({ eUID }) => eUID) ?? [])
  const hasFilters = filterNames.some((name) => filters[name])
  const connect = (
    <CreateButton icon={<Plug size={15} aria-hidden />} onClick={() => set({ new: '1' })}>
      Connect an account
    </CreateButton>
  )
  return (
    <Page
      title="Connected accounts"
      about="Accounts at external services that tools can act with, and their status."
      actions={connect}
      calls={[
        {
          title: 'List',
          call: {
            method: 'GET',
            path: accountsPath,
            query: { q: filters.q, statuses: filters.status, toolkitSlugs: filters.toolkit },
            headers: actingHeaders(filters.owner),
          },
        },
        link,
      ]}
    >
      <ConnectionTabs />
      <AccountFilters hasFilters={hasFilters} />
      <List
        label="Connected accounts"
        query={accounts}
        columns={columnsWith(nameOf)}
        keyOf={({ id }) => id}
        linkOf={accountUrl}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<Plug size={24} aria-hidden />}
            title="No accounts yet"
            action={connect}
            call={link.call}
          >
            An end user opens a link and grants access at the service; tools can then act on their behalf. The
            Demonstration toolkit needs no setup.
          </EmptyState>
        }
      />
      {filters.new !== undefined && <ConnectDialog onClose={() => set({ new: undefined })} />}
    </Page>
  )
}

function AccountFilters({ hasFilters }: { hasFilters: boolean }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <ListSearch label="Search by name, email or service" />
      <Filter
        label="State"
        value={filters.status ?? ''}
        choices={statusChoices}
        onChange={(status) => set({ status })}
      />
      <TextFilter
        label="Toolkit"
        title="Toolkit slug"
        value={filters.toolkit ?? ''}
        onChange={(toolkit) => set({ toolkit })}
      />
      <OwnerFilter value={filters.owner ?? ''} onChange={(owner) => set({ owner })} />
    </FilterBar>
  )
}

const columnsWith = (nameOf: (id: string) => string | undefined): Column<ConnectedAccount>[] => [
  {
    id: 'account',
    header: 'Account',
    cell: (account) => <AccountName account={account} />,
  },
  { id: 'state', header: 'State', cell: (account) => <AccountState account={account} /> },
  userColumn(nameOf),
  {
    id: 'scopes',
    header: 'Scopes',
    rank: 3,
    cell: ({ scopesGranted }) =>
      scopesGranted.length === 0 ? (
        <span className="muted">none</span>
      ) : (
        <span title={scopesGranted.join('\n')}>
          {scopesGranted.length === 1 ? scopesGranted[0] : `${scopesGranted.length} scopes`}
        </span>
      ),
  },
  { id: 'used', header: 'Last used', rank: 2, cell: ({ lastUsedAt }) => <TimeAgo at={lastUsedAt} /> },
  {
    id: 'menu',
    header: '',
    align: 'end',
    cell: (account) => <AccountMenu account={account} />,
  },
]
