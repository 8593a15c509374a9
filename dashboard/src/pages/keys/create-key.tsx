import type { NewApiKey } from '@stoa/sdk'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../project.ts'
import { KeyFields, keyBodyOf, noTexts } from './key-fields.tsx'

export function CreateKey({ onClose, onCreated }: { onClose(): void; onCreated(key: NewApiKey): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm(noTexts)
  const create = form.submit(async (texts) => {
    const created = await api.post('/api/v1/api-keys', { body: keyBodyOf(texts) })
    // The value first: whatever else fails, it cannot be shown again.
    onCreated(created)
    await refresh(['keys'])
  })
  return (
    <FormDialog
      title="Create an API key"
      submitLabel="Create key"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <KeyFields form={form} />
    </FormDialog>
  )
}
