import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { Switch } from '../../components/form/switch.tsx'
import { useProject, useRefresh } from '../../project.ts'
import type { Webhook } from './webhook-fields.tsx'

/** Not optimistic: disabling cancels pending deliveries. */
export function WebhookSwitch({ webhook, isLabelled }: { webhook: Webhook; isLabelled?: boolean }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const change = (isActive: boolean, isUndo = false) => {
    api.patch('/api/v1/webhooks/{id}', { params: { id: webhook.id }, body: { isActive } }).then(
      () => {
        toasts.success(
          `Webhook ${isActive ? 'enabled' : 'disabled'}`,
          isUndo ? undefined : { label: 'Undo', run: () => change(!isActive, true) },
        )
        return refresh(['webhooks'], ['webhook', webhook.id])
      },
      (error) => toasts.error(errorMessage(error)),
    )
  }
  return (
    <Switch
      label={`${webhook.url}: on`}
      words={isLabelled ? 'Enabled' : undefined}
      isOn={webhook.isActive}
      onChange={(isOn) => change(isOn)}
    />
  )
}
