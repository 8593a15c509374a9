import type { Skill, SkillSync } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { useProbe } from '../../components/dialog/probe-dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chip, Status } from '../../components/feedback/status.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useProject, useRefresh } from '../../project.ts'
import { FileDiffs } from './file-diffs.tsx'
import { approvePath, syncPath } from './skills-api.ts'
import { SurfaceView } from './surface-view.tsx'

/** Compares an installed skill with its source. What grows its surface waits until it is approved here. */
export function SyncDialog({ skill, onClose }: { skill: Skill; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const params = { id: skill.id }
  const { data, error, isFetching } = useProbe(async () => {
    const sync = await api.post(syncPath, { params })
    await refresh(['skills'])
    return sync
  })
  const approve = async ({ treeHash }: SkillSync) => {
    setBusy(true)
    setFailure(null)
    try {
      const { version } = await api.post(approvePath, { params, body: { treeHash } })
      toasts.success(`Version ${version} is active`)
      onClose()
      await refresh(['skills'])
    } catch (refused) {
      setFailure(refused)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={`Updates of ${skill.name}`} width="wide" onClose={onClose}>
      {isFetching ? (
        <SkeletonLines count={4} />
      ) : error ? (
        <ErrorAlert error={error} />
      ) : (
        data && <Diff id={skill.id} sync={data} />
      )}
      {failure !== null && <ErrorAlert error={failure} />}
      <DialogFoot>
        <Button onClick={onClose} hasInitialFocus>
          Done
        </Button>
        {data?.status === 'approval_required' && (
          <Button variant="primary" isBusy={isBusy} onClick={() => void approve(data)}>
            Approve update
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

const outcomes = {
  unchanged: { kind: 'good', label: 'Up to date.' },
  applied: { kind: 'good', label: 'Updated: the new version names nothing more than the previous one.' },
  approval_required: { kind: 'warn', label: 'The update names more than the version in use. Review it.' },
  removed_upstream: {
    kind: 'warn',
    label: 'It does not exist at its source anymore. The version in use stays.',
  },
} as const

function Diff({ id, sync }: { id: string; sync: SkillSync }) {
  const { status, files, surface } = sync
  return (
    <>
      <p role="status">
        <Status kind={outcomes[status].kind}>{outcomes[status].label}</Status>
      </p>
      {status === 'approval_required' && (
        <section className="skill-grown stack" aria-label="New in this update">
          <h3>New in this update</h3>
          <SurfaceView surface={surface.grown} />
        </section>
      )}
      {files.length > 0 && (
        <section className="stack">
          <h3>Changed files</h3>
          {sync.pendingVersion === null ? (
            <ul>
              {files.map(({ path, change }) => (
                <li key={path} className="row">
                  <Chip>{change}</Chip> <code>{path}</code>
                </li>
              ))}
            </ul>
          ) : (
            <FileDiffs id={id} before={sync.version} after={sync.pendingVersion} files={files} />
          )}
        </section>
      )}
    </>
  )
}
