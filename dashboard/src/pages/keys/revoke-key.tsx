import type { ApiKey } from '@stoa/sdk'
import { Confirm } from '../../parts/confirm.tsx'
import { toasts } from '../../parts/toast-store.ts'
import { useProject, useRefresh } from '../../project.tsx'

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  return (
    <Confirm
      title={`Revoke "${apiKey.name}"?`}
      confirmLabel="Revoke key"
      onClose={onClose}
      run={async () => {
        await api.delete('/api/v1/api-keys/{id}', { params: { id: apiKey.id } })
        toasts.tell(`"${apiKey.name}" is revoked`)
        await refresh(['keys'], ['key', apiKey.id])
      }}
    >
      <p>
        Calls with it are refused from now on and streams opened with it end. A revoked key cannot be used
        again; to change its value without a gap, rotate it instead.
      </p>
    </Confirm>
  )
}
