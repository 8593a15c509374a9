import type { Session } from '@stoa/sdk'
import { Button } from '../components/actions/button.tsx'
import { ErrorAlert } from '../components/feedback/error-alert.tsx'
import { TextField } from '../components/form/field.tsx'
import { useForm } from '../components/form/use-form.ts'
import { stoa } from './session.ts'

type SignInFormProps = {
  /** Who was signed in here before. */
  email?: string
  onSignedIn(session: Session): void | Promise<void>
}

export function SignInForm({ email: known = '', onSignedIn }: SignInFormProps) {
  const form = useForm({ email: known, password: '' })
  const signIn = form.submit(async ({ email, password }) => {
    await onSignedIn(await stoa.post('/api/v1/auth/sign-in', { body: { email, password } }))
  })
  return (
    <form className="form" noValidate onSubmit={signIn}>
      <TextField
        {...form.bind('email')}
        label="Email"
        type="email"
        autoComplete="username"
        hasInitialFocus={known === ''}
      />
      <TextField
        {...form.bind('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
        hasInitialFocus={known !== ''}
      />
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <Button type="submit" variant="primary" isBusy={form.isBusy}>
        Sign in
      </Button>
    </form>
  )
}
