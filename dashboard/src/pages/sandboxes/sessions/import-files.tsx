import type { SandboxSession, StoredFile } from '@stoa/sdk'
import FolderOpen from 'lucide-react/icons/folder-open'
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { messageOf } from '../../../parts/failure.tsx'
import { toasts } from '../../../parts/toast-store.ts'
import { useProject, useRefresh } from '../../../project.tsx'
import { useEndUserNames } from '../../end-users/use-end-user-names.ts'
import { PickFiles } from '../../files/pick-files.tsx'
import { useSandboxApi } from '../sandbox-api.ts'
import { workspaceKey } from '../sandbox-paths.ts'

const importPath = '/api/v1/sandbox/sessions/{id}/files/import'

/** Copies files that are stored already into the workspace; only those of whom the session belongs to. */
export function ImportButton({ session: { id, eUID } }: { session: SandboxSession }) {
  const api = useSandboxApi()
  const { project } = useProject()
  const refresh = useRefresh()
  const [isPicking, setPicking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isOfProject = eUID === project.id
  const nameOf = useEndUserNames(isOfProject ? [] : [eUID])
  const owner = isOfProject ? '' : nameOf(eUID)
  const take = async (files: readonly StoredFile[]) => {
    setPicking(false)
    setBusy(true)
    try {
      // One after the other: a session does one thing at a time, and a few may wait.
      for (const { id: fileId } of files) await api.post(importPath, { params: { id }, body: { fileId } })
      toasts.tell(files.length === 1 ? `${files[0]!.name} imported` : `${files.length} files imported`)
    } catch (error) {
      toasts.warn(messageOf(error))
    } finally {
      setBusy(false)
      await refresh(workspaceKey(id))
    }
  }
  return (
    <>
      <Button
        icon={<FolderOpen size={14} aria-hidden />}
        isBusy={isBusy}
        disabled={owner === undefined}
        onClick={() => setPicking(true)}
      >
        From Files
      </Button>
      {isPicking && owner !== undefined && (
        <PickFiles
          owner={owner}
          verb="Copy"
          onClose={() => setPicking(false)}
          onPick={(files) => void take(files)}
        />
      )}
    </>
  )
}
