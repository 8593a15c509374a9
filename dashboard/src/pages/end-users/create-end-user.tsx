import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../project.ts'

export function CreateEndUser({ onClose, onCreated }: { onClose(): void; onCreated(id: string): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ name: '', channel: '' }, { '/metadata/channel': 'channel' })
  const create = form.submit(async ({ name, channel }) => {
    const user = await api.post('/api/v1/external-users', {
      body: { name, ...(channel.trim() === '' ? {} : { metadata: { channel: channel.trim() } }) },
    })
    toasts.success(user.created ? `"${user.name}" added` : `"${user.name}" already exists`)
    onCreated(user.id)
    await refresh(['end-users'])
  })
  return (
    <FormDialog
      title="Add an end user"
      submitLabel="Add end user"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        {...form.bind('name')}
        label="Name"
        placeholder="alice"
        isRequired
        hasInitialFocus
        hint="Your own name or ID for the user, sent as x-username."
      />
      <TextField
        {...form.bind('channel')}
        label="Channel"
        placeholder="telegram"
        hint="Where the user's messages come from."
      />
    </FormDialog>
  )
}
