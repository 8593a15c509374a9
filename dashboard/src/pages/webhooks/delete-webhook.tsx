import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useProject, useRefresh } from '../../project.ts'
import type { Webhook } from './webhook-fields.tsx'

type DeleteProps = { webhook: Webhook; onClose(): void; onDeleted?(): void }

export function DeleteWebhook({ webhook, onClose, onDeleted = onClose }: DeleteProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title="Delete webhook?"
      confirmLabel="Delete webhook"
      onClose={onClose}
      onDone={onDeleted}
      run={async () => {
        await api.delete('/api/v1/webhooks/{id}', { params: { id: webhook.id } })
        toasts.success('Webhook deleted')
        await refresh(['webhooks'])
      }}
    >
      <p>
        <code>{webhook.url}</code> will no longer receive events, and its delivery history is deleted. To
        pause it, disable it instead.
      </p>
    </ConfirmDialog>
  )
}
