import type { ToolDetail } from '@stoa/sdk'
import { UndoSwitch } from '../../parts/undo-switch.tsx'
import { useProject, useRefresh } from '../../project.tsx'
import { toolPath } from './tool-paths.ts'

export function ToolSwitch({ tool }: { tool: ToolDetail }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const put = async (isOn: boolean) => {
    await api.patch(`${toolPath}/status`, { params: { id: tool.slug }, body: { isDisabled: !isOn } })
    await refresh(['tool'], ['tools'])
  }
  return <UndoSwitch name={tool.name} isOn={!tool.isDisabled} put={put} />
}
