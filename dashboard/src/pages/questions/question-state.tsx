import type { HumanRequest } from '@stoa/sdk'
import { Status } from '../../components/feedback/status.tsx'

export const questionStates = {
  waiting: { kind: 'warn', label: 'Pending' },
  answered: { kind: 'good', label: 'Answered' },
  expired: { kind: 'bad', label: 'Expired' },
  cancelled: { kind: 'off', label: 'Withdrawn' },
} as const

export const QuestionState = ({ status }: Pick<HumanRequest, 'status'>) => (
  <Status kind={questionStates[status].kind}>{questionStates[status].label}</Status>
)
