import type { ApiKey } from '@stoa/sdk'
import { useState } from 'react'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { SelectField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { NewKey } from '../../features/keys/new-key.tsx'
import { useProject, useRefresh } from '../../project.ts'

const overlaps = [
  { value: '0', label: 'None: revoke immediately' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
]

export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [value, setValue] = useState<string | null>(null)
  const form = useForm({ overlapSeconds: '86400' })
  if (value !== null)
    return <NewKey title={`New value of "${apiKey.name}"`} value={value} onClose={onClose} />
  const rotate = form.submit(async ({ overlapSeconds }) => {
    const rotated = await api.post('/api/v1/api-keys/{id}/rotate', {
      params: { id: apiKey.id },
      body: { overlapSeconds: Number(overlapSeconds) },
    })
    setValue(rotated.key)
    await refresh(['keys'], ['key', apiKey.id])
  })
  return (
    <FormDialog
      title={`Rotate "${apiKey.name}"`}
      submitLabel="Rotate key"
      form={form}
      onSubmit={rotate}
      onClose={onClose}
    >
      <p>The key gets a new value. Name, role and limits stay the same.</p>
      <SelectField
        {...form.bind('overlapSeconds')}
        label="Keep the previous value valid for"
        choices={overlaps}
        hint="Time to update your applications without downtime."
      />
    </FormDialog>
  )
}
