import type { TableCollection, TableProposal } from '@stoa/sdk'
import { useParams } from '@tanstack/react-router'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Page } from '../../../components/layout/page.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { proposalsPath, proposalUrl } from '../../../features/tables/proposals-api.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { tableRoutes } from '../routes.ts'
import { useTable } from '../use-table.ts'
import { reasonColumn, requestColumns, stateColumn } from './proposal-columns.tsx'
import { ProposalList, useProposalQuery } from './proposal-list.tsx'
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
  const { isPending, query } = useProposalQuery()
  const params = { id: table.id }
  const proposals = useRead(
    ['proposals', table.id, 'list', query],
    (api, signal) => actAs(api).page(proposalsPath, { params, query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const proposeCall = proposeCallFor(table)
  return (
    <Page
      title={`Approvals for ${table.name}`}
      about="Changes that need approval by an admin. New requests appear automatically."
      back={{ to: href(tableRoutes.detail, { id: table.id }), label: table.name }}
      calls={callsOf(table, query.status)}
    >
      <ProposalList
        proposals={proposals}
        columns={(nameOf) => columnsWith(nameOf, isPending)}
        linkOf={({ id }) => proposalUrl(table.id, id)}
        proposeCall={proposeCall}
      >
        {table.writes === 'proposed'
          ? 'Writes by members and their API keys appear here until an admin approves them.'
          : 'Writes with the header x-propose appear here. In the table settings you can require approval for all writes by members.'}
      </ProposalList>
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
