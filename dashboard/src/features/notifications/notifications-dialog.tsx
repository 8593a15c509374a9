import type { NotificationItem } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import { Button, IconButton } from '../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { ErrorAlert, errorMessage } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { noticeNouns, noticeStates, noticeUrl } from './notification-links.ts'
import { useMarkRead, useNotifications } from './use-notifications.ts'
import './notifications.css'

/** What is broken or waits for someone. It goes from the list once it is solved, read or not. */
export function NotificationsDialog({ onClose }: { onClose(): void }) {
  const { data, error, refetch } = useNotifications()
  const markRead = useMarkRead()
  const mark = (keys: readonly string[]) =>
    void markRead(keys).catch((failure) => toasts.error(errorMessage(failure)))
  const unread = data?.items.filter(({ isRead }) => !isRead).map(({ key }) => key) ?? []
  return (
    <Dialog title="Notifications" width="wide" onClose={onClose}>
      {data ? (
        data.items.length === 0 ? (
          <p className="muted" role="status">
            Nothing failed, and nothing waits for you.
          </p>
        ) : (
          <ul className="notifications" aria-label="Notifications">
            {data.items.map((item) => (
              <Notification
                key={item.key}
                item={item}
                onRead={() => mark([item.key])}
                onOpen={() => {
                  mark(item.isRead ? [] : [item.key])
                  onClose()
                }}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonLines count={4} />
      )}
      <DialogFoot>
        <Button disabled={unread.length === 0} onClick={() => mark(unread)}>
          Mark all as read
        </Button>
        <Button variant="primary" onClick={onClose} hasInitialFocus>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type NotificationProps = { item: NotificationItem; onRead(): void; onOpen(): void }

function Notification({ item, onRead, onOpen }: NotificationProps) {
  const { kind, label } = noticeStates[item.state]
  return (
    <li className="notification" data-unread={item.isRead ? undefined : ''}>
      <span className="notification-head">
        <Status kind={kind}>{label}</Status>
        <span>
          <span className="muted">{noticeNouns[item.kind]}</span>{' '}
          <Link to={noticeUrl(item)} onClick={onOpen}>
            {item.title}
          </Link>
        </span>
        <TimeAgo at={item.at} />
        {!item.isRead && <span className="visually-hidden">unread</span>}
      </span>
      {!item.isRead && (
        <IconButton
          label={`Mark as read: ${item.title}`}
          icon={<Check size={15} aria-hidden />}
          onClick={onRead}
        />
      )}
      {item.reason && <span className="muted small notification-reason">{item.reason}</span>}
    </li>
  )
}
