import type { BrowserSession } from '@stoa/sdk'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { closePath } from '../../features/browsers/browser-paths.ts'
import { useApiAs } from '../../features/end-users/act-as.ts'
import { useRefresh } from '../../project.ts'

export function CloseSession({ session, onClose }: { session: BrowserSession; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title="Close session?"
      confirmLabel="Close session"
      onClose={onClose}
      run={async () => {
        await api.post(closePath, { params: { sessionId: session.id } })
        toasts.success('Session closed')
        await refresh(['browsers'])
      }}
    >
      <p>
        The browser ends with all of its pages.{' '}
        {session.profileId !== null && session.persistProfile
          ? 'Cookies and storage are saved to its profile.'
          : 'Cookies and storage are deleted.'}{' '}
        Its event log and its downloads stay available.
      </p>
    </ConfirmDialog>
  )
}
