import type { TableProposal } from '@stoa/sdk'
import type { Column } from '../../../components/list/table.tsx'
import { Ago } from '../../../components/text/time-ago.tsx'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { ProposalState, proposalStates } from './proposal-state.tsx'
import { RequestedBy } from './requested-by.tsx'
import './proposals.css'

type Asked = Pick<TableProposal, 'status' | 'reason' | 'requestedBy' | 'createdAt' | 'decidedAt'>

export const everyState = 'all'

/** Besides those that wait, which a list begins with. */
export const stateChoices = [
  ...(['approved', 'rejected'] as const).map((value) => ({ value, label: proposalStates[value].label })),
  { value: everyState, label: 'All' },
]

export const whyColumn: Column<Asked> = {
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

export const stateColumn: Column<Asked> = {
  id: 'state',
  header: 'State',
  cell: ({ status }) => <ProposalState status={status} />,
}

/** Who asked, for whom, and when it was asked or decided. */
export const askedColumns = (
  nameOf: (id: string) => string | undefined,
  isPending: boolean,
): Column<Asked>[] => [
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
    ? { id: 'asked', header: 'Created', align: 'end', cell: ({ createdAt }) => <Ago at={createdAt} /> }
    : {
        id: 'decided',
        header: 'Decided',
        align: 'end',
        cell: ({ decidedAt }) => <Ago at={decidedAt} none="pending" />,
      },
]
