import type { ToolDetail } from '@stoa/sdk'
import { UndoSwitch } from '../../components/form/undo-switch.tsx'
import { toolPath } from '../../features/tools/tools-api.ts'
import { useProject, useRefresh } from '../../project.ts'

export function ToolSwitch({ tool }: { tool: ToolDetail }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const put = async (isOn: boolean) => {
    await api.patch(`${toolPath}/status`, { params: { id: tool.slug }, body: { isDisabled: !isOn } })
    await refresh(['tool'], ['tools'])
  }
  return <UndoSwitch isLabelled name={tool.name} isOn={!tool.isDisabled} put={put} />
}
