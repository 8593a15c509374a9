import type { Trigger } from '@stoa/sdk'
import { UndoSwitch } from '../../components/form/undo-switch.tsx'
import { useApiAs } from '../../features/end-users/act-as.ts'
import { triggerTitle } from '../../features/triggers/trigger-kind.tsx'
import { statusPath } from '../../features/triggers/triggers-api.ts'
import { useRefresh } from '../../project.ts'

export function TriggerSwitch({ trigger }: { trigger: Trigger }) {
  const api = useApiAs()
  const refresh = useRefresh()
  return (
    <UndoSwitch
      name={triggerTitle(trigger)}
      isOn={!trigger.isDisabled}
      put={async (enabled) => {
        await api.patch(statusPath, { params: { triggerId: trigger.triggerId }, body: { enabled } })
        await refresh(['triggers'])
      }}
    />
  )
}
