import { isStoaError, type Workflow } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Rocket from 'lucide-react/icons/rocket'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { activePath, workflowUrl } from '../../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../../project.ts'
import { fixOf } from '../canvas/editor-context.ts'
import { usePutWorkflow } from '../use-workflow.ts'

/** Activates a workflow, publishes what has changed since, or deactivates it. */
export function useActivation(workflow: Pick<Workflow, 'id'>) {
  const api = useApiAs()
  const put = usePutWorkflow()
  const refresh = useRefresh()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const activate = async (activeStatus: boolean) => {
    setBusy(true)
    setFailure(null)
    try {
      const answer = await api.patch(activePath, { params: { id: workflow.id }, body: { activeStatus } })
      put(answer)
      toasts.success(activeStatus ? `Version ${answer.activeVersion} is active` : 'Deactivated')
      await refresh(['workflows'])
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { activate, isBusy, failure, dismiss: () => setFailure(null) }
}

export function PublishButton({ workflow }: { workflow: Workflow }) {
  const { activate, isBusy, failure, dismiss } = useActivation(workflow)
  if (!workflow.isOwn) return null
  const label = workflow.isActive ? 'Publish' : 'Activate'
  return (
    <>
      {(!workflow.isActive || workflow.hasUnpublishedChanges) && (
        <Button icon={<Rocket size={14} aria-hidden />} isBusy={isBusy} onClick={() => void activate(true)}>
          {label}
        </Button>
      )}
      {failure !== null && <RefusedDialog workflowId={workflow.id} failure={failure} onClose={dismiss} />}
    </>
  )
}

type Refused = { problems?: readonly { message: string; fix: string; nodeId: string | null }[] }

type RefusedProps = { workflowId: string; failure: unknown; onClose(): void }

/** All problems, each with how to fix it and the way to its node. */
export function RefusedDialog({ workflowId, failure, onClose }: RefusedProps) {
  const facts = isStoaError(failure) ? (failure.facts as Refused | undefined) : undefined
  const problems = facts?.problems ?? []
  return (
    <Dialog title="It cannot be activated yet" onClose={onClose}>
      {problems.length === 0 ? (
        <ErrorAlert error={failure} />
      ) : (
        <ul className="problem-list">
          {problems.map(({ message, fix, nodeId }, at) => (
            <li key={at} data-kind="bad">
              <CircleAlert size={14} aria-hidden />
              <div>
                <p>
                  {nodeId !== null && (
                    <>
                      <Link to={workflowUrl(workflowId)} search={{ node: nodeId } as never} onClick={onClose}>
                        {nodeId}
                      </Link>{' '}
                    </>
                  )}
                  {message}
                </p>
                <p className="muted small">{fixOf({ message, fix })}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <DialogFoot>
        <Button onClick={onClose} hasInitialFocus>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
