import { messageOf } from './error-alert.tsx'
import { Status } from './status.tsx'

/** What is shown was read before the server stopped answering: it may be old, and is marked so. */
export const StaleNote = ({ error }: { error: unknown }) => (
  <p role="status">
    <Status kind="warn">Not up to date: {messageOf(error)}</Status>
  </p>
)
