import type { Page as ApiPage, TableProposal } from '@stoa/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import type { ReactNode } from 'react'
import type { ApiCall } from '../../../components/code/call-snippets.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { everyState, stateChoices } from './proposal-columns.tsx'

/** Which proposals the URL names. */
export function useProposalQuery() {
  const { filters } = useFilters()
  const state = filters.state ?? 'pending'
  return {
    isPending: state === 'pending',
    query: {
      status: state === everyState ? undefined : (state as TableProposal['status']),
      page: pageOf(filters),
      limit: pageSize,
    },
  }
}

type Listed = Pick<TableProposal, 'id' | 'requestedBy'>

type ProposalListProps<Row> = {
  proposals: UseQueryResult<ApiPage<Row>>
  columns(nameOf: (id: string) => string | undefined): Column<Row>[]
  linkOf(row: Row): string
  proposeCall: ApiCall
  /** How writes get here. */
  children: ReactNode
}

/** Proposals with their state as the filter: of one table, or of all. */
export function ProposalList<Row extends Listed>({
  proposals,
  columns,
  linkOf,
  proposeCall,
  children,
}: ProposalListProps<Row>) {
  const { filters, set } = useFilters()
  const nameOf = useEndUserNames(
    proposals.data?.data.map(({ requestedBy }) => requestedBy.externalUserId) ?? [],
  )
  return (
    <>
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
        columns={columns(nameOf)}
        keyOf={({ id }) => id}
        linkOf={linkOf}
        hasFilters={Boolean(filters.state)}
        empty={
          <EmptyState
            icon={<GitPullRequest size={24} aria-hidden />}
            title="No pending table changes"
            call={proposeCall}
          >
            {children}
          </EmptyState>
        }
      />
    </>
  )
}
