import type { Workflow } from '@stoa/sdk'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { Card, DescriptionList } from '../../../components/layout/page.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { updatePath } from '../../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../../project.ts'
import { PublishButton, useActivation } from '../editor/publish-button.tsx'
import { usePutWorkflow } from '../use-workflow.ts'
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
        ]}
      />
      {failure !== null && <ErrorAlert error={failure} />}
      {workflow.workflowType === 'static' && <RequiredEvals key={workflow.revision} workflow={workflow} />}
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

/** How many recorded executions must still give what they gave before a version is activated. */
function RequiredEvals({ workflow }: { workflow: Workflow }) {
  const api = useApiAs()
  const put = usePutWorkflow()
  const refresh = useRefresh()
  const form = useForm({ requiredReplays: String(workflow.requiredReplays) })
  const save = form.submit(async ({ requiredReplays }) => {
    const response = await api.patch(updatePath, {
      params: { id: workflow.id },
      body: { requiredReplays: requiredNumber('requiredReplays', requiredReplays) },
      ifMatch: workflow.revision,
    })
    toasts.success('Saved')
    put(response)
    await refresh(['workflows'])
  })
  return (
    <form className="form settings-line" noValidate onSubmit={save}>
      <TextField
        {...form.bind('requiredReplays')}
        type="number"
        label="Evals that must pass before activation"
        hint="Kept executions that are replayed against the new version; 0 requires none."
      />
      <Button type="submit" isBusy={form.isBusy} disabled={!workflow.isOwn}>
        Save
      </Button>
      {form.failure !== null && <ErrorAlert error={form.failure} />}
    </form>
  )
}
