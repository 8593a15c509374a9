import type { TableProposal } from '@stoa/sdk'
import { Status } from '../../../components/feedback/status.tsx'

export const proposalStates = {
  pending: { kind: 'warn', label: 'Pending' },
  approved: { kind: 'good', label: 'Approved' },
  rejected: { kind: 'off', label: 'Rejected' },
} as const

export const ProposalState = ({ status }: Pick<TableProposal, 'status'>) => (
  <Status kind={proposalStates[status].kind}>{proposalStates[status].label}</Status>
)
