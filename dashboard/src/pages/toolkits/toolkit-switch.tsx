import type { ToolkitItem } from '@stoa/sdk'
import { messageOf } from '../../parts/failure.tsx'
import { Switch } from '../../parts/switch.tsx'
import { toasts } from '../../parts/toast-store.ts'
import { useProject, useRefresh } from '../../project.tsx'
import { toolkitPath } from './toolkit-paths.ts'

/** On or off for the whole project. What comes with the product is for admins to switch, which the server says. */
export function ToolkitSwitch({ toolkit }: { toolkit: ToolkitItem }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const change = async (isDisabled: boolean): Promise<void> => {
    try {
      await api.patch(`${toolkitPath}/status`, { params: { id: toolkit.slug }, body: { isDisabled } })
      toasts.tell(`${toolkit.name} is ${isDisabled ? 'off' : 'on'}`, {
        label: 'Undo',
        run: () => void change(!isDisabled),
      })
      await refresh(['toolkit'], ['toolkits'])
    } catch (error) {
      toasts.warn(messageOf(error))
    }
  }
  return (
    <Switch
      label={`${toolkit.name}: on`}
      isOn={!toolkit.isDisabled}
      onChange={(isOn) => void change(!isOn)}
    />
  )
}
