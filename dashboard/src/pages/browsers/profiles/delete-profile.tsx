import type { BrowserProfile } from '@stoa/sdk'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { profilePath } from '../../../features/browsers/browser-paths.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { useRefresh } from '../../../project.ts'

export function DeleteProfile({ profile, onClose }: { profile: BrowserProfile; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title="Delete profile?"
      confirmLabel="Delete profile"
      onClose={onClose}
      run={async () => {
        await api.delete(profilePath, { params: { profileId: profile.id } })
        toasts.success(`${profile.name} deleted`)
        await refresh(['browsers', 'profiles'])
      }}
    >
      <p>
        The cookies and the storage of <strong>{profile.name}</strong> are permanently deleted. Later sessions
        have to sign in again.
      </p>
    </ConfirmDialog>
  )
}
