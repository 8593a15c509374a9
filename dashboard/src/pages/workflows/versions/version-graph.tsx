import type { Workflow } from '@stoa/sdk'
import { ReactFlowProvider } from '@xyflow/react'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { versionPath } from '../../../features/workflows/workflows-api.ts'
import { useRead } from '../../../project.ts'
import { EditorContext } from '../canvas/editor-context.ts'
import { EditorBody } from '../editor/editor-body.tsx'
import { toGraph } from '../editor/to-graph.ts'
import { useEditorParts } from '../editor/use-editor-parts.ts'
import { createEditorStore } from '../graph/editor-store.ts'
import { noRun } from '../run/run-overlay.ts'
import { RestoreDialog } from './restore-dialog.tsx'

/** The graph of an old version, to be looked at. */
export function LoadedVersion({ workflow, version }: { workflow: Workflow; version: string }) {
  const { data, error, refetch } = useRead(['workflows', 'version', workflow.id, version], (api, signal) =>
    actAs(api).get(versionPath, { params: { id: workflow.id, version }, signal }),
  )
  if (!data)
    return error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />
  return (
    <ReactFlowProvider>
      <VersionGraph workflow={workflow} graph={data.graph} version={data.version} isNewest={data.isNewest} />
    </ReactFlowProvider>
  )
}

type VersionGraphProps = {
  workflow: Workflow
  graph: Workflow['graph']
  version: string
  isNewest: boolean
}

function VersionGraph({ workflow, graph, version, isNewest }: VersionGraphProps) {
  const [store] = useState(() => createEditorStore(toGraph(graph)))
  const [isRestoring, setRestoring] = useState(false)
  const parts = useEditorParts({ store, isReadOnly: true })
  const editor = { ...parts, store, isReadOnly: true, problems: [], overlay: noRun, triggers: [] }
  return (
    <EditorContext value={editor}>
      <EditorBody
        workflow={workflow}
        parts={parts}
        executionId={null}
        state={
          <>
            <span className="muted">Version {version}, read-only</span>
            {!isNewest && workflow.isOwn && <Button onClick={() => setRestoring(true)}>Restore</Button>}
          </>
        }
      />
      {isRestoring && (
        <RestoreDialog workflow={workflow} version={{ version }} onClose={() => setRestoring(false)} />
      )}
    </EditorContext>
  )
}
