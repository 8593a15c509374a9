import type { Workflow } from '@stoa/sdk'
import { Navigate } from '@tanstack/react-router'
import { actingHeaders } from '../../../features/end-users/act-as.ts'
import {
  activePath,
  detailPath,
  executePath,
  updatePath,
  validatePath,
} from '../../../features/workflows/workflows-api.ts'
import { href } from '../../../href.ts'
import { workflowRoutes } from '../routes.ts'
import { canvasPart, WithCanvas } from '../with-canvas.tsx'
import { WorkflowFrame } from '../workflow-frame.tsx'
import { PublishButton } from './publish-button.tsx'

const GraphEditor = canvasPart((parts) => parts.GraphEditor)

const callsOf = ({ id }: Workflow) => {
  const options = { params: { id }, headers: actingHeaders() }
  return [
    { title: 'Retrieve', call: { method: 'GET', path: detailPath, ...options } },
    {
      title: 'Update',
      call: { method: 'PATCH', path: updatePath, ...options, body: { description: 'What it does' } },
    },
    { title: 'Validate', call: { method: 'POST', path: validatePath, ...options, body: {} } },
    {
      title: 'Activate',
      call: { method: 'PATCH', path: activePath, ...options, body: { activeStatus: true } },
    },
    {
      title: 'Execute and wait',
      call: {
        method: 'POST',
        path: executePath,
        ...options,
        body: { input: {}, mode: 'test', wait: 10_000 },
      },
    },
  ] as const
}

/** The graph of a workflow, to be drawn, run and published. */
export const EditorPage = () => (
  <WorkflowFrame
    width="wide"
    calls={callsOf}
    actions={(workflow) => workflow.workflowType === 'static' && <PublishButton workflow={workflow} />}
  >
    {(workflow) =>
      workflow.graph === null ? (
        <Navigate to={href(workflowRoutes.agent, { id: workflow.id })} replace />
      ) : (
        <WithCanvas>
          <GraphEditor key={workflow.id} workflow={workflow} />
        </WithCanvas>
      )
    }
  </WorkflowFrame>
)
