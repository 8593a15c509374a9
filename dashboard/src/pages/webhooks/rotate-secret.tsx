import { useState } from 'react'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { useProject, useRefresh } from '../../project.ts'
import { NewSecret } from './new-secret.tsx'
import type { Webhook } from './webhook-fields.tsx'

export function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <NewSecret title="New signing secret" value={secret} onClose={onClose} />
  return (
    <ConfirmDialog
      title="Rotate signing secret?"
      confirmLabel="Rotate secret"
      variant="primary"
      onClose={onClose}
      onDone={() => undefined}
      run={async () => {
        const rotated = await api.post('/api/v1/webhooks/{id}/rotate-secret', { params: { id: webhook.id } })
        setSecret(rotated.secret)
        await refresh(['webhooks'], ['webhook', webhook.id])
      }}
    >
      <p>
        For 24 hours, events are signed with both the new and the previous secret, so you can switch without
        downtime.{' '}
        {webhook.oldSecretAcceptedUntil !== null &&
          'The last rotation is still in progress: the oldest secret stops working immediately.'}
      </p>
    </ConfirmDialog>
  )
}
