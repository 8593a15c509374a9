import type { Workflow } from '@stoa/sdk'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Card, DescriptionList } from '../../../components/layout/page.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { PublishButton, useActivation } from '../editor/publish-button.tsx'
import { WorkflowState } from '../workflow-frame.tsx'

/** Which version production executes. */
export function ActivationCard({ workflow }: { workflow: Workflow }) {
  const { activate, isBusy, failure } = useActivation(workflow)
  return (
    <Card title="Activation">
      <DescriptionList
        facts={[
          ['State', <WorkflowState key="state" workflow={workflow} />],
          ['Newest version', workflow.version],
          ['Active version', workflow.activeVersion ?? 'none'],
          ['Executions', formatAmount(workflow.executionCount)],
          ['Failed', formatAmount(workflow.failedExecutionCount)],
          ['Required replays', String(workflow.requiredReplays)],
        ]}
      />
      {failure !== null && <ErrorAlert error={failure} />}
      <div className="row">
        <PublishButton workflow={workflow} />
        {workflow.isActive && workflow.isOwn && (
          <Button isBusy={isBusy} onClick={() => void activate(false)}>
            Deactivate
          </Button>
        )}
      </div>
    </Card>
  )
}
