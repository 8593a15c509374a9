import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { workspaceKey, workspacePath } from '../../../features/sandboxes/sandbox-paths.ts'
import { useRefresh } from '../../../project.ts'

type DeleteProps = { sessionId: string; path: string; onClose(): void }

export function DeleteWorkspaceFile({ sessionId, path, onClose }: DeleteProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title="Delete file?"
      confirmLabel="Delete file"
      onClose={onClose}
      run={async () => {
        await api.delete(workspacePath, { params: { id: sessionId }, query: { path } })
        toasts.success(`${path} deleted`)
        await refresh(workspaceKey(sessionId))
      }}
    >
      <p>
        <code>{path}</code> is permanently deleted from the workspace. Scripts that open it will fail.
      </p>
    </ConfirmDialog>
  )
}
