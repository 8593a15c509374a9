import type { Workflow } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { saveBlob } from '../../../components/actions/download-response.ts'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Card } from '../../../components/layout/page.tsx'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import {
  deletePath,
  duplicatePath,
  exportPath,
  workflowUrl,
} from '../../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../../project.ts'
import { workflowRoutes } from '../routes.ts'

const asJson = (value: unknown) => new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' })

/** Export, duplicate, delete. */
export function TransferCard({ workflow }: { workflow: Workflow }) {
  const api = useApiAs()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [isDeleting, setDeleting] = useState(false)
  const params = { id: workflow.id }
  const attempt = (work: () => Promise<unknown>) => {
    work().catch((error) => toasts.error(errorMessage(error)))
  }
  const exportJson = async () =>
    saveBlob(asJson(await api.get(exportPath, { params })), `${workflow.name}.json`)
  const duplicate = async () => {
    const copy = await api.post(duplicatePath, { params, body: {} })
    toasts.success(`"${copy.name}" created`)
    await refresh(['workflows'])
    await navigate({ to: workflowUrl(copy.id) })
  }
  const remove = async () => {
    await api.delete(deletePath, { params })
    toasts.success(`"${workflow.name}" deleted`)
    await navigate({ to: workflowRoutes.list })
    await refresh(['workflows'])
  }
  return (
    <Card title="Export and delete">
      <div className="row">
        <Button icon={<Download size={14} aria-hidden />} onClick={() => attempt(exportJson)}>
          Export as JSON
        </Button>
        <Button icon={<Copy size={14} aria-hidden />} onClick={() => attempt(duplicate)}>
          Duplicate
        </Button>
        {workflow.isOwn && (
          <Button
            variant="danger-outline"
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            Delete…
          </Button>
        )}
      </div>
      <p className="muted small">
        An export has no secrets; accounts become slots that are bound after import.
      </p>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete "${workflow.name}"?`}
          confirmLabel="Delete workflow"
          run={remove}
          onClose={() => setDeleting(false)}
        >
          <p>
            Running executions are cancelled. The history of executions stays; the workflow and its versions
            are permanently deleted.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
