import type { Session } from '@stoa/sdk'
import { Navigate, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { storeSession, useSession } from '../../auth/session.ts'
import { SignInForm } from '../../auth/sign-in-form.tsx'
import type { Filters } from '../../filters.ts'
import { overviewRoutes } from '../overview/routes.ts'
import { AuthLayout } from './auth-layout.tsx'

export function SignInPage() {
  const { to } = useSearch({ strict: false }) as Filters
  const router = useRouter()
  const navigate = useNavigate()
  const { data: session, error } = useSession()
  if (session && !error) return <Navigate to={overviewRoutes.overview} replace />
  const enter = async (opened: Session) => {
    storeSession(opened)
    // Only to our own pages: a link to here must not be an open redirect.
    if (to && /^\/(?![/\\])/.test(to)) router.history.replace(to)
    else await navigate({ to: overviewRoutes.overview, replace: true })
  }
  return (
    <AuthLayout title="Sign in" about={location.host}>
      <SignInForm onSignedIn={enter} />
      <p className="muted small">
        First time here? Open the setup link the server printed when it started to set your email and
        password.
      </p>
    </AuthLayout>
  )
}
