import type { TableProposalItem } from '@stoa/sdk'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { allProposalsPath as path, proposalUrl } from '../../../features/tables/proposals-api.ts'
import { PendingPauses } from '../../../features/workflows/pending-pauses.tsx'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { everyState, reasonColumn, requestColumns, stateChoices, stateColumn } from './proposal-columns.tsx'
import { summaryOf } from './proposed-changes.ts'
import { useProposeCall } from './use-propose-call.ts'

/** Writes to any table that wait for approval, in one place. */
export function AllProposalsPage() {
  const { filters, set } = useFilters()
  const proposeCall = useProposeCall()
  const state = filters.state ?? 'pending'
  const query = {
    status: state === everyState ? undefined : (state as TableProposalItem['status']),
    page: pageOf(filters),
    limit: pageSize,
  }
  const proposals = useRead(
    ['proposals', 'of all', 'list', query],
    (api, signal) => actAs(api).page(path, { query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const nameOf = useEndUserNames(
    proposals.data?.data.map(({ requestedBy }) => requestedBy.externalUserId) ?? [],
  )
  return (
    <Page
      title="Approvals"
      about="Table changes that need approval by an admin, and workflows that wait for a decision. New requests appear automatically."
      calls={[
        {
          title: 'List',
          call: { method: 'GET', path, query: { status: query.status }, headers: actingHeaders() },
        },
        { title: 'Request approval for a row', call: proposeCall },
      ]}
    >
      {state === 'pending' && <PendingPauses />}
      <h2>Table changes</h2>
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
        linkOf={({ id, collection }) => proposalUrl(collection.id, id)}
        hasFilters={Boolean(filters.state)}
        empty={
          <EmptyState
            icon={<GitPullRequest size={24} aria-hidden />}
            title="No pending approvals"
            call={proposeCall}
          >
            Writes with the header x-propose appear here until an admin approves them. In a table's settings
            you can require approval for all writes by members.
          </EmptyState>
        }
      />
    </Page>
  )
}

const columnsWith = (
  nameOf: (id: string) => string | undefined,
  isPending: boolean,
): Column<TableProposalItem>[] => [
  { id: 'operations', header: 'Changes', cell: ({ operations }) => summaryOf(operations) },
  {
    id: 'table',
    header: 'Table',
    cell: ({ collection }) => <span className="proposal-table">{collection.name}</span>,
  },
  reasonColumn,
  ...(isPending ? [] : [stateColumn]),
  ...requestColumns(nameOf, isPending),
]
