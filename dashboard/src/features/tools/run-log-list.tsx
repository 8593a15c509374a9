import type { QueryOf, ToolExecutionLog } from '@stoa/sdk'
import History from 'lucide-react/icons/history'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { CursorPagination } from '../../components/list/cursor-pagination.tsx'
import { DaySpan, Filter, FilterBar, TextFilter } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import { creditsColumn, durationColumn, timeColumn } from '../../components/list/run-columns.tsx'
import type { Column } from '../../components/list/table.tsx'
import { useDayBounds } from '../../components/list/use-day-bounds.ts'
import { useSelection } from '../../components/list/use-selection.ts'
import { DottedName } from '../../components/text/dotted-name.tsx'
import { type Filters, pageSize, useFilters } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { OwnerFilter } from '../end-users/owner-filter.tsx'
import { useEndUserNames } from '../end-users/use-end-user-names.ts'
import { userColumn } from '../end-users/user-column.tsx'
import { errorLabels } from './error-labels.ts'
import { RunAgainBulk } from './run-again-bulk.tsx'
import { LogState } from './run-state.tsx'
import { ToolName } from './tool-name.tsx'
import { toolTitle } from './tool-title.ts'
import { executePath, logsPath, toolRunUrl } from './tools-api.ts'
import { useToolNames } from './use-tool-names.ts'

type LogQuery = NonNullable<QueryOf<typeof logsPath, 'get'>>

const filterNames = ['q', 'state', 'errorCode', 'toolkitSlug', 'owner', 'from', 'to'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const stateChoices = [
  { value: 'true', label: 'Succeeded' },
  { value: 'false', label: 'Failed' },
]
const errorChoices = Object.entries(errorLabels).map(([value, { name }]) => ({ value, label: name }))

const exampleCall = {
  method: 'POST',
  path: executePath,
  params: { toolSlug: 'math_calculate' },
  body: { arguments: { expression: '6 * 7' } },
} as const

const idOf = ({ id }: ToolExecutionLog): string => id

/** What tools were called, newest first: all of them, or what belongs to one thing. */
export function LogList({ fixed }: { fixed?: Partial<LogQuery> }) {
  const { filters, set } = useFilters()
  const query: LogQuery = {
    q: filters.q,
    successful: filters.state === undefined ? undefined : filters.state === 'true',
    errorCode: filters.errorCode as LogQuery['errorCode'],
    toolkitSlug: filters.toolkitSlug,
    ...useDayBounds(),
    cursor: filters.cursor,
    limit: pageSize,
    ...fixed,
  }
  const logs = useRead(
    ['tool-runs', query, filters.owner],
    (api, signal) => actAs(api, filters.owner).page(logsPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const isAll = fixed === undefined
  const nameOf = useEndUserNames(isAll ? (logs.data?.data.map(({ eUID }) => eUID) ?? []) : [])
  const toolNameOf = useToolNames(logs.data?.data.map(({ toolSlug }) => toolSlug) ?? [])
  const runName = ({ toolSlug, id }: ToolExecutionLog) =>
    `${toolNameOf(toolSlug) ?? toolTitle(toolSlug)} …${id.slice(-8)}`
  const selection = useSelection<ToolExecutionLog>(runName, idOf)
  const hasFilters = filterNames.some((name) => filters[name])
  return (
    <>
      <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
        <ListSearch label="Search by tool or error" />
        <Filter
          label="State"
          value={filters.state ?? ''}
          choices={stateChoices}
          onChange={(state) => set({ state })}
        />
        {isAll && <WiderFilters />}
      </FilterBar>
      {isAll && <RunAgainBulk selection={selection} nameOf={runName} />}
      <List
        label="Runs"
        query={logs}
        columns={isAll ? columnsOfAll(toolNameOf, nameOf) : columnsOf(toolNameOf)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => toolRunUrl(id)}
        {...(isAll ? { selection } : {})}
        hasFilters={hasFilters || Boolean(filters.cursor)}
        pager={(page) => <CursorPagination shown={page} noun={page.total === 1 ? 'run' : 'runs'} />}
        empty={
          <EmptyState
            icon={<History size={24} aria-hidden />}
            title="No runs yet"
            {...(isAll ? { call: exampleCall } : {})}
          >
            Every tool run appears here with its end user, account, result and cost.
          </EmptyState>
        }
      />
    </>
  )
}

function WiderFilters() {
  const { filters, set } = useFilters()
  return (
    <>
      <Filter
        label="Error code"
        any="Error code: all"
        value={filters.errorCode ?? ''}
        choices={errorChoices}
        onChange={(errorCode) => set({ errorCode })}
      />
      <TextFilter
        label="Toolkit"
        title="Toolkit slug"
        value={filters.toolkitSlug ?? ''}
        onChange={(toolkitSlug) => set({ toolkitSlug })}
      />
      <OwnerFilter value={filters.owner ?? ''} onChange={(owner) => set({ owner })} />
      <DaySpan verb="Started" />
    </>
  )
}

type NameOf = (id: string) => string | undefined

const columnsOf = (toolNameOf: NameOf): Column<ToolExecutionLog>[] => [
  {
    id: 'tool',
    header: 'Tool',
    cell: ({ toolSlug }) => {
      const name = toolNameOf(toolSlug)
      return name === undefined ? (
        <DottedName name={toolSlug} />
      ) : (
        <ToolName tool={{ slug: toolSlug, name, description: '' }} />
      )
    },
  },
  { id: 'state', header: 'State', cell: (log) => <LogState log={log} /> },
  durationColumn(({ durationMs }) => durationMs),
  creditsColumn(({ creditsCharged }) => creditsCharged),
  timeColumn(),
]

const columnsOfAll = (toolNameOf: NameOf, userNameOf: NameOf): Column<ToolExecutionLog>[] => [
  ...columnsOf(toolNameOf).slice(0, 2),
  {
    id: 'upstream',
    header: 'Upstream status',
    rank: 3,
    cell: ({ upstreamStatus }) => upstreamStatus ?? <span className="muted">–</span>,
  },
  userColumn(userNameOf),
  ...columnsOf(toolNameOf).slice(2),
]
