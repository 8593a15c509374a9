import type { SandboxSession } from '@stoa/sdk'
import { Confirm } from '../../../parts/confirm.tsx'
import { toasts } from '../../../parts/toast-store.ts'
import { useRefresh } from '../../../project.tsx'
import { useSandboxApi } from '../sandbox-api.ts'
import { sessionPath } from '../sandbox-paths.ts'

export function ReleaseSession({ session, onClose }: { session: SandboxSession; onClose(): void }) {
  const api = useSandboxApi()
  const refresh = useRefresh()
  return (
    <Confirm
      title="Release the session?"
      confirmLabel="Release session"
      onClose={onClose}
      run={async () => {
        await api.delete(sessionPath, { params: { id: session.id } })
        toasts.tell('The session is released')
        await refresh(['sandbox'])
      }}
    >
      <p>
        A script that runs in it is ended, and its variables and files are removed for good. What was run
        stays in the history. To keep everything, pause it instead.
      </p>
    </Confirm>
  )
}
