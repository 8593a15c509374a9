import type { ApiKey } from '@stoa/sdk'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useProject, useRefresh } from '../../project.ts'

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title={`Revoke "${apiKey.name}"?`}
      confirmLabel="Revoke key"
      onClose={onClose}
      run={async () => {
        await api.delete('/api/v1/api-keys/{id}', { params: { id: apiKey.id } })
        toasts.success(`"${apiKey.name}" revoked`)
        await refresh(['keys'], ['key', apiKey.id])
      }}
    >
      <p>
        Requests with this key are rejected immediately and its open streams are closed. This cannot be
        undone. To change its value without downtime, rotate it instead.
      </p>
    </ConfirmDialog>
  )
}
