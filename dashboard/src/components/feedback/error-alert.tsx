import { StoaError } from '@stoa/sdk'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { CopyId } from '../actions/copy-id.tsx'
import './error-alert.css'

/** What the user can do next, where the server did not say so itself. */
function nextStepOf(error: unknown): string {
  if (!(error instanceof StoaError)) return 'Reload the page. If it happens again, see the browser console.'
  if (error.hint) return error.hint
  if (error.status === 404)
    return 'It may have been deleted, or it belongs to another project. Switch projects at the top left.'
  if (error.status === 403) return 'Ask an admin of this project.'
  if (error.status >= 500)
    return 'Try again in a moment; use the request ID to find the cause in the server log.'
  return 'Check your input and try again.'
}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong'

/** An error where it happened: what is wrong, how to fix it, and the request ID that finds it in the log. */
export function ErrorAlert({
  error,
  retry,
  children,
}: {
  error: unknown
  retry?(): void
  children?: ReactNode
}) {
  const known = error instanceof StoaError ? error : null
  // What is not there, or not allowed, is so a second time.
  const canRetry = retry !== undefined && known?.status !== 404 && known?.status !== 403
  return (
    <div className="error-alert" role="alert">
      <CircleAlert size={16} aria-hidden />
      <p className="error-alert-message">{errorMessage(error)}</p>
      <p className="muted">{nextStepOf(error)}</p>
      {known && (
        <p className="error-alert-details">
          <code>{known.code}</code>
          {known.requestId && (
            <span>
              Request <CopyId id={known.requestId} label="request ID" />
            </span>
          )}
        </p>
      )}
      {(canRetry || children) && (
        <div className="error-alert-actions row">
          {canRetry && <Button onClick={retry}>Try again</Button>}
          {children}
        </div>
      )}
    </div>
  )
}
