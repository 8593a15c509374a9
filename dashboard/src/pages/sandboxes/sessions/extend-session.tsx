import type { SandboxSession } from '@stoa/sdk'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { useRefresh } from '../../../project.ts'

const choices = [
  { value: '1800', label: '30 minutes' },
  { value: '3600', label: '1 hour' },
  { value: '14400', label: '4 hours' },
  { value: '86400', label: '1 day' },
]

export function ExtendSession({ session, onClose }: { session: SandboxSession; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ durationSec: '3600' })
  const extend = form.submit(async ({ durationSec }) => {
    await api.post('/api/v1/sandbox/sessions/{id}/extend', {
      params: { id: session.id },
      body: { durationSec: Number(durationSec) },
    })
    toasts.success('Session extended')
    onClose()
    await refresh(['sandbox'])
  })
  return (
    <FormDialog title="Extend session" submitLabel="Extend" form={form} onSubmit={extend} onClose={onClose}>
      <SelectField
        {...form.bind('durationSec')}
        label="Extend to (from now)"
        choices={choices}
        hint="Cannot shorten the current duration. The idle timeout still applies."
      />
    </FormDialog>
  )
}
