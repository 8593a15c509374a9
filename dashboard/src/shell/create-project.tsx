import { stoa, storeSession } from '../auth/session.ts'
import { FormDialog } from '../components/dialog/form-dialog.tsx'
import { toasts } from '../components/feedback/toast-store.ts'
import { TextField } from '../components/form/field.tsx'
import { useForm } from '../components/form/use-form.ts'
import { useProject } from '../project.ts'

/** A further project, to which the dashboard then switches. */
export function CreateProject({ onClose }: { onClose(): void }) {
  const { session, switchTo } = useProject()
  const form = useForm({ name: '' })
  const create = form.submit(async ({ name }) => {
    const next = await stoa.post('/api/v1/auth/projects', { body: { name } })
    const known = new Set(session.projects.map(({ id }) => id))
    const added = next.projects.find(({ id }) => !known.has(id))
    storeSession(next)
    toasts.success(`"${name.trim()}" created`)
    onClose()
    if (added) switchTo(added.id)
  })
  return (
    <FormDialog
      title="Create a project"
      submitLabel="Create project"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        {...form.bind('name')}
        label="Name"
        placeholder="Staging"
        hint="Data, keys and settings of projects are separate."
        isRequired
        hasInitialFocus
      />
    </FormDialog>
  )
}
