import type { QueryOf, SandboxExecutionSummary } from '@stoa/sdk'
import History from 'lucide-react/icons/history'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { CursorPagination } from '../../../components/list/cursor-pagination.tsx'
import { DaySpan, Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { creditsColumn, durationColumn, timeColumn } from '../../../components/list/run-columns.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { useDayBounds } from '../../../components/list/use-day-bounds.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { OwnerFilter } from '../../../features/end-users/owner-filter.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { userColumn } from '../../../features/end-users/user-column.tsx'
import { ExecutionState, errorNames } from '../../../features/sandboxes/execution-state.tsx'
import { languageChoices, languageNames } from '../../../features/sandboxes/languages.ts'
import { ephemeralPath, executePath, executionsPath } from '../../../features/sandboxes/sandbox-paths.ts'
import { type Filters, pageSize, useFilters } from '../../../filters.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { firstLineOf } from '../first-line.ts'
import { sandboxRoutes } from '../routes.ts'
import '../../../features/sandboxes/executions.css'

type HistoryQuery = NonNullable<QueryOf<typeof executionsPath, 'get'>>

const filterNames = ['status', 'errorCode', 'language', 'owner', 'from', 'to'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const stateChoices = [
  { value: 'succeeded', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
]
const errorChoices = Object.entries(errorNames).map(([value, label]) => ({ value, label }))
const body = { language: 'javascript', source: 'return 1 + 1' }

/** What was run, newest first: of one session, or of all and without. */
export function ExecutionList({ sessionId }: { sessionId?: string }) {
  const { filters } = useFilters()
  const query = {
    status: filters.status as HistoryQuery['status'],
    errorCode: filters.errorCode as HistoryQuery['errorCode'],
    language: filters.language as HistoryQuery['language'],
    ...useDayBounds(),
    cursor: filters.cursor,
    sessionId,
    limit: pageSize,
  }
  const executions = useRead(
    ['sandbox', 'executions', query, filters.owner],
    (api, signal) => actAs(api, filters.owner).page(executionsPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const ofAll = sessionId === undefined
  const nameOf = useEndUserNames(ofAll ? (executions.data?.data.map(({ eUID }) => eUID) ?? []) : [])
  const hasFilters = filterNames.some((name) => filters[name])
  return (
    <>
      <ExecutionFilters hasFilters={hasFilters} ofAll={ofAll} />
      <List
        label="Executions"
        query={executions}
        columns={ofAll ? columnsOfAll(nameOf) : columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => href(sandboxRoutes.execution, { id })}
        hasFilters={hasFilters || Boolean(filters.cursor)}
        pager={(page) => (
          <CursorPagination shown={page} noun={page.total === 1 ? 'execution' : 'executions'} />
        )}
        empty={
          <EmptyState
            icon={<History size={24} aria-hidden />}
            title="No executions yet"
            call={
              ofAll
                ? { method: 'POST', path: ephemeralPath, body }
                : { method: 'POST', path: executePath, params: { id: sessionId }, body }
            }
          >
            Every execution appears here when it ends, with its script, result and cost.
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
      <Filter
        label="State"
        value={filters.status ?? ''}
        choices={stateChoices}
        onChange={(status) => set({ status })}
      />
      <Filter
        label="Error"
        any="Error: all"
        value={filters.errorCode ?? ''}
        choices={errorChoices}
        onChange={(errorCode) => set({ errorCode })}
      />
      <Filter
        label="Language"
        value={filters.language ?? ''}
        choices={languageChoices}
        onChange={(language) => set({ language })}
      />
      {ofAll && (
        <>
          <OwnerFilter value={filters.owner ?? ''} onChange={(owner) => set({ owner })} />
          <DaySpan verb="Started" />
        </>
      )}
    </FilterBar>
  )
}

const columns: Column<SandboxExecutionSummary>[] = [
  {
    id: 'source',
    header: 'Script',
    cell: ({ id, sourceStart }) => (
      <span className="execution-source mono small truncate">
        {sourceStart === null ? `…${id.slice(-8)}` : firstLineOf(sourceStart)}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: (execution) => <ExecutionState execution={execution} />,
  },
  {
    id: 'language',
    header: 'Language',
    rank: 2,
    cell: ({ language }) => languageNames[language],
  },
  durationColumn(({ durationMs }) => durationMs),
  creditsColumn(({ creditsUsed }) => creditsUsed),
  timeColumn(),
]

/** Mode and end user are shown only in the list of all sessions. */
const columnsOfAll = (nameOf: (id: string) => string | undefined): Column<SandboxExecutionSummary>[] => [
  ...columns.slice(0, 3),
  {
    id: 'where',
    header: 'Mode',
    rank: 3,
    cell: ({ sessionId, rerunOf }) =>
      rerunOf !== null ? <Chip>rerun</Chip> : sessionId === null ? 'one-off' : 'session',
  },
  userColumn(nameOf, 3),
  ...columns.slice(3),
]
