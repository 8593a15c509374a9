import type { TableProposalItem } from '@stoa/sdk'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { Empty } from '../../../parts/empty.tsx'
import { Filter, FilterBar } from '../../../parts/filter-bar.tsx'
import { List } from '../../../parts/list.tsx'
import { Page } from '../../../parts/page.tsx'
import type { Column } from '../../../parts/table.tsx'
import { useRead } from '../../../project.tsx'
import { useEndUserNames } from '../../end-users/use-end-user-names.ts'
import { everyoneHeader, tablesOf } from '../tables-api.ts'
import { askedColumns, everyState, stateChoices, stateColumn, whyColumn } from './proposal-columns.tsx'
import { allProposalsPath as path, proposalAddress } from './proposal-paths.ts'
import { summaryOf } from './proposed-changes.ts'
import { useProposeCall } from './use-propose-call.ts'

/** Writes to any table that wait for a person: one place to look, whichever table they are for. */
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
    (api, signal) => tablesOf(api).page(path, { query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const nameOf = useEndUserNames(
    proposals.data?.data.map(({ requestedBy }) => requestedBy.externalUserId) ?? [],
  )
  return (
    <Page
      title="Proposals"
      about="Writes to tables that wait for an admin. New ones appear by themselves."
      calls={[
        {
          title: 'List',
          call: { method: 'GET', path, query: { status: query.status }, headers: everyoneHeader },
        },
        { title: 'Propose a row', call: proposeCall },
      ]}
    >
      <FilterBar hasFilters={Boolean(filters.state)} onClear={() => set({ state: undefined })}>
        <Filter
          label="State"
          any="Waiting for a decision"
          value={filters.state ?? ''}
          choices={stateChoices}
          onChange={(next) => set({ state: next })}
        />
      </FilterBar>
      <List
        label="Proposals"
        query={proposals}
        columns={columnsWith(nameOf, state === 'pending')}
        keyOf={({ id }) => id}
        linkOf={({ id, collection }) => proposalAddress(collection.id, id)}
        hasFilters={Boolean(filters.state)}
        empty={
          <Empty
            icon={<GitPullRequest size={24} aria-hidden />}
            title="Nothing waits for a decision"
            call={proposeCall}
          >
            A write with the header x-propose waits here until an admin approves it. In the settings of a
            table all writes of members can be made to wait.
          </Empty>
        }
      />
    </Page>
  )
}

const columnsWith = (
  nameOf: (id: string) => string | undefined,
  isPending: boolean,
): Column<TableProposalItem>[] => [
  { id: 'operations', header: 'What', cell: ({ operations }) => summaryOf(operations) },
  {
    id: 'table',
    header: 'Table',
    cell: ({ collection }) => <span className="proposal-table">{collection.name}</span>,
  },
  whyColumn,
  ...(isPending ? [] : [stateColumn]),
  ...askedColumns(nameOf, isPending),
]
