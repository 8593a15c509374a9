import { useState } from 'react'
import { Confirm } from '../../parts/confirm.tsx'
import { useProject, useRefresh } from '../../project.tsx'
import { NewSecret } from './new-secret.tsx'
import type { Webhook } from './webhook-fields.tsx'

export function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <NewSecret title="New secret" value={secret} onClose={onClose} />
  return (
    <Confirm
      title="Give it a new secret?"
      confirmLabel="Rotate secret"
      look="primary"
      onClose={onClose}
      onDone={() => undefined}
      run={async () => {
        const rotated = await api.post('/api/v1/webhooks/{id}/rotate-secret', { params: { id: webhook.id } })
        setSecret(rotated.secret)
        await refresh(['webhooks'], ['webhook', webhook.id])
      }}
    >
      <p>
        For 24 hours events carry two signatures, of the new secret and of the one before, so that the
        receiver can change without a gap.{' '}
        {webhook.oldSecretAcceptedUntil !== null &&
          'The last change is not yet over: the secret from before it is dropped at once.'}
      </p>
    </Confirm>
  )
}
