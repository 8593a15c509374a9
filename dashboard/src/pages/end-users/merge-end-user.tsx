import type { ExternalUser } from '@stoa/sdk'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../project.ts'

type MergeProps = { user: ExternalUser; onClose(): void; onMerged(intoId: string): void }

export function MergeEndUser({ user, onClose, onMerged }: MergeProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ username: '' })
  const merge = form.submit(async ({ username }) => {
    const into = await api.get('/api/v1/external-users/username/{username}', {
      params: { username: username.trim() },
    })
    if (!into) throw new Error('No end user with that name')
    await api.post('/api/v1/external-users/{id}/merge', {
      params: { id: user.id },
      body: { intoId: into.id },
    })
    toasts.success(`"${user.name}" merged into "${into.name}"`)
    onMerged(into.id)
    await refresh(['end-users'])
  })
  return (
    <FormDialog
      title={`Merge "${user.name}" into another`}
      submitLabel="Merge"
      variant="danger"
      form={form}
      onSubmit={merge}
      onClose={onClose}
    >
      <p>
        Everything &quot;{user.name}&quot; owns is moved to the other user, and this name becomes an alias.
        This cannot be undone.
      </p>
      <TextField {...form.bind('username')} label="Merge into (name)" isRequired hasInitialFocus />
    </FormDialog>
  )
}
