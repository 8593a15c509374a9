import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useProject } from '../../project.ts'

export function PasswordForm() {
  const { api, session } = useProject()
  const empty = { currentPassword: '', newPassword: '' }
  const form = useForm(empty)
  const change = form.submit(async (body) => {
    await api.post('/api/v1/auth/password', { body })
    form.set(empty)
    toasts.success('Password changed. Other sessions were signed out.')
  })
  return (
    <form className="form" noValidate onSubmit={change}>
      {/* For password managers: the account of this password. */}
      <input type="hidden" name="username" autoComplete="username" value={session.account.email ?? ''} />
      <div className="form-pair">
        <TextField
          {...form.bind('currentPassword')}
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          {...form.bind('newPassword')}
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters."
        />
      </div>
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <div className="row">
        <Button type="submit" isBusy={form.isBusy}>
          Change password
        </Button>
      </div>
    </form>
  )
}
