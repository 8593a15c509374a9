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
const partlyStopped: State = { kind: 'warn', label: 'Partly stopped' }

type Shown = Pick<WorkflowExecution, 'status'> &
  Partial<Pick<WorkflowExecution, 'stoppedBy' | 'stoppedParts' | 'isEndSkipped'>>

/** One that completed although a limit had ended its agent, or an agent inside of it. */
function stateOf({ status, stoppedBy = null, stoppedParts = [] }: Shown): State {
  if (stoppedBy !== null) return stopped
  return status === 'completed' && stoppedParts.length > 0 ? partlyStopped : executionStates[status]
}

export function ExecutionState(shown: Shown) {
  const { isEndSkipped = false } = shown
  const { kind, label } = stateOf(shown)
  return (
    <span className="row">
      <Status kind={kind}>{label}</Status>
      {isEndSkipped && <Chip>End skipped</Chip>}
    </span>
  )
}

const ended: readonly WorkflowExecution['status'][] = ['completed', 'failed', 'timeout', 'cancelled']
export const hasEnded = (status: WorkflowExecution['status']): boolean => ended.includes(status)
