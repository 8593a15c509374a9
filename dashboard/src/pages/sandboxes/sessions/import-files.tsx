import type { SandboxSession, StoredFile } from '@stoa/sdk'
import FolderOpen from 'lucide-react/icons/folder-open'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { FilePicker } from '../../../features/files/file-picker.tsx'
import { workspaceKey } from '../../../features/sandboxes/sandbox-paths.ts'
import { useProject, useRefresh } from '../../../project.ts'

const importPath = '/api/v1/sandbox/sessions/{id}/files/import'

/** Copies stored files into the workspace; only those of the owner of the session. */
export function ImportButton({ session: { id, eUID } }: { session: SandboxSession }) {
  const api = useApiAs()
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
      toasts.success(files.length === 1 ? `${files[0]!.name} imported` : `${files.length} files imported`)
    } catch (error) {
      toasts.error(errorMessage(error))
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
        <FilePicker
          owner={owner}
          verb="Copy"
          onClose={() => setPicking(false)}
          onPick={(files) => void take(files)}
        />
      )}
    </>
  )
}
