import type { AuthConfig } from '@stoa/sdk'
import { messageOf } from '../../../parts/failure.tsx'
import { Switch } from '../../../parts/switch.tsx'
import { toasts } from '../../../parts/toast-store.ts'
import { useProject, useRefresh } from '../../../project.tsx'
import { configPath } from '../connection-paths.ts'

export function ConfigSwitch({ config }: { config: AuthConfig }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const change = async (enabled: boolean): Promise<void> => {
    try {
      await api.patch(`${configPath}/status`, { params: { id: config.id }, body: { enabled } })
      toasts.tell(`${config.displayName ?? config.name} is ${enabled ? 'on' : 'off'}`, {
        label: 'Undo',
        run: () => void change(!enabled),
      })
      await refresh(['auth-configs'], ['accounts'])
    } catch (error) {
      toasts.warn(messageOf(error))
    }
  }
  return (
    <Switch
      label={`${config.displayName ?? config.name}: on`}
      isOn={!config.isDisabled}
      onChange={(isOn) => void change(isOn)}
    />
  )
}
