import type { QueryOf, UsageCap } from '@stoa/sdk'
import Gauge from 'lucide-react/icons/gauge'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { Meter } from '../../../components/charts/meter.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actionNames, choicesOf, periodNames, scopeNames } from '../../../features/usage/cap-labels.ts'
import { CapSubject, type SubjectNames, useSubjectNames } from '../../../features/usage/cap-subject.tsx'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { useIsAdmin, useRead } from '../../../project.ts'
import { UsageTabs } from '../usage-tabs.tsx'
import { CapMenu } from './cap-menu.tsx'
import { CapRequests } from './cap-requests.tsx'
import { CreateCap } from './create-cap.tsx'
import './caps-page.css'

type CapQuery = NonNullable<QueryOf<'/api/v1/usage/caps', 'get'>>

const path = '/api/v1/usage/caps'
const createCall = {
  method: 'POST',
  path,
  body: { scope: 'project', period: 'month', credits: 5000, action: 'approve' },
} as const

export function CapsPage() {
  const { filters, set } = useFilters()
  const isAdmin = useIsAdmin()
  const query = {
    scope: filters.scope as CapQuery['scope'],
    scopeId: filters.scopeId,
    page: pageOf(filters),
    limit: pageSize,
  }
  const caps = useRead(['usage', 'caps', query], (api, signal) => api.page(path, { query, signal }), {
    keepsPrevious: true,
    refetchInterval: 5_000,
  })
  const names = useSubjectNames(caps.data?.data ?? [])
  const hasFilters = Boolean(filters.scope || filters.scopeId)
  const create = isAdmin && <CreateButton onClick={() => set({ new: '1' })}>Create cap</CreateButton>
  return (
    <Page
      title="Caps"
      about="Spending limits for the project, an API key, an end user, a workflow or a thread: per day, per month or in total."
      actions={create}
      calls={[
        { title: 'List', call: { method: 'GET', path, query: { ...filters, new: undefined } } },
        { title: 'Create', call: createCall },
        {
          title: 'Pending credit requests',
          call: { method: 'GET', path: '/api/v1/usage/caps/requests', query: { status: 'pending' } },
        },
      ]}
    >
      <UsageTabs />
      <CapRequests />
      <FilterBar hasFilters={hasFilters} onClear={() => set({ scope: undefined, scopeId: undefined })}>
        <Filter
          label="Applies to"
          any="Applies to: all"
          value={filters.scope ?? ''}
          choices={choicesOf(scopeNames)}
          onChange={(scope) => set({ scope, scopeId: undefined })}
        />
      </FilterBar>
      <List
        label="Caps"
        query={caps}
        columns={columnsOf(names, isAdmin)}
        keyOf={({ id }) => id}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<Gauge size={24} aria-hidden />}
            title="No caps yet"
            action={create}
            call={createCall}
          >
            Without caps, the balance is the only limit. A cap can block usage, warn, or require approval from
            an admin.
          </EmptyState>
        }
      />
      {isAdmin && filters.new !== undefined && <CreateCap onClose={() => set({ new: undefined })} />}
    </Page>
  )
}

const labelOf = ({ scope, scopeId }: UsageCap, names: SubjectNames): string =>
  scopeId === null
    ? 'Project'
    : ((scope === 'external_user' ? names.user(scopeId) : scope === 'key' ? names.key(scopeId) : null) ??
      `${scope.replace('_', ' ')} …${scopeId.slice(-8)}`)

const columnsOf = (names: SubjectNames, isAdmin: boolean): Column<UsageCap>[] => [
  { id: 'subject', header: 'Applies to', cell: (cap) => <CapSubject cap={cap} names={names} /> },
  {
    id: 'used',
    header: 'Used',
    cell: (cap) => {
      const most = cap.credits + cap.extraCredits
      return (
        <span className="cap-usage">
          <span className="number">
            {formatAmount(cap.used)} <span className="muted">of {formatAmount(most)}</span>
          </span>
          <Meter value={cap.used + cap.held} of={most} isFull={cap.available === 0} />
        </span>
      )
    },
  },
  {
    id: 'period',
    header: 'Period',
    rank: 2,
    cell: ({ period }) => <span className="one-line">{periodNames[period]}</span>,
  },
  {
    id: 'action',
    header: 'Action',
    rank: 2,
    cell: ({ action }) => <span className="one-line">{actionNames[action]}</span>,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ isBlocking }) =>
      isBlocking ? <Status kind="bad">Blocking</Status> : <Status kind="good">OK</Status>,
  },
  {
    id: 'held',
    header: 'Held',
    align: 'end',
    rank: 3,
    cell: ({ held }) => <span className="number">{formatAmount(held)}</span>,
  },
  {
    id: 'extra',
    header: 'Extra credits',
    align: 'end',
    rank: 3,
    cell: ({ extraCredits }) => <span className="number">{formatAmount(extraCredits)}</span>,
  },
  {
    id: 'available',
    header: 'Remaining',
    align: 'end',
    rank: 2,
    cell: ({ available }) => <span className="number">{formatAmount(available)}</span>,
  },
  { id: 'createdAt', header: 'Created', rank: 3, cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  ...(isAdmin
    ? [
        {
          id: 'menu',
          header: '',
          align: 'end',
          cell: (cap) => <CapMenu cap={cap} label={labelOf(cap, names)} />,
        } satisfies Column<UsageCap>,
      ]
    : []),
]
