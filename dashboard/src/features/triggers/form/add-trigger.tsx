import type { TriggerDetail } from '@stoa/sdk'
import { useState } from 'react'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { hasSecret, TriggerSecret } from '../trigger-secret.tsx'
import { CreateTrigger } from './create-trigger.tsx'

type AddTriggerProps = {
  workflow: { id: string; name: string }
  onClose(): void
  onAdded?(triggerId: string): void
}

/** A new trigger of a workflow, and then the secret of one that has one. */
export function AddTrigger({ workflow, onClose, onAdded }: AddTriggerProps) {
  const [created, setCreated] = useState<TriggerDetail | null>(null)
  if (created && hasSecret(created))
    return <TriggerSecret title="Webhook created" trigger={created} onClose={onClose} />
  return (
    <CreateTrigger
      workflow={workflow}
      onClose={onClose}
      onCreated={(trigger) => {
        onAdded?.(trigger.triggerId)
        if (hasSecret(trigger)) return setCreated(trigger)
        toasts.success('Trigger created')
        onClose()
      }}
    />
  )
}
