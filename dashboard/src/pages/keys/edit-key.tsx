import type { ApiKey } from '@stoa/sdk'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { toFieldTime } from '../../components/form/date/field-time.ts'
import { useForm } from '../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../project.ts'
import { type KeyDraft, KeyFields, keyBodyOf } from './key-fields.tsx'

const textsOf = (key: ApiKey): KeyDraft => ({
  name: key.name,
  role: key.role,
  scopes: key.scopes.join(' '),
  expiresAt: toFieldTime(key.expiresAt),
  allowedIps: key.allowedIps.join(' '),
  monthlyCreditCap: key.monthlyCreditCap === null ? '' : String(key.monthlyCreditCap),
})

export function EditKey({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm(textsOf(apiKey))
  const save = form.submit(async (texts) => {
    await api.patch('/api/v1/api-keys/{id}', { params: { id: apiKey.id }, body: keyBodyOf(texts) })
    toasts.success('API key updated')
    onClose()
    await refresh(['keys'], ['key', apiKey.id])
  })
  return (
    <FormDialog
      title={`Edit "${apiKey.name}"`}
      submitLabel="Save"
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <KeyFields form={form} />
    </FormDialog>
  )
}
