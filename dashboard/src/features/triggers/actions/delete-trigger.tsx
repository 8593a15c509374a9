import type { Trigger } from '@stoa/sdk'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useRefresh } from '../../../project.ts'
import { useApiAs } from '../../end-users/act-as.ts'
import { triggerTitle } from '../trigger-kind.tsx'
import { triggerPath } from '../triggers-api.ts'

type DeleteProps = { trigger: Trigger; onClose(): void; onDeleted?(): void }

export function DeleteTrigger({ trigger, onClose, onDeleted = onClose }: DeleteProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title={`Delete ${triggerTitle(trigger)}?`}
      confirmLabel="Delete trigger"
      onClose={onClose}
      onDone={onDeleted}
      run={async () => {
        await api.delete(triggerPath, { params: { triggerId: trigger.triggerId } })
        toasts.success('Trigger deleted')
        await refresh(['triggers', 'list'], ['triggers', 'of-workflow'], ['workflows'])
      }}
    >
      <p>
        It starts nothing anymore, and its invocations are deleted. Executions that it has started continue.
        To pause it, disable it instead.
      </p>
    </ConfirmDialog>
  )
}
