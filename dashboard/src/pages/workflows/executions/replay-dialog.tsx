import type { WorkflowExecutionDetail, WorkflowReplay } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { useProbe } from '../../../components/dialog/probe-dialog.tsx'
import { ErrorAlert, errorMessage } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Status, type StatusKind } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { evalsPath, executionPath } from '../../../features/workflows/workflows-api.ts'
import { FieldChanges } from '../versions/diff-view.tsx'

type ReplayDialogProps = { execution: WorkflowExecutionDetail; onClose(): void }

/** Runs the recorded outputs through the newest version, without any outgoing request, and compares node by node. */
export function ReplayDialog({ execution: { id, workflowId }, onClose }: ReplayDialogProps) {
  const api = useApiAs()
  const [isSaved, setSaved] = useState(false)
  const { data, error, isFetching, again } = useProbe(() =>
    api.post(`${executionPath}/replay`, { params: { id }, body: { against: 'draft' } }),
  )
  const keep = () => {
    api
      .post(evalsPath, { params: { id: workflowId }, body: { executions: [{ executionId: id }] } })
      .then(() => {
        setSaved(true)
        toasts.success('Stored as a test of the workflow')
      })
      .catch((failure) => toasts.error(errorMessage(failure)))
  }
  return (
    <Dialog title="Replay against the newest version" width="wide" isText onClose={onClose}>
      {isFetching ? (
        <SkeletonLines count={6} />
      ) : error ? (
        <ErrorAlert error={error} />
      ) : (
        data && <ReplayView replay={data} />
      )}
      <DialogFoot>
        <Button isBusy={isFetching} onClick={again}>
          Replay again
        </Button>
        <Button disabled={isSaved} onClick={keep}>
          Keep as a test
        </Button>
        <Button variant="primary" onClick={onClose} hasInitialFocus>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type Verdict = WorkflowReplay['nodes'][number]['verdict']

const verdicts: Record<Verdict, { kind: StatusKind; label: string }> = {
  same: { kind: 'good', label: 'Same' },
  changed: { kind: 'warn', label: 'Changed' },
  new: { kind: 'warn', label: 'New' },
  gone: { kind: 'warn', label: 'No longer runs' },
  unmatched: { kind: 'bad', label: 'Not recorded' },
}

const ReplayView = ({ replay }: { replay: WorkflowReplay }) => (
  <div className="diff">
    <p>
      <Status kind={replay.isGreen ? 'good' : 'warn'}>
        {replay.isGreen
          ? `Same result with ${replay.toVersion} as with ${replay.fromVersion}`
          : `Different with ${replay.toVersion} than with ${replay.fromVersion}`}
      </Status>
    </p>
    {replay.result.changes.length > 0 && (
      <section className="diff-entry" data-kind="changed" aria-label="Result">
        <h3>Result</h3>
        <FieldChanges changes={replay.result.changes} />
      </section>
    )}
    {replay.nodes.map(({ step, verdict, changes, after }) => (
      <section
        key={step}
        className="diff-entry"
        data-kind={verdict === 'same' ? 'added' : verdict === 'unmatched' ? 'removed' : 'changed'}
        aria-label={step}
      >
        <h3 className="row">
          <code>{step}</code>
          <Status kind={verdicts[verdict].kind}>{verdicts[verdict].label}</Status>
        </h3>
        {after?.error && <p className="muted small">{after.error}</p>}
        {changes.length > 0 && <FieldChanges changes={changes} />}
      </section>
    ))}
  </div>
)
