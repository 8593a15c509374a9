import type { SandboxSession } from '@stoa/sdk'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { sessionPath } from '../../../features/sandboxes/sandbox-paths.ts'
import { useRefresh } from '../../../project.ts'

export function ReleaseSession({ session, onClose }: { session: SandboxSession; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title="End session?"
      confirmLabel="End session"
      onClose={onClose}
      run={async () => {
        await api.delete(sessionPath, { params: { id: session.id } })
        toasts.success('Session ended')
        await refresh(['sandbox'])
      }}
    >
      <p>
        Running scripts are stopped, and variables and files are permanently deleted. Past executions stay in
        the history. To keep everything, pause it instead.
      </p>
    </ConfirmDialog>
  )
}
