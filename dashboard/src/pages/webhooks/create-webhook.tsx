import type { NewWebhook } from '@stoa/sdk'
import { Button } from '../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../project.ts'
import { noTexts, WebhookFields, webhookBodyOf } from './webhook-fields.tsx'

type CreateProps = { onClose(): void; onCreated(webhook: NewWebhook): void }

export function CreateWebhook({ onClose, onCreated }: CreateProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm(noTexts)
  const create = form.submit(async (texts) => {
    const created = await api.post('/api/v1/webhooks', { body: webhookBodyOf(texts) })
    // The secret first: whatever else fails, it cannot be shown again.
    onCreated(created)
    await refresh(['webhooks'])
  })
  return (
    <Dialog title="Create a webhook" onClose={onClose}>
      <form className="form" noValidate onSubmit={create}>
        <WebhookFields form={form} />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Create webhook
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
