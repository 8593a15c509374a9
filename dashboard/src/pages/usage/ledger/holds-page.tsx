import type { UsageHold } from '@stoa/sdk'
import Hourglass from 'lucide-react/icons/hourglass'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { toolTitle } from '../../../features/tools/tool-title.ts'
import { useToolNames } from '../../../features/tools/use-tool-names.ts'
import { typeNames } from '../../../features/usage/usage-types.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { UsageTabs } from '../usage-tabs.tsx'

const path = '/api/v1/usage/holds'

const ages = [
  { value: '60', label: 'Over 1 minute' },
  { value: '600', label: 'Over 10 minutes' },
  { value: '1800', label: 'Over 30 minutes' },
]

export function HoldsPage() {
  const { filters, set } = useFilters()
  const { minAgeSeconds } = filters
  const query = {
    minAgeSeconds: minAgeSeconds === undefined ? undefined : Number(minAgeSeconds),
    page: pageOf(filters),
    limit: pageSize,
  }
  const holds = useRead(['usage', 'holds', query], (api, signal) => api.page(path, { query, signal }), {
    keepsPrevious: true,
    refetchInterval: 3_000,
  })
  const nameOf = useEndUserNames(holds.data?.data.map(({ eUID }) => eUID) ?? [])
  const toolNameOf = useToolNames(holds.data?.data.flatMap(({ toolSlug }) => toolSlug ?? []) ?? [])
  return (
    <Page
      title="Open holds"
      about="Credits are held before work starts and settled or released when it ends. Holds are released after one hour."
      calls={[{ title: 'List', call: { method: 'GET', path, query: filters } }]}
    >
      <UsageTabs />
      <FilterBar hasFilters={Boolean(minAgeSeconds)} onClear={() => set({ minAgeSeconds: undefined })}>
        <Filter
          label="Age"
          any="Age: any"
          value={minAgeSeconds ?? ''}
          choices={ages}
          onChange={(age) => set({ minAgeSeconds: age })}
        />
      </FilterBar>
      <List
        label="Open holds"
        query={holds}
        columns={columnsOf(nameOf, toolNameOf)}
        keyOf={({ id }) => id}
        hasFilters={Boolean(minAgeSeconds)}
        empty={
          <EmptyState
            icon={<Hourglass size={24} aria-hidden />}
            title="No open holds"
            call={{ method: 'GET', path }}
          >
            While a model call or tool run is in progress, its estimated cost is held so that the same credits
            cannot be spent twice.
          </EmptyState>
        }
      />
    </Page>
  )
}

const none = <span className="muted">none</span>

type NameOf = (id: string) => string | undefined

const columnsOf = (nameOf: NameOf, toolNameOf: NameOf): Column<UsageHold>[] => [
  { id: 'type', header: 'Type', cell: ({ type }) => typeNames[type] },
  {
    id: 'for',
    header: 'Description',
    rank: 2,
    cell: ({ toolSlug, modelId }) =>
      toolSlug === null ? (
        (modelId ?? none)
      ) : (
        <span title={toolSlug}>{toolNameOf(toolSlug) ?? toolTitle(toolSlug)}</span>
      ),
  },
  {
    id: 'eUID',
    header: 'End user',
    rank: 2,
    cell: ({ eUID }) => (eUID === null ? none : <EndUserName id={eUID} name={nameOf(eUID)} />),
  },
  {
    id: 'credits',
    header: 'Credits',
    align: 'end',
    cell: ({ credits }) => <span className="number">{formatAmount(credits)}</span>,
  },
  {
    id: 'work',
    header: 'Work ID',
    rank: 3,
    cell: ({ workId }) => <CopyId id={workId} label="work" isShort />,
  },
  {
    id: 'state',
    header: 'Expires',
    cell: ({ isExpired, expiresAt }) =>
      isExpired ? <Status kind="bad">Overdue</Status> : <TimeAgo at={expiresAt} />,
  },
  {
    id: 'createdAt',
    header: 'Created',
    align: 'end',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
]
