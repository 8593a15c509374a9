import type { Trigger } from '@stoa/sdk'
import { UndoSwitch } from '../../../components/form/undo-switch.tsx'
import { useRefresh } from '../../../project.ts'
import { useApiAs } from '../../end-users/act-as.ts'
import { triggerTitle } from '../trigger-kind.tsx'
import { statusPath } from '../triggers-api.ts'

export function TriggerSwitch({ trigger, isLabelled }: { trigger: Trigger; isLabelled?: boolean }) {
  const api = useApiAs()
  const refresh = useRefresh()
  return (
    <UndoSwitch
      isLabelled={isLabelled ?? false}
      name={triggerTitle(trigger)}
      isOn={!trigger.isDisabled}
      put={async (enabled) => {
        await api.patch(statusPath, { params: { triggerId: trigger.triggerId }, body: { enabled } })
        await refresh(['triggers'])
      }}
    />
  )
}
