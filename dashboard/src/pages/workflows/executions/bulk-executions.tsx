import type { WorkflowExecution } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { BulkDialog } from '../../../components/list/bulk-dialog.tsx'
import { SelectionBar } from '../../../components/list/selection-bar.tsx'
import { pluralize } from '../../../components/text/pluralize.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { executionPath } from '../../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../../project.ts'

type Selection = { selected: readonly WorkflowExecution[]; clear(): void }

const nameOf = ({ workflowName, id }: WorkflowExecution) => `${workflowName} …${id.slice(-8)}`

/** Several executions are retried or cancelled together; what a state does not allow is listed as a failure. */
export function BulkExecutions({ selection }: { selection: Selection }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [openDialog, setOpenDialog] = useState<'retry' | 'cancel' | null>(null)
  const { selected } = selection
  const executions = pluralize(selected.length, 'execution')
  const dialog = {
    rows: selected,
    nameOf,
    onChanged: () => void refresh(['workflows']),
    onClose: () => {
      setOpenDialog(null)
      selection.clear()
    },
  }
  const retry = ({ id, status }: WorkflowExecution) =>
    api.post(`${executionPath}/retry`, {
      params: { id },
      body: { from: status === 'completed' ? 'start' : 'failed_node', version: 'original' },
    })
  return (
    <>
      <SelectionBar count={selected.length} onClear={selection.clear}>
        <Button onClick={() => setOpenDialog('retry')}>Retry</Button>
        <Button variant="danger-outline" onClick={() => setOpenDialog('cancel')}>
          Cancel
        </Button>
      </SelectionBar>
      {openDialog === 'retry' && (
        <BulkDialog {...dialog} title={`Retry ${executions}?`} confirmLabel="Retry" act={retry}>
          <p>
            Failed executions continue from the failed node, others start again, each with its own version.
          </p>
        </BulkDialog>
      )}
      {openDialog === 'cancel' && (
        <BulkDialog
          {...dialog}
          title={`Cancel ${executions}?`}
          confirmLabel="Cancel executions"
          variant="danger"
          act={({ id }) => api.post(`${executionPath}/cancel`, { params: { id } })}
        >
          <p>They stop at the current step. What they have done is not undone.</p>
        </BulkDialog>
      )}
    </>
  )
}
