import type { AuthConfig } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { configPath } from '../../../features/connections/connections-api.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { connectionRoutes } from '../routes.ts'

/** With accounts on it the name has to be typed: their grants are given back, which cannot be undone. */
export function DeleteConfig({ config, onClose }: { config: AuthConfig; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const { connectionCount } = config
  const name = config.displayName ?? config.name
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirmLabel="Delete auth config"
      {...(connectionCount > 0 ? { typed: name } : {})}
      onClose={onClose}
      onDone={() => void navigate({ to: connectionRoutes.authConfigs })}
      run={async () => {
        await api.delete(configPath, { params: { id: config.id }, query: { cascade: connectionCount > 0 } })
        toasts.success(`${name} deleted`)
        await refresh(['accounts'])
      }}
    >
      {connectionCount > 0 ? (
        <p>
          <strong>{connectionCount}</strong> {connectionCount === 1 ? 'account is' : 'accounts are'} connected
          with this auth config. {connectionCount === 1 ? 'It is deleted' : 'They are deleted'} too, and
          access is revoked at {config.toolkit.name}. To pause them, disable the auth config instead.
        </p>
      ) : (
        <p>No accounts are connected with this auth config.</p>
      )}
    </ConfirmDialog>
  )
}
