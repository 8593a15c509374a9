import type { WorkflowExecutionStep } from '@stoa/sdk'
import { Status, type StatusKind } from '../../../components/feedback/status.tsx'

const states: Record<WorkflowExecutionStep['status'], { kind: StatusKind; label: string }> = {
  completed: { kind: 'good', label: 'Completed' },
  failed: { kind: 'bad', label: 'Failed' },
  rejected: { kind: 'warn', label: 'Rejected' },
  retried: { kind: 'warn', label: 'Failed, retried' },
  running: { kind: 'warn', label: 'Running' },
  paused: { kind: 'warn', label: 'Paused' },
}

const stopped = { kind: 'warn', label: 'Stopped by a limit' } as const

export function StepState({ status, stoppedBy }: Pick<WorkflowExecutionStep, 'status' | 'stoppedBy'>) {
  const { kind, label } = status === 'completed' && stoppedBy !== null ? stopped : states[status]
  return <Status kind={kind}>{label}</Status>
}
