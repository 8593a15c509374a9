import type { WorkflowExecution } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import CircleSlash from 'lucide-react/icons/circle-slash'
import { Notice } from '../../../components/feedback/notice.tsx'
import { workflowUrl } from '../../../features/workflows/workflows-api.ts'

const limits: Record<NonNullable<WorkflowExecution['stoppedBy']>, string> = {
  model_calls: 'The agent reached its limit of model calls',
  tool_calls: 'The agent reached its limit of tool calls',
  budget: 'The agent used up its budget of credits',
  time: 'The agent reached its time limit',
  repeated_calls: 'The agent made the same call with the same result three times',
  usage_cap: 'The cap on usage of the agent is reached',
}

/** Why an execution that did not fail has less than its work. */
export function EndNotice({ execution }: { execution: WorkflowExecution }) {
  const { stoppedBy, isEndSkipped, workflowId } = execution
  if (stoppedBy !== null)
    return (
      <Notice
        icon={<CircleSlash size={18} aria-hidden />}
        title="Stopped by a limit"
        action={
          <Link to={workflowUrl(workflowId)} className="button" data-variant="secondary">
            Open the limits of the agent
          </Link>
        }
      >
        {limits[stoppedBy]}, so its work may not be done.
      </Notice>
    )
  if (!isEndSkipped) return null
  return (
    <Notice icon={<CircleSlash size={18} aria-hidden />} title="The end was skipped">
      No condition on the way to it was met, so the execution has no output.
    </Notice>
  )
}
