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
      <SignInHelp />
    </AuthLayout>
  )
}

/** No mail is sent: links come from who runs the server. */
const SignInHelp = () => (
  <div className="auth-layout-help">
    <details>
      <summary>Forgot your password?</summary>
      <p>
        Ask the owner of this server for a link to set a new one. The owner makes it under Settings, Members;
        for their own account they run <code>stoa owner reset</code> on the server.
      </p>
    </details>
    <details>
      <summary>No account yet?</summary>
      <p>
        Ask an admin of your project for an invitation. The first account is set up with the link that the
        server prints when it starts.
      </p>
    </details>
  </div>
)
