import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { profilesPath } from '../../../features/browsers/browser-paths.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { useProject, useRefresh } from '../../../project.ts'

export function CreateProfile({ onClose }: { onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ name: '', user: '' })
  const create = form.submit(async ({ name, user }) => {
    await actAs(api, user.trim()).post(profilesPath, { body: { name } })
    toasts.success('Profile created')
    onClose()
    await refresh(['browsers', 'profiles'])
  })
  return (
    <FormDialog
      title="Create a profile"
      submitLabel="Create profile"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField {...form.bind('name')} label="Name" placeholder="shop" isRequired hasInitialFocus />
      <TextField
        {...form.bind('user')}
        label="End user"
        placeholder="the project itself"
        hint="By name. Only sessions of this end user can open the profile."
      />
    </FormDialog>
  )
}
