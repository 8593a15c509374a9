import type { WorkflowExecution } from '@stoa/sdk'
import CircleSlash from 'lucide-react/icons/circle-slash'
import { Notice } from '../../../components/feedback/notice.tsx'
import { LimitsLink, limitTexts } from '../../../features/workflows/limits.tsx'

const icon = <CircleSlash size={18} aria-hidden />
const asButton = { className: 'button', 'data-variant': 'secondary' }

/** Why an execution that did not fail has less than its work. */
export function EndNotice({ execution }: { execution: WorkflowExecution }) {
  const { stoppedBy, stoppedParts, isEndSkipped, workflowId } = execution
  return (
    <>
      {stoppedBy !== null && (
        <Notice
          icon={icon}
          title="Stopped by a limit"
          action={<LimitsLink workflowId={workflowId} {...asButton} />}
        >
          The agent {limitTexts[stoppedBy]}, so its work may not be done.
        </Notice>
      )}
      {stoppedParts.map((part) => (
        <Notice
          key={part.step}
          icon={icon}
          title="Partly stopped by a limit"
          action={<LimitsLink workflowId={part.workflowId} {...asButton} />}
        >
          {part.nodeId === null ? 'An agent that work was passed to' : `The agent of the node ${part.nodeId}`}{' '}
          {limitTexts[part.stoppedBy]}, so its work may not be done. The execution went on without it.
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
