import type { Workflow, WorkflowVersion } from '@stoa/sdk'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { versionPath } from '../../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../../project.ts'
import { usePutWorkflow } from '../use-workflow.ts'

type RestoreDialogProps = {
  workflow: Workflow
  version: Pick<WorkflowVersion, 'version'>
  onClose(): void
}

/** Saves an old version as the newest one; nothing is lost. */
export function RestoreDialog({ workflow, version: { version }, onClose }: RestoreDialogProps) {
  const api = useApiAs()
  const put = usePutWorkflow()
  const refresh = useRefresh()
  const restore = async () => {
    const answer = await api.post(`${versionPath}/restore`, {
      params: { id: workflow.id, version },
      body: {},
      ifMatch: workflow.revision,
    })
    put(answer)
    toasts.success(`Restored as ${answer.version}`)
    await refresh(['workflows'])
  }
  return (
    <ConfirmDialog
      title={`Restore ${version}?`}
      confirmLabel="Restore"
      variant="primary"
      run={restore}
      onClose={onClose}
    >
      <p>
        It becomes the newest version again. {workflow.version} stays in the list, and production goes on with
        the active version until you publish.
      </p>
    </ConfirmDialog>
  )
}
