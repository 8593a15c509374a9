import { errorMessage } from './error-alert.tsx'
import { Status } from './status.tsx'

/** The data was read before the server stopped responding and may be out of date. */
export const StaleNotice = ({ error }: { error: unknown }) => (
  <p role="status">
    <Status kind="warn">Not up to date: {errorMessage(error)}</Status>
  </p>
)
