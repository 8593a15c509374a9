import type { SandboxRerun } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { ExecutionResult, OutputView } from '../../../features/sandboxes/workbench/console.tsx'
import { outputOf } from '../../../features/sandboxes/workbench/output.ts'
import { href } from '../../../href.ts'
import { useRefresh } from '../../../project.ts'
import { sandboxRoutes } from '../routes.ts'

/** Runs it again and compares the results. */
export function RerunDialog({ executionId, onClose }: { executionId: string; onClose(): void }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [rerun, setRerun] = useState<SandboxRerun | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    setFailure(null)
    try {
      setRerun(await api.post('/api/v1/sandbox/executions/{executionId}/rerun', { params: { executionId } }))
      await refresh(['sandbox', 'executions'])
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title="Rerun" width="wide" onClose={onClose}>
      {rerun ? (
        <Verdict rerun={rerun} />
      ) : (
        <p>
          Runs the same source, state and limits in a separate interpreter, without session state or secrets.
          It is logged and billed as a new execution.
        </p>
      )}
      {failure !== null && <ErrorAlert error={failure} />}
      <DialogFoot>
        {rerun && (
          <Link
            to={href(sandboxRoutes.execution, { id: rerun.execution.id })}
            className="button"
            onClick={onClose}
          >
            View log
          </Link>
        )}
        <Button onClick={onClose}>{rerun ? 'Done' : 'Cancel'}</Button>
        <Button variant="primary" isBusy={isBusy} hasInitialFocus onClick={() => void start()}>
          {rerun ? 'Rerun again' : 'Rerun'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const Verdict = ({ rerun: { verdict, execution, isFreshState } }: { rerun: SandboxRerun }) => (
  <div className="verdict" role="status">
    {verdict === 'same' ? (
      <Status kind="good">Identical: value, error and output match exactly</Status>
    ) : (
      <Status kind="warn">Different: value, error or output does not match</Status>
    )}
    {isFreshState && <p className="muted small">The original run had session state; this one did not.</p>}
    <OutputView parts={outputOf(execution)} />
    <ExecutionResult result={execution} />
  </div>
)
