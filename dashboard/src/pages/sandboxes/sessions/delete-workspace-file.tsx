import { Confirm } from '../../../parts/confirm.tsx'
import { toasts } from '../../../parts/toast-store.ts'
import { useRefresh } from '../../../project.tsx'
import { useSandboxApi } from '../sandbox-api.ts'
import { workspaceKey, workspacePath } from '../sandbox-paths.ts'

type DeleteProps = { sessionId: string; path: string; onClose(): void }

export function DeleteWorkspaceFile({ sessionId, path, onClose }: DeleteProps) {
  const api = useSandboxApi()
  const refresh = useRefresh()
  return (
    <Confirm
      title="Delete file?"
      confirmLabel="Delete file"
      onClose={onClose}
      run={async () => {
        await api.delete(workspacePath, { params: { id: sessionId }, query: { path } })
        toasts.tell(`${path} deleted`)
        await refresh(workspaceKey(sessionId))
      }}
    >
      <p>
        <code>{path}</code> is permanently deleted from the workspace. Scripts that open it will fail.
      </p>
    </Confirm>
  )
}
