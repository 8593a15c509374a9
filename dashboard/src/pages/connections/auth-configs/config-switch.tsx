import type { AuthConfig } from '@stoa/sdk'
import { UndoSwitch } from '../../../components/form/undo-switch.tsx'
import { configPath } from '../../../features/connections/connections-api.ts'
import { useProject, useRefresh } from '../../../project.ts'

export function ConfigSwitch({ config }: { config: AuthConfig }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const put = async (enabled: boolean) => {
    await api.patch(`${configPath}/status`, { params: { id: config.id }, body: { enabled } })
    await refresh(['auth-configs'], ['accounts'])
  }
  return (
    <UndoSwitch isLabelled name={config.displayName ?? config.name} isOn={!config.isDisabled} put={put} />
  )
}
