import type { Toolkit } from '@stoa/sdk'
import { Confirm } from '../../parts/confirm.tsx'
import { toasts } from '../../parts/toast-store.ts'
import { useProject, useRefresh } from '../../project.tsx'
import { toolkitPath } from './toolkit-paths.ts'

export function ResetToolkit({ toolkit, onClose }: { toolkit: Toolkit; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  return (
    <Confirm
      title={`Go back to the shipped description of ${toolkit.name}?`}
      confirmLabel="Go back"
      onClose={onClose}
      run={async () => {
        await api.post(`${toolkitPath}/reset`, { params: { id: toolkit.slug } })
        toasts.tell(`${toolkit.name} is as it comes with the product`)
        await refresh(['toolkit'], ['toolkits'], ['tools'], ['tool'])
      }}
    >
      <p>
        Version {toolkit.version} and all others that were read for this project are forgotten, and nobody
        looks for changes any more. Accounts, auth configs and settings stay. Tools that only the newer
        description has cannot be called any more.
      </p>
    </Confirm>
  )
}
