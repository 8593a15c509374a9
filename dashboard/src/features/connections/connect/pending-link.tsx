import type { ConnectionLink } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { DialogFoot } from '../../../components/dialog/dialog.tsx'
import { Failure } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { Countdown } from '../../../components/text/countdown.tsx'
import { useRead, useRefresh } from '../../../project.ts'
import { actAs } from '../../end-users/act-as.ts'
import { accountAddress, accountPath } from '../connections-api.ts'
import { CopyLine } from '../copy-field.tsx'

type FollowProps = {
  link: ConnectionLink
  /** When the account last changed: one that is connected again keeps its state until somebody has agreed. */
  changedAt?: string
  onClose(): void
}

const askEveryMs = 1_000

/** The page on which somebody agrees, here or sent to them, and what becomes of it as it happens. */
export function FollowLink({ link, changedAt, onClose }: FollowProps) {
  const refresh = useRefresh()
  const [isOver, setOver] = useState(false)
  const { data: account, error } = useRead(
    // Of this link alone: what an earlier one came to must not be taken for the end of this one.
    ['account', link.connectedAccountId, 'followed', link.expiresAt],
    (api, signal) => actAs(api).get(accountPath, { params: { id: link.connectedAccountId }, signal }),
    { refetchInterval: isOver ? false : askEveryMs },
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
      {error && <Failure error={error} />}
      {!isConnected && (
        <>
          <a
            className="button"
            data-look="primary"
            href={link.redirectUrl}
            target="_blank"
            rel="noopener noreferrer"
            data-first=""
          >
            <ExternalLink size={14} aria-hidden />
            Open connect page
          </a>
          <CopyLine label="Or send this link to the end user" value={link.redirectUrl} />
          <p className="muted small">It can be used once and is only shown now.</p>
        </>
      )}
      <DialogFoot>
        {isConnected && <Link to={accountAddress(account)}>View account</Link>}
        <Button onClick={onClose}>{isConnected ? 'Done' : 'Close'}</Button>
      </DialogFoot>
    </>
  )
}
