import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useForm } from '../../components/form/use-form.ts'
import { useProject, useRefresh } from '../../project.ts'
import { textsOf, type Webhook, WebhookFields, webhookBodyOf } from './webhook-fields.tsx'

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  // The ETag from when it was opened: concurrent changes must not be overwritten.
  const [before] = useState(webhook)
  const form = useForm(textsOf(before))
  const save = form.submit(async (texts) => {
    await api.patch('/api/v1/webhooks/{id}', {
      params: { id: webhook.id },
      body: webhookBodyOf(texts),
      ifMatch: before.version,
    })
    toasts.success('Webhook saved')
    onClose()
    await refresh(['webhooks'], ['webhook', webhook.id])
  })
  return (
    <Dialog title="Edit webhook" onClose={onClose}>
      <form className="form" noValidate onSubmit={save}>
        <WebhookFields form={form} />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
