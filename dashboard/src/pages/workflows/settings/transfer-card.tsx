import type { Workflow } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { workflowUrl } from '../../../features/workflows/workflows-api.ts'
import { DeleteWorkflow } from '../delete-workflow.tsx'
import { workflowRoutes } from '../routes.ts'
import { useWorkflowCommands } from '../use-workflow-commands.ts'

/** Export, duplicate, delete. */
export function TransferCard({ workflow }: { workflow: Workflow }) {
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const { exportJson, duplicate } = useWorkflowCommands(workflow)
  const list = workflow.workflowType === 'agent' ? workflowRoutes.agents : workflowRoutes.list
  return (
    <Card title="Export and delete">
      <div className="row">
        <Button icon={<Download size={14} aria-hidden />} onClick={exportJson}>
          Export as JSON
        </Button>
        <Button
          icon={<Copy size={14} aria-hidden />}
          onClick={() => duplicate((id) => navigate({ to: workflowUrl(id) }))}
        >
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
        <DeleteWorkflow
          workflow={workflow}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate({ to: list })}
        />
      )}
    </Card>
  )
}
