import type { TableCollection, TableProposal } from '@stoa/sdk'
import { useParams } from '@tanstack/react-router'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import { addresses } from '../../../addresses.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { Empty } from '../../../parts/empty.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Filter, FilterBar } from '../../../parts/filter-bar.tsx'
import { List } from '../../../parts/list.tsx'
import { Page } from '../../../parts/page.tsx'
import { SkeletonLines } from '../../../parts/skeleton.tsx'
import type { Column } from '../../../parts/table.tsx'
import { useRead } from '../../../project.tsx'
import { useEndUserNames } from '../../end-users/use-end-user-names.ts'
import { everyoneHeader, tablesOf } from '../tables-api.ts'
import { useTable } from '../use-table.ts'
import { askedColumns, everyState, stateChoices, stateColumn, whyColumn } from './proposal-columns.tsx'
import { proposalAddress, proposalsPath } from './proposal-paths.ts'
import { summaryOf } from './proposed-changes.ts'
import { proposeCallFor } from './use-propose-call.ts'

type Status = TableProposal['status']

export function ProposalsPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data: table, error, refetch } = useTable(id)
  if (table) return <Proposals table={table} />
  return (
    <Page title="Approvals" back={{ to: addresses.tables, label: 'Tables' }}>
      {error ? <Failure error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
    </Page>
  )
}

/** Writes to one table that wait for a person, and those that were decided. */
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
    (api, signal) => tablesOf(api).page(proposalsPath, { params, query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const nameOf = useEndUserNames(
    proposals.data?.data.map(({ requestedBy }) => requestedBy.externalUserId) ?? [],
  )
  const named = { id: table.slug }
  const proposeCall = proposeCallFor(table)
  return (
    <Page
      title={`Approvals for ${table.name}`}
      about="Changes that need approval by an admin. New requests appear automatically."
      back={{ to: addresses.table.replace('{id}', table.id), label: table.name }}
      calls={[
        {
          title: 'List',
          call: {
            method: 'GET',
            path: proposalsPath,
            params: named,
            query: { status: query.status },
            headers: everyoneHeader,
          },
        },
        { title: 'Request approval for a row', call: proposeCall },
      ]}
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
        linkOf={({ id }) => proposalAddress(table.id, id)}
        hasFilters={Boolean(filters.state)}
        empty={
          <Empty
            icon={<GitPullRequest size={24} aria-hidden />}
            title="No pending approvals"
            call={proposeCall}
          >
            {table.writes === 'proposed'
              ? 'Writes by members and their API keys appear here until an admin approves them.'
              : 'Writes with the header x-propose appear here. In the table settings you can require approval for all writes by members.'}
          </Empty>
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
  whyColumn,
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
  ...askedColumns(nameOf, isPending),
]
