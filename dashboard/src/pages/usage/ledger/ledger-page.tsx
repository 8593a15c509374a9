import type { QueryOf, UsageEntry } from '@stoa/sdk'
import Download from 'lucide-react/icons/download'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { useDownload } from '../../../components/actions/use-download.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { useColumns } from '../../../components/list/column-picker.tsx'
import { CursorPagination } from '../../../components/list/cursor-pagination.tsx'
import type { Days } from '../../../components/list/day-presets.ts'
import { DaySpan, Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { useDayBounds } from '../../../components/list/use-day-bounds.ts'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { useToolNames } from '../../../features/tools/use-tool-names.ts'
import { EntryDetails } from '../../../features/usage/entry-details.tsx'
import { hiddenByDefault, ledgerColumns } from '../../../features/usage/ledger-columns.tsx'
import { typeChoices } from '../../../features/usage/usage-types.ts'
import { type Filters, pageSize, useFilters } from '../../../filters.ts'
import { useIsAdmin, useProject, useRead } from '../../../project.ts'
import { SubjectFilter, subjectNames } from '../subject-filter.tsx'
import { UsageTabs } from '../usage-tabs.tsx'
import { ReconcileDialog } from './reconcile-dialog.tsx'
import './ledger-page.css'

type UsageQuery = NonNullable<QueryOf<'/api/v1/usage', 'get'>>

const path = '/api/v1/usage'
const filterNames = ['type', 'entryType', 'from', 'to', ...subjectNames] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const directions = [
  { value: 'debit', label: 'Debit' },
  { value: 'credit', label: 'Credit' },
]

/** The filters in the URL as the API takes them: its days begin when those of the time zone do. */
const narrowedBy = (filters: Filters, bounds: Days) =>
  ({
    ...Object.fromEntries(filterNames.map((name) => [name, filters[name]])),
    ...bounds,
    sortOrder: filters.sortOrder ?? 'DESC',
  }) as Pick<UsageQuery, (typeof filterNames)[number] | 'sortOrder'>

const isEntry = (item: object): item is UsageEntry => 'delta' in item

export function LedgerPage() {
  const { filters } = useFilters()
  const isAdmin = useIsAdmin()
  const [opened, setOpened] = useState<UsageEntry | null>(null)
  const [isProving, setProving] = useState(false)
  const bounds = useDayBounds()
  const narrowed = narrowedBy(filters, bounds)
  const query = { ...narrowed, cursor: filters.cursor, limit: pageSize }
  const entries = useRead(
    ['usage', 'entries', query],
    async (api, signal) => {
      const page = await api.page(path, { query, signal })
      return { ...page, data: page.data.filter(isEntry) }
    },
    { keepsPrevious: true, refetchInterval: 10_000 },
  )
  const nameOf = useEndUserNames(entries.data?.data.map(({ eUID }) => eUID) ?? [])
  const toolNameOf = useToolNames(entries.data?.data.flatMap(({ toolSlug }) => toolSlug ?? []) ?? [])
  const { shown, picker } = useColumns('ledger', ledgerColumns(nameOf, toolNameOf), hiddenByDefault)
  const hasFilters = filterNames.some((name) => filters[name])
  return (
    <Page
      title="Ledger"
      about="Every credit and debit of this project. Entries are append-only."
      actions={
        <>
          {isAdmin && <Button onClick={() => setProving(true)}>Reconcile</Button>}
          <CsvButton query={narrowed} />
        </>
      }
      calls={callsOf({ ...filters, ...bounds })}
    >
      <UsageTabs />
      <LedgerFilters hasFilters={hasFilters} picker={picker} />
      <List
        label="Ledger"
        query={entries}
        columns={shown}
        keyOf={({ id }) => id}
        onOpen={(entry) => setOpened(entry)}
        sort={{ by: 'createdAt', order: narrowed.sortOrder ?? 'DESC' }}
        hasFilters={hasFilters || Boolean(filters.cursor)}
        pager={(page) => <CursorPagination shown={page} noun={page.total === 1 ? 'entry' : 'entries'} />}
        empty={
          <EmptyState
            icon={<ReceiptText size={24} aria-hidden />}
            title="No entries yet"
            call={{ method: 'GET', path }}
          >
            Grants and paid usage appear here immediately.
          </EmptyState>
        }
      />
      {opened && (
        <EntryDetails
          entry={opened}
          userName={opened.eUID === null ? undefined : nameOf(opened.eUID)}
          onClose={() => setOpened(null)}
        />
      )}
      {isProving && <ReconcileDialog onClose={() => setProving(false)} />}
    </Page>
  )
}

function LedgerFilters({ hasFilters, picker }: { hasFilters: boolean; picker: ReactNode }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <SubjectFilter />
      <Filter
        label="Type"
        value={filters.type ?? ''}
        choices={typeChoices}
        onChange={(type) => set({ type })}
      />
      <Filter
        label="Direction"
        any="Direction: all"
        value={filters.entryType ?? ''}
        choices={directions}
        onChange={(entryType) => set({ entryType })}
      />
      <DaySpan verb="Created" />
      {picker}
    </FilterBar>
  )
}

/** Everything that matches, not only the page that is shown. */
function CsvButton({ query }: { query: UsageQuery }) {
  const { api } = useProject()
  const { isBusy, download } = useDownload()
  const load = () => api.raw('GET', path, { query: { ...query, format: 'csv' } })
  return (
    <Button
      icon={<Download size={14} aria-hidden />}
      isBusy={isBusy}
      onClick={() => void download(load, 'usage.csv')}
    >
      Download CSV
    </Button>
  )
}

const callsOf = (filters: Filters) =>
  [
    { title: 'List', call: { method: 'GET', path, query: filters } },
    {
      title: 'Export as CSV',
      call: { method: 'GET', path, query: { ...filters, cursor: undefined, format: 'csv' } },
    },
    { title: 'Reconcile', call: { method: 'GET', path: '/api/v1/usage/reconcile' } },
  ] as const
