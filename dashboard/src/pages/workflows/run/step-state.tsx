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

export const StepState = ({ status }: Pick<WorkflowExecutionStep, 'status'>) => (
  <Status kind={states[status].kind}>{states[status].label}</Status>
)
