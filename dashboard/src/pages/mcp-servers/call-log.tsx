import type { McpCall, McpServer } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Inbox from 'lucide-react/icons/inbox'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { DaySpan, Filter, FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import { durationColumn, timeColumn } from '../../components/list/run-columns.tsx'
import type { Column } from '../../components/list/table.tsx'
import { useDayBounds } from '../../components/list/use-day-bounds.ts'
import { type Filters, pageOf, pageSize, useFilters } from '../../filters.ts'
import { href } from '../../href.ts'
import { useRead } from '../../project.ts'
import { toolRoutes } from '../tools/routes.ts'
import { callsPath } from './mcp-api.ts'

const filterNames = ['q', 'state', 'from', 'to'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const stateChoices = [
  { value: 'true', label: 'Successful' },
  { value: 'false', label: 'Failed' },
]

/** What clients called, as it happens. */
export function CallLog({ server: { id } }: { server: McpServer }) {
  const { filters, set } = useFilters()
  const query = {
    q: filters.q,
    successful: filters.state === undefined ? undefined : filters.state === 'true',
    ...useDayBounds(),
    page: pageOf(filters),
    limit: pageSize,
  }
  const calls = useRead(
    ['mcp-servers', 'calls', id, query],
    (api, signal) => api.page(callsPath, { params: { id }, query, signal }),
    { keepsPrevious: true, refetchInterval: 3_000 },
  )
  const hasFilters = filterNames.some((name) => filters[name])
  return (
    <section className="stack" aria-label="Calls">
      <h2>Calls</h2>
      <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
        <ListSearch label="Search by tool or client" />
        <Filter
          label="State"
          value={filters.state ?? ''}
          choices={stateChoices}
          onChange={(state) => set({ state })}
        />
        <DaySpan verb="Called" />
      </FilterBar>
      <List
        label="Calls"
        query={calls}
        columns={columns}
        keyOf={(call) => call.id}
        hasFilters={hasFilters}
        empty={
          <EmptyState icon={<Inbox size={24} aria-hidden />} title="Waiting for the first call">
            Calls of clients appear here by themselves, with their client, duration and error.
          </EmptyState>
        }
      />
    </section>
  )
}

const columns: Column<McpCall>[] = [
  {
    id: 'target',
    header: 'Target',
    cell: ({ target, method, logId }) =>
      logId === null ? (
        <code>{target ?? method}</code>
      ) : (
        <Link to={href(toolRoutes.run, { id: logId })}>
          <code>{target ?? method}</code>
        </Link>
      ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ successful }) => (
      <Status kind={successful ? 'good' : 'bad'}>{successful ? 'Successful' : 'Failed'}</Status>
    ),
  },
  {
    id: 'client',
    header: 'Client',
    rank: 2,
    cell: ({ clientName, clientVersion }) => (
      <span className="truncate">
        {clientName ?? 'unknown'} <span className="muted">{clientVersion}</span>
      </span>
    ),
  },
  {
    id: 'error',
    header: 'Error',
    rank: 3,
    cell: ({ error }) => <span className="muted clamped">{error ?? ''}</span>,
  },
  durationColumn(({ durationMs }) => durationMs),
  timeColumn(),
]
