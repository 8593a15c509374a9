import type { ConnectedAccount } from '@stoa/sdk'
import { Status } from '../../components/feedback/status.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'

type Shown = Pick<ConnectedAccount, 'status' | 'isDisabled' | 'expiresAt' | 'lastError'>

// What is about to run out and could not be renewed is worth a look; what is renewed by itself is not.
const soonMs = 24 * 3_600_000

const isExpiring = ({ status, expiresAt, lastError }: Shown) =>
  status === 'ACTIVE' &&
  lastError !== null &&
  expiresAt !== null &&
  new Date(expiresAt).getTime() - Date.now() < soonMs

/** Only its owner can fix it. */
export const needsConsent = ({ status, isDisabled }: Pick<Shown, 'status' | 'isDisabled'>): boolean =>
  !isDisabled && status !== 'ACTIVE' && status !== 'INACTIVE'

export function AccountState({ account }: { account: Shown }) {
  if (account.isDisabled) return <Status kind="off">Disabled</Status>
  if (isExpiring(account))
    return (
      <Status kind="warn">
        Expiring <TimeAgo at={account.expiresAt} />
      </Status>
    )
  switch (account.status) {
    case 'ACTIVE':
      return <Status kind="good">Active</Status>
    case 'EXPIRED':
      return <Status kind="bad">Needs re-auth</Status>
    case 'FAILED':
      return <Status kind="bad">Failed</Status>
    case 'INACTIVE':
      return <Status kind="off">Auth config disabled</Status>
    default:
      return <Status kind="warn">Waiting for consent</Status>
  }
}

export const statusChoices = [
  { value: 'ACTIVE', label: 'Active' },
  { value: 'EXPIRED', label: 'Needs re-auth' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'INITIATED', label: 'Waiting for consent' },
  { value: 'INACTIVE', label: 'Disabled' },
]
