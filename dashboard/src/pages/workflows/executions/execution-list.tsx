import type { QueryOf, WorkflowExecution } from '@stoa/sdk'
import History from 'lucide-react/icons/history'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { CursorPagination } from '../../../components/list/cursor-pagination.tsx'
import { DaySpan, Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { ListSearch } from '../../../components/list/list-search.tsx'
import { creditsColumn, durationColumn } from '../../../components/list/run-columns.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { useDayBounds } from '../../../components/list/use-day-bounds.ts'
import { useSelection } from '../../../components/list/use-selection.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { OwnerFilter } from '../../../features/end-users/owner-filter.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { userColumn } from '../../../features/end-users/user-column.tsx'
import { ExecutionState, executionStates } from '../../../features/workflows/execution-state.tsx'
import {
  executePath,
  executionsPath,
  workflowExecutionUrl,
} from '../../../features/workflows/workflows-api.ts'
import { type Filters, pageSize, useFilters } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { BulkExecutions } from './bulk-executions.tsx'

type Query = NonNullable<QueryOf<typeof executionsPath, 'get'>>

const filterNames = ['q', 'status', 'mode', 'owner', 'from', 'to'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const stopped = 'stopped'
const stateChoices = Object.entries(executionStates).flatMap(([value, { label }]) => [
  { value, label },
  ...(value === 'completed' ? [{ value: stopped, label: 'Stopped' }] : []),
])

/** To the API those that a limit stopped are completed. */
const inState = (state: string | undefined): Pick<Query, 'status' | 'isStopped'> =>
  state === stopped || state === 'completed'
    ? { status: 'completed', isStopped: state === stopped }
    : { status: state as Query['status'] }

const modeChoices = [{ value: 'test', label: 'Test' }]

const executionName = ({ workflowName, id }: WorkflowExecution): string => `${workflowName} …${id.slice(-8)}`
const idOf = ({ id }: WorkflowExecution): string => id

/** What was executed, newest first: of one workflow, or of all. */
export function ExecutionList({ workflowId }: { workflowId?: string }) {
  const { filters } = useFilters()
  const query = {
    q: filters.q,
    ...inState(filters.status),
    mode: filters.mode as Query['mode'],
    ...useDayBounds(),
    cursor: filters.cursor,
    workflowId,
    limit: pageSize,
  }
  const executions = useRead(
    ['workflows', 'executions', query, filters.owner],
    (api, signal) => actAs(api, filters.owner).page(executionsPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 3_000 },
  )
  const nameOf = useEndUserNames(executions.data?.data.map(({ eUID }) => eUID) ?? [])
  const selection = useSelection<WorkflowExecution>(executionName, idOf)
  const hasFilters = filterNames.some((name) => filters[name])
  return (
    <>
      <ExecutionFilters hasFilters={hasFilters} ofAll={workflowId === undefined} />
      <BulkExecutions selection={selection} />
      <List
        label="Executions"
        query={executions}
        columns={columnsWith(nameOf, workflowId === undefined)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => workflowExecutionUrl(id)}
        selection={selection}
        hasFilters={hasFilters || Boolean(filters.cursor)}
        pager={(page) => (
          <CursorPagination shown={page} noun={page.total === 1 ? 'execution' : 'executions'} />
        )}
        empty={
          <EmptyState
            icon={<History size={24} aria-hidden />}
            title="No executions yet"
            call={{
              method: 'POST',
              path: executePath,
              params: { id: workflowId ?? '{id}' },
              body: { input: {}, mode: 'production' },
            }}
          >
            Executions appear here when they start. Test executions are listed with the filter Mode: Test.
          </EmptyState>
        }
      />
    </>
  )
}

function ExecutionFilters({ hasFilters, ofAll }: { hasFilters: boolean; ofAll: boolean }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <ListSearch label={ofAll ? 'Search by workflow or ID' : 'Search by ID'} />
      <Filter
        label="State"
        value={filters.status ?? ''}
        choices={stateChoices}
        onChange={(status) => set({ status })}
      />
      <Filter
        label="Mode"
        any="Production"
        value={filters.mode ?? ''}
        choices={modeChoices}
        onChange={(mode) => set({ mode })}
      />
      <OwnerFilter value={filters.owner ?? ''} onChange={(owner) => set({ owner })} />
      <DaySpan verb="Started" />
    </FilterBar>
  )
}

const columnsWith = (
  nameOf: (id: string) => string | undefined,
  ofAll: boolean,
): Column<WorkflowExecution>[] => [
  {
    id: 'execution',
    header: ofAll ? 'Workflow' : 'Execution',
    cell: ({ workflowName, id }) =>
      ofAll ? <span className="clamped">{workflowName}</span> : <code>…{id.slice(-8)}</code>,
  },
  { id: 'state', header: 'State', cell: (execution) => <ExecutionState {...execution} /> },
  {
    id: 'version',
    header: 'Version',
    rank: 3,
    cell: ({ version, retryOf }) => (
      <span className="row">
        <span className="number">{version}</span>
        {retryOf !== null && <Chip>retry</Chip>}
      </span>
    ),
  },
  userColumn(nameOf, 3),
  durationColumn(({ executionDurationMs }) => executionDurationMs),
  creditsColumn(({ usage }) => usage?.credits ?? 0),
  { id: 'when', header: 'Started', align: 'end', cell: ({ startedAt }) => <TimeAgo at={startedAt} /> },
]
