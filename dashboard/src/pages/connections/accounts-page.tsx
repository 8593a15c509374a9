import type { ConnectedAccount, QueryOf } from '@stoa/sdk'
import Plug from 'lucide-react/icons/plug'
import { type Filters, pageOf, pageSize, useFilters } from '../../filters.ts'
import { Ago } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Filter, FilterBar, SearchBox, TextFilter } from '../../parts/filter-bar.tsx'
import { List } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import type { Column } from '../../parts/table.tsx'
import { useRead } from '../../project.tsx'
import { useEndUserNames } from '../end-users/use-end-user-names.ts'
import { userColumn } from '../end-users/user-column.tsx'
import { OwnerFilter } from '../files/file-filters.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AccountName } from './account-name.tsx'
import { AccountState, statusChoices } from './account-state.tsx'
import { ConnectDialog } from './connect/connect-dialog.tsx'
import { accountAddress, accountHeaders, accountsOf, accountsPath } from './connection-paths.ts'
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
    (api, signal) => accountsOf(api, filters.owner).page(accountsPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const nameOf = useEndUserNames(accounts.data?.data.map(({ eUID }) => eUID) ?? [])
  const hasFilters = filterNames.some((name) => filters[name])
  const connect = (
    <Button
      look="primary"
      icon={<Plug size={15} aria-hidden />}
      data-creates=""
      onClick={() => set({ new: '1' })}
    >
      Connect an account
    </Button>
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
            headers: accountHeaders(filters.owner),
          },
        },
        link,
      ]}
    >
      <ConnectionTabs />
      <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
        <SearchBox
          label="Search by name, email or service"
          value={filters.q ?? ''}
          onChange={(q) => set({ q })}
        />
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
      <List
        label="Connected accounts"
        query={accounts}
        columns={columnsWith(nameOf)}
        keyOf={({ id }) => id}
        linkOf={accountAddress}
        hasFilters={hasFilters}
        empty={
          <Empty
            icon={<Plug size={24} aria-hidden />}
            title="No accounts yet"
            action={connect}
            call={link.call}
          >
            An end user opens a link and grants access at the service; tools can then act on their behalf. The
            Demonstration toolkit needs no setup.
          </Empty>
        }
      />
      {filters.new !== undefined && <ConnectDialog onClose={() => set({ new: undefined })} />}
    </Page>
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
  { id: 'used', header: 'Last used', rank: 2, cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
  {
    id: 'menu',
    header: '',
    align: 'end',
    cell: (account) => <AccountMenu account={account} />,
  },
]
