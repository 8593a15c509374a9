import type { TriggerInvocation } from '@stoa/sdk'
import { Status, type StatusKind } from '../../components/feedback/status.tsx'

type State = { kind: StatusKind; label: string }

export const invocationStates: Record<TriggerInvocation['status'], State> = {
  queued: { kind: 'off', label: 'Queued' },
  starting: { kind: 'warn', label: 'Starting' },
  running: { kind: 'warn', label: 'Running' },
  completed: { kind: 'good', label: 'Completed' },
  failed: { kind: 'bad', label: 'Failed' },
  dropped: { kind: 'off', label: 'Dropped' },
  cancelled: { kind: 'off', label: 'Cancelled' },
}

export const InvocationState = ({ status }: Pick<TriggerInvocation, 'status'>) => (
  <Status kind={invocationStates[status].kind}>{invocationStates[status].label}</Status>
)

export const sourceLabels: Record<TriggerInvocation['source'], string> = {
  connected_webhook: 'Webhook of a toolkit',
  local_webhook: 'Webhook',
  poll_scheduler: 'Poll',
  cron: 'Schedule',
  event: 'Event',
  manual: 'Manual',
}
