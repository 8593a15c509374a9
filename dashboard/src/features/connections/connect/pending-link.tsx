import type { ConnectionLink } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { Countdown } from '../../../components/text/countdown.tsx'
import { useRead, useRefresh } from '../../../project.ts'
import { actAs } from '../../end-users/act-as.ts'
import { accountPath, accountUrl } from '../connections-api.ts'
import { CopyField } from '../copy-field.tsx'

type PendingLinkProps = {
  link: ConnectionLink
  /** When the account last changed: reconnecting does not change its status until consent is given. */
  changedAt?: string
  onClose(): void
}

const pollMs = 1_000

/** The link to the consent page, to open or to send, and its state as it changes. */
export function PendingLink({ link, changedAt, onClose }: PendingLinkProps) {
  const refresh = useRefresh()
  const [isOver, setOver] = useState(false)
  const { data: account, error } = useRead(
    // Of this link alone: what an earlier one came to must not be taken for the end of this one.
    ['account', link.connectedAccountId, 'followed', link.expiresAt],
    (api, signal) => actAs(api).get(accountPath, { params: { id: link.connectedAccountId }, signal }),
    { refetchInterval: isOver ? false : pollMs },
  )
  const isNews = account !== undefined && account.updatedAt !== changedAt
  const isConnected = isNews && account.status === 'ACTIVE'
  const isRefused = isNews && (account.status === 'FAILED' || account.status === 'EXPIRED')
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    if (!isConnected && !isRefused) return
    setOver(true)
    void latest.current(['accounts'], ['account'], ['toolkit'], ['toolkits'], ['auth-configs'])
  }, [isConnected, isRefused])
  return (
    <>
      <p className="connect-state" role="status">
        {isConnected ? (
          <Status kind="good">Connected: {account.label}</Status>
        ) : isRefused ? (
          <Status kind="bad">{account.statusReason ?? 'Not connected'}</Status>
        ) : (
          <Status kind="warn">
            Waiting for consent. The link expires in{' '}
            <Countdown until={new Date(link.expiresAt)} done="expired" />
          </Status>
        )}
      </p>
      {error && <ErrorAlert error={error} />}
      {!isConnected && (
        <>
          <a
            className="button"
            data-variant="primary"
            href={link.redirectUrl}
            target="_blank"
            rel="noopener noreferrer"
            data-autofocus=""
          >
            <ExternalLink size={14} aria-hidden />
            Open connect page
          </a>
          <CopyField label="Or send this link to the end user" value={link.redirectUrl} />
          <p className="muted small">It can be used once and is only shown now.</p>
        </>
      )}
      <DialogFoot>
        {isConnected && <Link to={accountUrl(account)}>View account</Link>}
        <Button onClick={onClose}>{isConnected ? 'Done' : 'Close'}</Button>
      </DialogFoot>
    </>
  )
}
