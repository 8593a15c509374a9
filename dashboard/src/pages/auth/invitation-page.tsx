import type { OpenedInvitation } from '@stoa/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { clearUserData, stoa, storeSession } from '../../auth/session.ts'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { overviewRoutes } from '../overview/routes.ts'
import { AuthLayout } from './auth-layout.tsx'
import { takeToken } from './link-token.ts'
import { SignInInstead } from './sign-in-instead.tsx'

export function InvitationPage() {
  const [token] = useState(takeToken)
  const { data: invitation, error } = useQuery<OpenedInvitation>({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => stoa.post('/api/v1/auth/invitation', { body: { token: token ?? '' }, signal }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (token === null)
    return (
      <AuthLayout
        title="This link is incomplete"
        about="The link of an invitation ends in #token=… and works once. Ask who invited you for a new one."
      >
        <SignInInstead />
      </AuthLayout>
    )
  if (error)
    return (
      <AuthLayout title="Invitation" about={location.host}>
        <ErrorAlert error={error} />
        <SignInInstead />
      </AuthLayout>
    )
  if (!invitation)
    return (
      <AuthLayout title="Invitation" about={location.host}>
        <SkeletonLines count={4} />
      </AuthLayout>
    )
  return <AcceptForm token={token} invitation={invitation} />
}

function AcceptForm({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const { email, role, project, invitedBy, hasAccount } = invitation
  const navigate = useNavigate()
  const form = useForm({ name: '', password: '' })
  const accept = form.submit(async ({ name, password }) => {
    const opened = await stoa.post('/api/v1/auth/accept-invitation', {
      body: { token, password, ...(name.trim() === '' ? {} : { name }) },
    })
    // Someone else may have been signed in here.
    clearUserData()
    storeSession(opened)
    await navigate({ to: overviewRoutes.overview, replace: true })
  })
  return (
    <AuthLayout
      title={`Join ${project.name}`}
      about={`${invitedBy ?? 'An admin'} invited ${email} as ${role === 'admin' ? 'an admin' : 'a member'}.`}
    >
      <form className="form" noValidate onSubmit={accept}>
        {/* Password managers store the password under it. */}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        {!hasAccount && <TextField {...form.bind('name')} label="Name" autoComplete="name" hasInitialFocus />}
        <TextField
          {...form.bind('password')}
          label="Password"
          type="password"
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          hint={hasAccount ? `Of your account, ${email}.` : 'At least 10 characters.'}
          isRequired
          hasInitialFocus={hasAccount}
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          {hasAccount ? 'Sign in and join' : 'Create account and join'}
        </Button>
      </form>
    </AuthLayout>
  )
}
