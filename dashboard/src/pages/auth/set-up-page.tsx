import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { stoa, storeSession } from '../../auth/session.ts'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { overviewRoutes } from '../overview/routes.ts'
import { AuthLayout } from './auth-layout.tsx'
import { takeToken } from './link-token.ts'
import { SignInInstead } from './sign-in-instead.tsx'

export function SetUpPage() {
  const navigate = useNavigate()
  const [token] = useState(takeToken)
  const form = useForm({ name: '', email: '', password: '' })
  if (token === null) {
    return (
      <AuthLayout
        title="This link is incomplete"
        about="The setup link ends in #token=… and works once. Restart the server to print a new one."
      >
        <SignInInstead />
      </AuthLayout>
    )
  }
  const setUp = form.submit(async ({ name, email, password }) => {
    const opened = await stoa.post('/api/v1/auth/set-up', {
      body: { token, email, password, ...(name.trim() === '' ? {} : { name }) },
    })
    storeSession(opened)
    await navigate({ to: overviewRoutes.overview, replace: true })
  })
  return (
    <AuthLayout
      title="Set up your account"
      about="You are the owner of this installation. You only do this once."
    >
      <form className="form" noValidate onSubmit={setUp}>
        <TextField {...form.bind('name')} label="Name" autoComplete="name" hasInitialFocus />
        <TextField {...form.bind('email')} label="Email" type="email" autoComplete="username" isRequired />
        <TextField
          {...form.bind('password')}
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters."
          isRequired
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          Set up and sign in
        </Button>
      </form>
    </AuthLayout>
  )
}
