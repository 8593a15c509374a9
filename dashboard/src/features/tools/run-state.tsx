import type { ToolExecutionLog } from '@stoa/sdk'
import { Status } from '../../components/feedback/status.tsx'
import { errorLabels } from './error-labels.ts'

type Shown = Pick<ToolExecutionLog, 'status' | 'errorCode'>

export const LogState = ({ log: { status, errorCode } }: { log: Shown }) =>
  status === 'running' ? (
    <Status kind="warn">Running</Status>
  ) : status === 'succeeded' ? (
    <Status kind="good">Succeeded</Status>
  ) : (
    <Status kind={errorCode === 'cancelled' ? 'off' : 'bad'}>
      {errorCode ? errorLabels[errorCode].name : 'Failed'}
    </Status>
  )
