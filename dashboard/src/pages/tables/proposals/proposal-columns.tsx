import type { TableProposal } from '@stoa/sdk'
import type { Column } from '../../../components/list/table.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { ProposalState, proposalStates } from './proposal-state.tsx'
import { RequestedBy } from './requested-by.tsx'
import './proposals.css'

type RequestedProposal = Pick<TableProposal, 'status' | 'reason' | 'requestedBy' | 'createdAt' | 'decidedAt'>

export const everyState = 'all'

/** Besides those that wait, which a list begins with. */
export const stateChoices = [
  ...(['approved', 'rejected'] as const).map((value) => ({ value, label: proposalStates[value].label })),
  { value: everyState, label: 'All' },
]

export const reasonColumn: Column<RequestedProposal> = {
  id: 'reason',
  header: 'Reason',
  rank: 2,
  cell: ({ reason }) =>
    reason ? (
      <span className="clamped proposal-why">{reason}</span>
    ) : (
      <span className="muted">unspecified</span>
    ),
}

export const stateColumn: Column<RequestedProposal> = {
  id: 'state',
  header: 'State',
  cell: ({ status }) => <ProposalState status={status} />,
}

/** Requested by, end user, and when it was requested or decided. */
export const requestColumns = (
  nameOf: (id: string) => string | undefined,
  isPending: boolean,
): Column<RequestedProposal>[] => [
  {
    id: 'by',
    header: 'Requested by',
    rank: 3,
    cell: ({ requestedBy }) => <RequestedBy actor={requestedBy} />,
  },
  {
    id: 'user',
    header: 'End user',
    rank: 3,
    cell: ({ requestedBy: { externalUserId } }) => (
      <EndUserName id={externalUserId} name={nameOf(externalUserId)} />
    ),
  },
  isPending
    ? { id: 'created', header: 'Created', align: 'end', cell: ({ createdAt }) => <TimeAgo at={createdAt} /> }
    : {
        id: 'decided',
        header: 'Decided',
        align: 'end',
        cell: ({ decidedAt }) => <TimeAgo at={decidedAt} none="pending" />,
      },
]
