import type { ToolDetail } from '@stoa/sdk'
import { messageOf } from '../../parts/failure.tsx'
import { Switch } from '../../parts/switch.tsx'
import { toasts } from '../../parts/toast-store.ts'
import { useProject, useRefresh } from '../../project.tsx'
import { toolPath } from './tool-paths.ts'

export function ToolSwitch({ tool }: { tool: ToolDetail }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const change = async (isDisabled: boolean): Promise<void> => {
    try {
      await api.patch(`${toolPath}/status`, { params: { id: tool.slug }, body: { isDisabled } })
      toasts.tell(`${tool.name} is ${isDisabled ? 'off' : 'on'}`, {
        label: 'Undo',
        run: () => void change(!isDisabled),
      })
      await refresh(['tool'], ['tools'])
    } catch (error) {
      toasts.warn(messageOf(error))
    }
  }
  return <Switch label={`${tool.name}: on`} isOn={!tool.isDisabled} onChange={(isOn) => void change(!isOn)} />
}
