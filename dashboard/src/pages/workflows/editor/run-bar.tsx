import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { IconButton } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { Chip, Status } from '../../../components/feedback/status.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { ExecutionState } from '../../../features/workflows/execution-state.tsx'
import { workflowExecutionUrl } from '../../../features/workflows/workflows-api.ts'
import { CancelButton } from '../run/cancel-button.tsx'
import { useExecution } from '../run/use-execution.ts'
import type { Followed } from '../run/use-execution-follow.ts'
import './run-bar.css'

type RunBarProps = { executionId: string; followed: Followed; onClose(): void }

/** The execution that is shown over the graph. */
export function RunBar({ executionId, followed, onClose }: RunBarProps) {
  const { data } = useExecution(executionId)
  const status = followed.status ?? data?.status ?? 'queued'
  return (
    <div className="run-bar">
      <span role="status">
        <ExecutionState {...data} status={status} />
      </span>
      {data?.executionMode === 'test' && <Chip>Test</Chip>}
      {data && data.executionDurationMs !== null && (
        <span className="number">{formatDuration(data.executionDurationMs)}</span>
      )}
      {data?.error && <span className="run-bar-error truncate">{data.error.message}</span>}
      {followed.error !== null && <Status kind="bad">{errorMessage(followed.error)}</Status>}
      <span className="run-bar-end">
        {data && <CancelButton execution={data} />}
        <Link to={workflowExecutionUrl(executionId)} className="button" data-variant="secondary">
          Open the execution
        </Link>
        <IconButton label="Hide the run" icon={<X size={16} aria-hidden />} onClick={onClose} />
      </span>
    </div>
  )
}
