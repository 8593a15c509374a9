import type { Trigger, TriggerDetail } from '@stoa/sdk'
import { useState } from 'react'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { useRefresh } from '../../../project.ts'
import { useApiAs } from '../../end-users/act-as.ts'
import { hasSecret, TriggerSecret } from '../trigger-secret.tsx'
import { rotatePath } from '../triggers-api.ts'

export function RotateSecret({ trigger, onClose }: { trigger: Trigger; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [rotated, setRotated] = useState<TriggerDetail | null>(null)
  const form = useForm({ secret: '', overlapHours: '24' })
  const rotate = form.submit(async ({ secret, overlapHours }) => {
    const response = await api.post(rotatePath, {
      params: { triggerId: trigger.triggerId },
      body: {
        overlapHours: requiredNumber('overlapHours', overlapHours),
        ...(secret === '' ? {} : { secret }),
      },
    })
    // The secret first: whatever else fails, it cannot be shown again.
    if (hasSecret(response)) setRotated(response)
    else {
      toasts.success('Secret rotated')
      onClose()
    }
    await refresh(['triggers'])
  })
  if (rotated && hasSecret(rotated))
    return <TriggerSecret title="New signing secret" trigger={rotated} onClose={onClose} />
  return (
    <FormDialog
      title="Rotate signing secret?"
      submitLabel="Rotate secret"
      form={form}
      onSubmit={rotate}
      onClose={onClose}
    >
      <TextField
        {...form.bind('secret')}
        label="New secret"
        type="password"
        autoComplete="new-password"
        placeholder="Generated"
        hint="The new secret of the service. Leave empty to generate one, where the service takes ours."
      />
      <TextField
        {...form.bind('overlapHours')}
        label="Accept the old secret for (hours)"
        type="number"
        hint="So that you can switch without downtime."
      />
    </FormDialog>
  )
}
