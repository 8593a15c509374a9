import { useParams } from '@tanstack/react-router'
import { actingHeaders } from '../../../features/end-users/act-as.ts'
import { versionPath } from '../../../features/workflows/workflows-api.ts'
import { canvasPart, WithCanvas } from '../with-canvas.tsx'
import { WorkflowFrame } from '../workflow-frame.tsx'

const LoadedVersion = canvasPart((parts) => parts.LoadedVersion)

/** An old version, to be looked at. */
export function VersionPage() {
  const { version = '' } = useParams({ strict: false }) as { version?: string }
  return (
    <WorkflowFrame
      width="wide"
      calls={({ id }) => [
        {
          title: 'Retrieve',
          call: { method: 'GET', path: versionPath, params: { id, version }, headers: actingHeaders() },
        },
      ]}
    >
      {(workflow) => (
        <WithCanvas>
          <LoadedVersion key={version} workflow={workflow} version={version} />
        </WithCanvas>
      )}
    </WorkflowFrame>
  )
}
