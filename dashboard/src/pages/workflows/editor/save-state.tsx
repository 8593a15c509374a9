import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import type { Saving } from './use-saving.ts'

/** Whether everything is saved, in the toolbar. */
export const SaveState = ({ saving: { status } }: { saving: Saving }) => (
  <span role="status">
    {status === 'saved' && <Status kind="good">Saved</Status>}
    {status === 'unsaved' && <Status kind="warn">Unsaved changes</Status>}
    {status === 'saving' && <Status kind="warn">Saving…</Status>}
    {(status === 'conflict' || status === 'failed') && <Status kind="bad">Not saved</Status>}
  </span>
)

/** Why the last edit is not saved, and the ways out. */
export function SaveProblem({ saving }: { saving: Saving }) {
  if (saving.status === 'failed') return <ErrorAlert error={saving.error} retry={() => void saving.flush()} />
  if (saving.status !== 'conflict') return null
  return (
    <div className="error-alert" role="alert">
      <p className="error-alert-message">Another user has changed this workflow.</p>
      <p className="muted">
        Your last edits are not saved. Load the newer graph, or save yours as a new version.
      </p>
      <div className="error-alert-actions row">
        <Button onClick={saving.takeTheirs}>Load theirs</Button>
        <Button variant="danger-outline" onClick={saving.keepMine}>
          Save mine
        </Button>
      </div>
    </div>
  )
}
