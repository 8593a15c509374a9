import type { WorkflowExecution } from '@stoa/sdk'
import { Chip, Status, type StatusKind } from '../../components/feedback/status.tsx'

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

const stopped: State = { kind: 'warn', label: 'Stopped' }

type Shown = Pick<WorkflowExecution, 'status'> &
  Partial<Pick<WorkflowExecution, 'stoppedBy' | 'isEndSkipped'>>

export function ExecutionState({ status, stoppedBy = null, isEndSkipped = false }: Shown) {
  const { kind, label } = stoppedBy === null ? executionStates[status] : stopped
  return (
    <span className="row">
      <Status kind={kind}>{label}</Status>
      {isEndSkipped && <Chip>End skipped</Chip>}
    </span>
  )
}

const ended: readonly WorkflowExecution['status'][] = ['completed', 'failed', 'timeout', 'cancelled']
export const hasEnded = (status: WorkflowExecution['status']): boolean => ended.includes(status)
