import type { WorkflowVersion, WorkflowVersionDiff } from '@stoa/sdk'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { versionPath } from '../../../features/workflows/workflows-api.ts'
import { useRead } from '../../../project.ts'
import { DiffView } from './diff-view.tsx'

type DiffDialogProps = { workflowId: string; version: WorkflowVersion; onClose(): void }

/** What a version changed. */
export function DiffDialog({ workflowId, version: { version }, onClose }: DiffDialogProps) {
  const { data, error, refetch } = useRead<WorkflowVersionDiff>(
    ['workflows', 'diff', workflowId, version],
    (api, signal) =>
      actAs(api).get(`${versionPath}/diff`, { params: { id: workflowId, version }, query: {}, signal }),
  )
  return (
    <Dialog title={`Changes in ${version}`} width="wide" isText onClose={onClose}>
      {data ? (
        <DiffView diff={data} />
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonLines count={5} />
      )}
    </Dialog>
  )
}
