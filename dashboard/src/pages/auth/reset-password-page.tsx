import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { clearUserData, stoa, storeSession } from '../../auth/session.ts'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { overviewRoutes } from '../overview/routes.ts'
import { AuthLayout } from './auth-layout.tsx'
import { takeLink } from './link-token.ts'
import { SignInInstead } from './sign-in-instead.tsx'

export function ResetPasswordPage() {
  const navigate = useNavigate()
  const [link] = useState(takeLink)
  const form = useForm({ password: '' })
  if (link === null)
    return (
      <AuthLayout
        title="This link is incomplete"
        about="A link to set a new password ends in #token=… and works once. Ask the owner of the server for a new one."
      >
        <SignInInstead />
      </AuthLayout>
    )
  const { token, email } = link
  const reset = form.submit(async ({ password }) => {
    const opened = await stoa.post('/api/v1/auth/reset-password', { body: { token, password } })
    // Someone else may have been signed in here.
    clearUserData()
    storeSession(opened)
    await navigate({ to: overviewRoutes.overview, replace: true })
  })
  return (
    <AuthLayout
      title="Set a new password"
      about={`${email ? `For ${email}. ` : ''}This signs out all other browsers.`}
    >
      <form className="form" noValidate onSubmit={reset}>
        {/* Password managers store the password under it. */}
        {email && <input type="hidden" name="email" autoComplete="username" value={email} readOnly />}
        <TextField
          {...form.bind('password')}
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters."
          isRequired
          hasInitialFocus
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          Set password and sign in
        </Button>
      </form>
    </AuthLayout>
  )
}
