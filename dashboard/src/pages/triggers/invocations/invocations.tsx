import type { QueryOf, Trigger, TriggerInvocation } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Inbox from 'lucide-react/icons/inbox'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { CursorPagination } from '../../../components/list/cursor-pagination.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { durationColumn } from '../../../components/list/run-columns.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import {
  InvocationState,
  invocationStates,
  sourceLabels,
} from '../../../features/triggers/invocation-state.tsx'
import { invocationsPath as path, testPath } from '../../../features/triggers/triggers-api.ts'
import { workflowExecutionUrl } from '../../../features/workflows/workflows-api.ts'
import { type Filters, pageSize, useFilters } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { InvocationDetails } from './invocation-details.tsx'

type Query = NonNullable<QueryOf<typeof path, 'get'>>

const filterNames = ['status', 'source'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const statusChoices = Object.entries(invocationStates).map(([value, { label }]) => ({ value, label }))
const sourceChoices = Object.entries(sourceLabels).map(([value, label]) => ({ value, label }))

/** Every time that a trigger fired, as it happens. The open one is in the URL like the filters. */
export function Invocations({ trigger: { triggerId } }: { trigger: Trigger }) {
  const { filters, set } = useFilters()
  const query = {
    triggerId,
    status: filters.status as Query['status'],
    source: filters.source as Query['source'],
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    cursor: filters.cursor,
    limit: pageSize,
  }
  const invocations = useRead(
    ['triggers', 'invocations', query],
    (api, signal) => actAs(api).page(path, { query, signal }),
    { keepsPrevious: true, refetchInterval: 2_000 },
  )
  const hasFilters = filterNames.some((name) => filters[name])
  return (
    <section className="stack" aria-label="Invocations">
      <h2>Invocations</h2>
      <InvocationFilters hasFilters={hasFilters} />
      <List
        label="Invocations"
        query={invocations}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={({ id }) => set({ invocation: id, cursor: filters.cursor })}
        sort={{ by: 'createdAt', order: query.sortOrder }}
        hasFilters={hasFilters || Boolean(filters.cursor)}
        pager={(page) => (
          <CursorPagination shown={page} noun={page.total === 1 ? 'invocation' : 'invocations'} />
        )}
        empty={
          <EmptyState
            icon={<Inbox size={24} aria-hidden />}
            title="Waiting for the first invocation"
            call={{
              method: 'POST',
              path: testPath,
              params: { triggerId },
              headers: actingHeaders(),
              body: { mode: 'test' },
            }}
          >
            Every time that the trigger fires appears here by itself, with its payload and the execution it
            started.
          </EmptyState>
        }
      />
      {filters.invocation && (
        <InvocationDetails
          key={filters.invocation}
          invocationId={filters.invocation}
          onOpen={(id) => set({ invocation: id })}
          onClose={() => set({ invocation: undefined, cursor: filters.cursor })}
        />
      )}
    </section>
  )
}

function InvocationFilters({ hasFilters }: { hasFilters: boolean }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <Filter
        label="State"
        value={filters.status ?? ''}
        choices={statusChoices}
        onChange={(status) => set({ status })}
      />
      <Filter
        label="Source"
        value={filters.source ?? ''}
        choices={sourceChoices}
        onChange={(source) => set({ source })}
      />
    </FilterBar>
  )
}

const durationOf = ({ startedAt, endedAt }: TriggerInvocation): number | null =>
  startedAt === null || endedAt === null ? null : new Date(endedAt).getTime() - new Date(startedAt).getTime()

const columns: Column<TriggerInvocation>[] = [
  {
    id: 'source',
    header: 'Source',
    cell: ({ source, isTest, replayOf }) => (
      <span className="row">
        {sourceLabels[source]}
        {isTest && <Chip>test</Chip>}
        {replayOf !== null && <Chip>replay</Chip>}
      </span>
    ),
  },
  { id: 'state', header: 'State', cell: ({ status }) => <InvocationState status={status} /> },
  {
    id: 'execution',
    header: 'Execution',
    rank: 2,
    cell: ({ executionId }) =>
      executionId === null ? (
        <span className="muted">none</span>
      ) : (
        <Link to={workflowExecutionUrl(executionId)} className="mono small">
          …{executionId.slice(-8)}
        </Link>
      ),
  },
  {
    id: 'error',
    header: 'Error',
    rank: 3,
    cell: ({ error }) => <span className="muted clamped">{error?.message ?? ''}</span>,
  },
  durationColumn(durationOf, 3),
  {
    id: 'createdAt',
    header: 'Time',
    sortBy: 'createdAt',
    align: 'end',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
]
