import type { WorkflowExecution } from '@stoa/sdk'
import { Status, type StatusKind } from '../../components/feedback/status.tsx'

type State = { kind: StatusKind; label: string }

export const executionStates: Record<WorkflowExecution['status'], State> = {
  queued: { kind: 'off', label: 'Queued' },
  running: { kind: 'warn', label: 'Running' },
  paused: { kind: 'warn', label: 'Paused' },
  completed: { kind: 'good', label: 'Completed' },
  failed: { kind: 'bad', label: 'Failed' },
  timeout: { kind: 'bad', label: 'Timed out' },
  cancelled: { kind: 'off', label: 'Cancelled' },
}

export const ExecutionState = ({ status }: Pick<WorkflowExecution, 'status'>) => (
  <Status kind={executionStates[status].kind}>{executionStates[status].label}</Status>
)

const ended: readonly WorkflowExecution['status'][] = ['completed', 'failed', 'timeout', 'cancelled']
export const hasEnded = (status: WorkflowExecution['status']): boolean => ended.includes(status)
