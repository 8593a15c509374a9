import type { Session } from '@stoa/sdk'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { isSignedOut, stoa, useSession } from '../auth/session.ts'
import { ErrorAlert } from '../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../components/feedback/skeleton.tsx'
import { lazily } from '../connection/lazily.ts'
import { authRoutes } from '../pages/auth/routes.ts'
import { overviewRoutes } from '../pages/overview/routes.ts'
import { ProjectContext, projectOf } from '../project.ts'
import { preferences } from '../state/preferences.ts'
import { Shell } from './shell.tsx'

// Not needed to see a page, but loaded with the first one: a server that was replaced meanwhile has other files.
const loadSignInAgain = () => import('./sign-in-again.tsx').then((module) => module.SignInAgain)
const SignInAgain = lazily(loadSignInAgain)

/**
 * Everything behind sign-in: a signed-out user is redirected to it, and back afterwards. Where a session
 * ends under an open page, the page stays and shows a sign-in dialog.
 */
export function SignedIn() {
  const { data: session, error, refetch } = useSession()
  const { href } = useLocation()
  if (session) {
    return (
      <>
        <InProject session={session} />
        <Suspense>{isSignedOut(error) && <SignInAgain session={session} />}</Suspense>
      </>
    )
  }
  if (isSignedOut(error)) return <ToSignIn from={href} />
  return (
    <main className="page" data-width="narrow">
      {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={6} />}
    </main>
  )
}

/** Redirects once, with the URL it was first rendered at: during the redirect that has changed. */
function ToSignIn({ from }: { from: string }) {
  const navigate = useNavigate()
  const [to] = useState(from)
  useEffect(() => {
    const search = to === overviewRoutes.overview ? {} : { to }
    void navigate({ to: authRoutes.signIn, search: search as never, replace: true })
  }, [navigate, to])
  return null
}

function InProject({ session }: { session: Session }) {
  const [chosen, setChosen] = useState(() => preferences.get('project'))
  const navigate = useNavigate()
  useEffect(() => void loadSignInAgain().catch(() => undefined), [])
  const project = projectOf(session, chosen)
  const access = useMemo(
    () =>
      project && {
        session,
        project,
        api: stoa.with({ projectId: project.id }),
        switchTo(id: string) {
          preferences.set('project', id)
          setChosen(id)
          // What the page shows belongs to the project that was left.
          void navigate({ to: overviewRoutes.overview })
        },
      },
    [session, project, navigate],
  )
  if (!access) {
    return (
      <main className="page" data-width="narrow">
        <h1>No project</h1>
        <p className="muted">
          You are not a member of any project. Ask an admin to add you, or create one with the CLI:{' '}
          <code>stoa project create</code>.
        </p>
      </main>
    )
  }
  return (
    <ProjectContext value={access}>
      <Shell />
    </ProjectContext>
  )
}
