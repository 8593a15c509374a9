import type { WorkflowExecution } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import CircleSlash from 'lucide-react/icons/circle-slash'
import { Notice } from '../../../components/feedback/notice.tsx'
import { workflowUrl } from '../../../features/workflows/workflows-api.ts'
import { limitsAnchor } from '../limits-anchor.ts'

type Limit = NonNullable<WorkflowExecution['stoppedBy']>

const limits: Record<Limit, string> = {
  model_calls: 'reached its limit of model calls',
  tool_calls: 'reached its limit of tool calls',
  budget: 'used up its budget of credits',
  time: 'reached its time limit',
  repeated_calls: 'made the same call with the same result three times',
  usage_cap: 'reached the cap on its usage',
}

const icon = <CircleSlash size={18} aria-hidden />

/** Why an execution that did not fail has less than its work. */
export function EndNotice({ execution }: { execution: WorkflowExecution }) {
  const { stoppedBy, stoppedParts, isEndSkipped, workflowId } = execution
  return (
    <>
      {stoppedBy !== null && (
        <Notice icon={icon} title="Stopped by a limit" action={<LimitsLink workflowId={workflowId} />}>
          The agent {limits[stoppedBy]}, so its work may not be done.
        </Notice>
      )}
      {stoppedParts.map((part) => (
        <Notice
          key={part.step}
          icon={icon}
          title="Partly stopped by a limit"
          action={<LimitsLink workflowId={part.workflowId} />}
        >
          {part.nodeId === null ? 'An agent that work was passed to' : `The agent of the node ${part.nodeId}`}{' '}
          {limits[part.stoppedBy]}, so its work may not be done. The execution went on without it.
        </Notice>
      ))}
      {isEndSkipped && (
        <Notice icon={icon} title="The end was skipped">
          No condition on the way to it was met, so the execution has no output.
        </Notice>
      )}
    </>
  )
}

const LimitsLink = ({ workflowId }: Pick<WorkflowExecution, 'workflowId'>) => (
  <Link to={workflowUrl(workflowId)} hash={limitsAnchor} className="button" data-variant="secondary">
    Open the limits of the agent
  </Link>
)
