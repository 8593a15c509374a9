import type { Toolkit } from '@stoa/sdk'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { toolkitPath } from '../../features/toolkits/toolkits-api.ts'
import { useProject, useRefresh } from '../../project.ts'

export function ResetToolkit({ toolkit, onClose }: { toolkit: Toolkit; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title={`Reset ${toolkit.name} to the built-in version?`}
      confirmLabel="Reset toolkit"
      onClose={onClose}
      run={async () => {
        await api.post(`${toolkitPath}/reset`, { params: { id: toolkit.slug } })
        toasts.success(`${toolkit.name} reset to the built-in version`)
        await refresh(['toolkit'], ['toolkits'], ['tools'], ['tool'])
      }}
    >
      <p>
        Version {toolkit.version} and all other versions imported for this project are deleted, and change
        checks stop. Accounts, auth configs and settings are retained. Tools that exist only in the newer
        version can no longer be called.
      </p>
    </ConfirmDialog>
  )
}
