import type { Session } from '@stoa/sdk'
import { useEffect } from 'react'
import { clearUserData, setExpired, storeSession } from '../auth/session.ts'
import { SignInForm } from '../auth/sign-in-form.tsx'
import { Dialog } from '../components/dialog/dialog.tsx'
import { overviewRoutes } from '../pages/overview/routes.ts'

/** The session has ended while its page is open: the page stays as it is behind the question, with all that was typed. */
export function SignInAgain({ session }: { session: Session }) {
  useEffect(() => {
    setExpired(true)
    return () => setExpired(false)
  }, [])
  const continueChat = (opened: Session) => {
    if (opened.account.id === session.account.id) {
      storeSession(opened)
      return
    }
    // The page behind belongs to another person.
    clearUserData()
    location.assign(overviewRoutes.overview)
  }
  return (
    <Dialog title="Sign in again" isPersistent onClose={() => undefined}>
      <p className="muted">Your session has ended. Your unsaved changes on this page are preserved.</p>
      <SignInForm email={session.account.email ?? ''} onSignedIn={continueChat} />
    </Dialog>
  )
}
