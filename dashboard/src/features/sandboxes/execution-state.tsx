import type { SandboxExecution } from '@stoa/sdk'
import { Status } from '../../components/feedback/status.tsx'

export const errorNames: Record<NonNullable<SandboxExecution['errorCode']>, string> = {
  script_error: 'Script failed',
  timeout: 'Timed out',
  memory_limit: 'Out of memory',
  result_too_large: 'Result too large',
  killed: 'Killed',
  cancelled: 'Cancelled',
}

type Shown = Pick<SandboxExecution, 'status' | 'errorCode'>

export const ExecutionState = ({ execution: { status, errorCode } }: { execution: Shown }) =>
  status === 'succeeded' ? (
    <Status kind="good">Succeeded</Status>
  ) : (
    <Status kind={errorCode === 'cancelled' ? 'off' : 'bad'}>
      {errorCode === null ? 'Failed' : errorNames[errorCode]}
    </Status>
  )
