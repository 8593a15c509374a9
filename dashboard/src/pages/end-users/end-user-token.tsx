import type { ExternalUser, EndUserToken as Token } from '@stoa/sdk'
import { useState } from 'react'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { SelectField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { NewKey } from '../../features/keys/new-key.tsx'
import { useProject } from '../../project.ts'

const lives = [
  { value: '300', label: '5 minutes' },
  { value: '900', label: '15 minutes' },
  { value: '3600', label: '1 hour' },
]

export function EndUserToken({ user, onClose }: { user: ExternalUser; onClose(): void }) {
  const { api } = useProject()
  const [created, setCreated] = useState<Token | null>(null)
  const form = useForm({ ttlSeconds: '900' })
  if (created)
    return (
      <NewKey
        title={`Token for "${user.name}"`}
        value={created.token}
        path={`/api/v1/external-users/${user.id}`}
        onClose={onClose}
      />
    )
  const create = form.submit(async ({ ttlSeconds }) => {
    const body = { ttlSeconds: Number(ttlSeconds) }
    setCreated(await api.post('/api/v1/external-users/{id}/tokens', { params: { id: user.id }, body }))
  })
  return (
    <FormDialog
      title={`Token for "${user.name}"`}
      submitLabel="Create token"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <p>
        For use in the end user&apos;s browser. It acts only as this user, on endpoints that accept end-user
        tokens, and expires automatically.
      </p>
      <SelectField {...form.bind('ttlSeconds')} label="Expires in" choices={lives} />
    </FormDialog>
  )
}
