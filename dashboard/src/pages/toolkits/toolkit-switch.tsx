import type { ToolkitItem } from '@stoa/sdk'
import { UndoSwitch } from '../../components/form/undo-switch.tsx'
import { toolkitPath } from '../../features/toolkits/toolkits-api.ts'
import { useProject, useRefresh } from '../../project.ts'

/** On or off for the whole project. What comes with the product is for admins to switch, which the server says. */
export function ToolkitSwitch({ toolkit }: { toolkit: ToolkitItem }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const put = async (isOn: boolean) => {
    await api.patch(`${toolkitPath}/status`, { params: { id: toolkit.slug }, body: { isDisabled: !isOn } })
    await refresh(['toolkit'], ['toolkits'], ['tools'])
  }
  return <UndoSwitch isLabelled name={toolkit.name} isOn={!toolkit.isDisabled} put={put} />
}
