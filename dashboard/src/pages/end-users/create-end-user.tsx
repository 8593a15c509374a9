import { Button } from '../../parts/button.tsx'
import { Dialog, DialogFoot } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { TextField } from '../../parts/field.tsx'
import { toasts } from '../../parts/toast-store.ts'
import { useForm } from '../../parts/use-form.ts'
import { useProject, useRefresh } from '../../project.tsx'

export function CreateEndUser({ onClose, onCreated }: { onClose(): void; onCreated(id: string): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ name: '', channel: '' })
  const create = form.submit(async ({ name, channel }) => {
    const user = await api.post('/api/v1/external-users', {
      body: { name, ...(channel.trim() === '' ? {} : { metadata: { channel: channel.trim() } }) },
    })
    toasts.tell(user.created ? `"${user.name}" is added` : `"${user.name}" was there already`)
    onCreated(user.id)
    await refresh(['end-users'])
  })
  return (
    <Dialog title="Add an end user" onClose={onClose}>
      <form className="form" noValidate onSubmit={create}>
        <TextField
          {...form.bind('name')}
          label="Name"
          placeholder="alice"
          isRequired
          isFirst
          hint="Your own name or id for them: what you send as x-username."
        />
        <TextField
          {...form.bind('channel')}
          label="Channel"
          placeholder="telegram"
          hint="Where they write from."
        />
        {form.failure !== null && <Failure error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            Add end user
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
