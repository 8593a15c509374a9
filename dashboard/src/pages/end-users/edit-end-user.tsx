import type { ExternalUser } from '@stoa/sdk'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useForm } from '../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../project.ts'
import { changesOf, EndUserFields, textsOf } from './end-user-fields.tsx'

export function EditEndUser({ user, onClose }: { user: ExternalUser; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm(textsOf(user))
  const save = form.submit(async (texts) => {
    const body = changesOf(texts, user)
    if (Object.keys(body).length > 0) {
      await api.patch('/api/v1/external-users/{id}', { params: { id: user.id }, body })
      toasts.success('End user updated')
    }
    onClose()
    await refresh(['end-user', user.id], ['end-users'])
  })
  return (
    <FormDialog
      title={`Edit "${user.name}"`}
      submitLabel="Save"
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <EndUserFields form={form} />
    </FormDialog>
  )
}
