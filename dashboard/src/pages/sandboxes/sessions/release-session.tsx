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
      title="End session?"
      confirmLabel="End session"
      onClose={onClose}
      run={async () => {
        await api.delete(sessionPath, { params: { id: session.id } })
        toasts.tell('Session ended')
        await refresh(['sandbox'])
      }}
    >
      <p>
        Running scripts are stopped, and variables and files are permanently deleted. Past executions stay in
        the history. To keep everything, pause it instead.
      </p>
    </Confirm>
  )
}
