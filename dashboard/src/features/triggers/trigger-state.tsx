import type { Trigger } from '@stoa/sdk'
import { Status, type StatusKind } from '../../components/feedback/status.tsx'

const reasons: Readonly<Record<string, string>> = {
  connection_failed: 'the connected account needs re-authentication',
  connection_deleted: 'the connected account was deleted',
  too_many_failures: 'ten invocations in a row could not start anything',
}

/** Why it does not start anything; null where there is no reason besides a user. */
export const reasonOf = ({ statusReason }: Pick<Trigger, 'statusReason'>): string | null =>
  statusReason === null || statusReason === 'by_user'
    ? null
    : (reasons[statusReason] ?? statusReason.replaceAll('_', ' '))

type Shown = Pick<Trigger, 'status' | 'consecutiveFailures'>

/** The state in a word, and how it is marked. */
export function stateOf({ status, consecutiveFailures }: Shown): { kind: StatusKind; label: string } {
  if (status === 'disabled') return { kind: 'off', label: 'Disabled' }
  if (status === 'errored') return { kind: 'bad', label: 'Auto-disabled' }
  return consecutiveFailures > 0 ? { kind: 'warn', label: 'Failing' } : { kind: 'good', label: 'Active' }
}

export const TriggerState = ({ trigger }: { trigger: Shown }) => {
  const { kind, label } = stateOf(trigger)
  return <Status kind={kind}>{label}</Status>
}
