import type { WorkflowExecutionDetail } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Network from 'lucide-react/icons/network'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLabel } from '../../../components/actions/menu.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { hasEnded } from '../../../features/workflows/execution-state.tsx'
import {
  executionPath,
  workflowExecutionUrl,
  workflowUrl,
} from '../../../features/workflows/workflows-api.ts'
import { CancelButton } from '../run/cancel-button.tsx'
import { ReplayDialog } from './replay-dialog.tsx'

/** What can be done with an execution. */
export function ExecutionActions({ execution }: { execution: WorkflowExecutionDetail }) {
  const navigate = useNavigate()
  const [isReplaying, setReplaying] = useState(false)
  const { id, workflowId, workflowType, status } = execution
  return (
    <>
      {workflowType === 'static' && (
        <Button
          icon={<Network size={14} aria-hidden />}
          onClick={() => void navigate({ to: `${workflowUrl(workflowId)}?execution=${id}` })}
        >
          Show on the canvas
        </Button>
      )}
      {hasEnded(status) && (
        <>
          <Button icon={<FlaskConical size={14} aria-hidden />} onClick={() => setReplaying(true)}>
            Replay
          </Button>
          <RetryMenu execution={execution} />
        </>
      )}
      <CancelButton execution={execution} />
      {isReplaying && <ReplayDialog execution={execution} onClose={() => setReplaying(false)} />}
    </>
  )
}

type Choice = { from: 'start' | 'failed_node'; version: 'original' | 'current' }

function RetryMenu({ execution: { id, status, version } }: { execution: WorkflowExecutionDetail }) {
  const api = useApiAs()
  const navigate = useNavigate()
  const retry = (body: Choice) => {
    api
      .post(`${executionPath}/retry`, { params: { id }, body })
      .then(({ executionId }) => {
        toasts.success('Retry started')
        return navigate({ to: workflowExecutionUrl(executionId) })
      })
      .catch((error) => toasts.error(errorMessage(error)))
  }
  const entries = (from: Choice['from']) => (
    <>
      <MenuItem onSelect={() => retry({ from, version: 'original' })}>With version {version}</MenuItem>
      <MenuItem onSelect={() => retry({ from, version: 'current' })}>With the current version</MenuItem>
    </>
  )
  return (
    <Menu
      trigger={
        <Button variant="primary" icon={<RotateCcw size={14} aria-hidden />}>
          Retry
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      {status !== 'completed' && (
        <>
          <MenuLabel>From the failed node</MenuLabel>
          {entries('failed_node')}
        </>
      )}
      <MenuLabel>From the start</MenuLabel>
      {entries('start')}
    </Menu>
  )
}
