import type { WorkflowSummary } from '@stoa/sdk'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { useWorkflowCommands } from './use-workflow-commands.ts'

type DeleteWorkflowProps = {
  workflow: Pick<WorkflowSummary, 'id' | 'name' | 'workflowType'>
  onClose(): void
  onDeleted?: () => unknown
}

export function DeleteWorkflow({ workflow, onClose, onDeleted }: DeleteWorkflowProps) {
  const { remove } = useWorkflowCommands(workflow)
  const kind = workflow.workflowType === 'agent' ? 'agent' : 'workflow'
  return (
    <ConfirmDialog
      title={`Delete "${workflow.name}"?`}
      confirmLabel={`Delete ${kind}`}
      run={() => remove(onDeleted)}
      onClose={onClose}
    >
      <p>
        Running executions are cancelled. The history of executions stays; the {kind} and its versions are
        permanently deleted.
      </p>
    </ConfirmDialog>
  )
}
