import type { WorkflowSummary } from '@stoa/sdk'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Rocket from 'lucide-react/icons/rocket'
import Trash2 from 'lucide-react/icons/trash-2'
import { type RowAction, RowMenu } from '../../components/actions/row-menu.tsx'
import { DeleteWorkflow } from './delete-workflow.tsx'
import { RefusedDialog, useActivation } from './editor/publish-button.tsx'
import { useWorkflowCommands } from './use-workflow-commands.ts'

/** What is done with one workflow or agent of a list. */
export function WorkflowMenu({ workflow }: { workflow: WorkflowSummary }) {
  const { activate, failure, dismiss } = useActivation(workflow)
  const { duplicate, exportJson } = useWorkflowCommands(workflow)
  const activation: readonly RowAction[] = [
    ...(!workflow.isActive || workflow.hasUnpublishedChanges
      ? [
          {
            label: workflow.isActive ? 'Publish' : 'Activate',
            icon: Rocket,
            run: () => void activate(true),
          },
        ]
      : []),
    ...(workflow.isActive
      ? [{ label: 'Deactivate', icon: CircleSlash, run: () => void activate(false) }]
      : []),
  ]
  const actions: readonly RowAction[] = [
    ...(workflow.isOwn ? activation : []),
    { label: 'Duplicate', icon: Copy, run: () => duplicate() },
    { label: 'Export as JSON', icon: Download, run: exportJson },
    ...(workflow.isOwn
      ? [
          {
            label: 'Delete…',
            icon: Trash2,
            isDanger: true,
            dialog: (close: () => void) => <DeleteWorkflow workflow={workflow} onClose={close} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <RowMenu name={workflow.name} actions={actions} />
      {failure !== null && <RefusedDialog workflowId={workflow.id} failure={failure} onClose={dismiss} />}
    </>
  )
}
