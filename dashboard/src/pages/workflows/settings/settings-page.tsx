import type { Workflow } from '@stoa/sdk'
import { Card } from '../../../components/layout/page.tsx'
import { actingHeaders } from '../../../features/end-users/act-as.ts'
import { WorkflowTriggers } from '../../../features/triggers/workflow-triggers.tsx'
import {
  deletePath,
  duplicatePath,
  exportPath,
  updatePath,
} from '../../../features/workflows/workflows-api.ts'
import { ShareCard } from '../share/share-card.tsx'
import { WorkflowFrame } from '../workflow-frame.tsx'
import { ActivationCard } from './activation-card.tsx'
import { Bindings } from './bindings.tsx'
import { GeneralCard } from './general-card.tsx'
import { TransferCard } from './transfer-card.tsx'

const callsOf = ({ id }: Workflow) => {
  const options = { params: { id }, headers: actingHeaders() }
  return [
    { title: 'Update', call: { method: 'PATCH', path: updatePath, ...options, body: { name: 'Orders' } } },
    { title: 'Export', call: { method: 'GET', path: exportPath, ...options } },
    { title: 'Duplicate', call: { method: 'POST', path: duplicatePath, ...options, body: {} } },
    { title: 'Delete', call: { method: 'DELETE', path: deletePath, ...options } },
  ] as const
}

/** Everything about a workflow that is not its graph. */
export const SettingsPage = () => (
  <WorkflowFrame calls={callsOf}>
    {(workflow) => (
      <div className="stack workflow-settings">
        <GeneralCard key={workflow.revision} workflow={workflow} />
        <ActivationCard workflow={workflow} />
        <Card title="Triggers">
          <WorkflowTriggers workflow={workflow} isReadOnly={!workflow.isOwn} />
        </Card>
        <Bindings workflow={workflow} />
        {workflow.workflowType === 'agent' && <ShareCard workflow={workflow} />}
        <TransferCard workflow={workflow} />
      </div>
    )}
  </WorkflowFrame>
)
