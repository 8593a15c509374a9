import Bell from 'lucide-react/icons/bell'
import { Suspense, useState } from 'react'
import { PendingBadge } from '../../components/feedback/pending-badge.tsx'
import { lazily } from '../../connection/lazily.ts'
import { useIsAdmin } from '../../project.ts'
import { useNotifications } from './use-notifications.ts'
import './notification-bell.css'

const NotificationsDialog = lazily(() =>
  import('./notifications-dialog.tsx').then((module) => module.NotificationsDialog),
)

/** How many notifications are unread; opens the list of them. */
export function NotificationBell({ className }: { className: string }) {
  const isAdmin = useIsAdmin()
  const [isOpen, setOpen] = useState(false)
  const unread = useNotifications().data?.unreadCount ?? 0
  if (!isAdmin) return null
  return (
    <>
      <button
        type="button"
        className={`${className} notification-bell`}
        aria-label={unread === 0 ? 'Notifications' : `Notifications: ${unread} unread`}
        title="Notifications"
        onClick={() => setOpen(true)}
      >
        <Bell size={16} aria-hidden />
        {unread > 0 && <PendingBadge count={unread} />}
      </button>
      <Suspense>{isOpen && <NotificationsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
