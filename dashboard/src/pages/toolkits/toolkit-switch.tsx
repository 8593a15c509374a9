import type { ToolkitItem } from '@stoa/sdk'
import { UndoSwitch } from '../../parts/undo-switch.tsx'
import { useProject, useRefresh } from '../../project.tsx'
import { toolkitPath } from './toolkit-paths.ts'

/** On or off for the whole project. What comes with the product is for admins to switch, which the server says. */
export function ToolkitSwitch({ toolkit }: { toolkit: ToolkitItem }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const put = async (isOn: boolean) => {
    await api.patch(`${toolkitPath}/status`, { params: { id: toolkit.slug }, body: { isDisabled: !isOn } })
    await refresh(['toolkit'], ['toolkits'], ['tools'])
  }
  return <UndoSwitch name={toolkit.name} isOn={!toolkit.isDisabled} put={put} />
}
