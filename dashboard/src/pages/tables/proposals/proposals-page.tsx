import type { TableCollection, TableProposal } from '@stoa/sdk'
import { useParams } from '@tanstack/react-router'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { proposalsPath, proposalUrl } from '../../../features/tables/proposals-api.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { tableRoutes } from '../routes.ts'
import { useTable } from '../use-table.ts'
import { everyState, reasonColumn, requestColumns, stateChoices, stateColumn } from './proposal-columns.tsx'
import { summaryOf } from './proposed-changes.ts'
import { proposeCallFor } from './use-propose-call.ts'

type Status = TableProposal['status']

export function ProposalsPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data: table, error, refetch } = useTable(id)
  if (table) return <Proposals table={table} />
  return (
    <Page title="Approvals" back={{ to: tableRoutes.list, label: 'Tables' }}>
      {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
    </Page>
  )
}

/** Writes to one table that wait for approval, and those that were decided. */
function Proposals({ table }: { table: TableCollection }) {
  const { filters, set } = useFilters()
  const state = filters.state ?? 'pending'
  const query = {
    status: state === everyState ? undefined : (state as Status),
    page: pageOf(filters),
    limit: pageSize,
  }
  const params = { id: table.id }
  const proposals = useRead(
    ['proposals', table.id, 'list', query],
    (api, signal) => actAs(api).page(proposalsPath, { params, query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const nameOf = useEndUserNames(
    proposals.data?.data.map(({ requestedBy }) => requestedBy.externalUserId) ?? [],
  )
  const proposeCall = proposeCallFor(table)
  return (
    <Page
      title={`Approvals for ${table.name}`}
      about="Changes that need approval by an admin. New requests appear automatically."
      back={{ to: href(tableRoutes.detail, { id: table.id }), label: table.name }}
      calls={callsOf(table, query.status)}
    >
      <FilterBar hasFilters={Boolean(filters.state)} onClear={() => set({ state: undefined })}>
        <Filter
          label="State"
          any="Pending"
          value={filters.state ?? ''}
          choices={stateChoices}
          onChange={(next) => set({ state: next })}
        />
      </FilterBar>
      <List
        label="Approvals"
        query={proposals}
        columns={columnsWith(nameOf, state === 'pending')}
        keyOf={({ id }) => id}
        linkOf={({ id }) => proposalUrl(table.id, id)}
        hasFilters={Boolean(filters.state)}
        empty={
          <EmptyState
            icon={<GitPullRequest size={24} aria-hidden />}
            title="No pending approvals"
            call={proposeCall}
          >
            {table.writes === 'proposed'
              ? 'Writes by members and their API keys appear here until an admin approves them.'
              : 'Writes with the header x-propose appear here. In the table settings you can require approval for all writes by members.'}
          </EmptyState>
        }
      />
    </Page>
  )
}

const columnsWith = (
  nameOf: (id: string) => string | undefined,
  isPending: boolean,
): Column<TableProposal>[] => [
  { id: 'changes', header: 'Changes', cell: ({ changes }) => summaryOf(changes) },
  reasonColumn,
  isPending
    ? {
        id: 'fresh',
        header: 'Rows',
        rank: 2,
        cell: ({ changes }) =>
          changes.some(({ isOutdated }) => isOutdated) ? (
            'outdated'
          ) : (
            <span className="muted">up to date</span>
          ),
      }
    : stateColumn,
  ...requestColumns(nameOf, isPending),
]

const callsOf = (table: TableCollection, status: Status | undefined) =>
  [
    {
      title: 'List',
      call: {
        method: 'GET',
        path: proposalsPath,
        params: { id: table.slug },
        query: { status },
        headers: actingHeaders(),
      },
    },
    { title: 'Request approval for a row', call: proposeCallFor(table) },
  ] as const
