import type { TableProposalItem } from '@stoa/sdk'
import { Page } from '../../../components/layout/page.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { allProposalsPath as path, proposalUrl } from '../../../features/tables/proposals-api.ts'
import { PendingPauses } from '../../../features/workflows/pending-pauses.tsx'
import { useRead } from '../../../project.ts'
import { reasonColumn, requestColumns, stateColumn } from './proposal-columns.tsx'
import { ProposalList, useProposalQuery } from './proposal-list.tsx'
import { summaryOf } from './proposed-changes.ts'
import { useProposeCall } from './use-propose-call.ts'

/** Writes to any table that wait for approval, in one place. */
export function AllProposalsPage() {
  const proposeCall = useProposeCall()
  const { isPending, query } = useProposalQuery()
  const proposals = useRead(
    ['proposals', 'of all', 'list', query],
    (api, signal) => actAs(api).page(path, { query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  return (
    <Page
      title="Approvals"
      about="Agents and workflows that wait for a decision, and table changes that need approval by an admin. New requests appear automatically."
      calls={[
        {
          title: 'List',
          call: { method: 'GET', path, query: { status: query.status }, headers: actingHeaders() },
        },
        { title: 'Request approval for a row', call: proposeCall },
      ]}
    >
      {isPending && <PendingPauses />}
      <h2>Table changes</h2>
      <ProposalList
        proposals={proposals}
        columns={(nameOf) => columnsWith(nameOf, isPending)}
        linkOf={({ id, collection }) => proposalUrl(collection.id, id)}
        proposeCall={proposeCall}
      >
        Writes with the header x-propose appear here until an admin approves them. In a table's settings you
        can require approval for all writes by members.
      </ProposalList>
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
