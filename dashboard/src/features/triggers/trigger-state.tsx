import type { Trigger } from '@stoa/sdk'
import { Status } from '../../components/feedback/status.tsx'

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

export const TriggerState = ({ trigger: { status, consecutiveFailures } }: { trigger: Shown }) => {
  if (status === 'disabled') return <Status kind="off">Disabled</Status>
  if (status === 'errored') return <Status kind="bad">Auto-disabled</Status>
  return consecutiveFailures > 0 ? <Status kind="warn">Failing</Status> : <Status kind="good">Active</Status>
}
