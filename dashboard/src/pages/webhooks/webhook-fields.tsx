import type { DataOf } from '@stoa/sdk'
import { Checkbox, TextField } from '../../components/form/field.tsx'
import type { useForm } from '../../components/form/use-form.ts'
import { EventTypePicker } from '../../features/events/event-type-picker.tsx'

export type Webhook = DataOf<'/api/v1/webhooks/{id}', 'get'>

export type WebhookDraft = { url: string; description: string; eventTypes: string; isActive: string }

export const noTexts: WebhookDraft = { url: '', description: '', eventTypes: '', isActive: 'true' }

export const textsOf = (webhook: Webhook): WebhookDraft => ({
  url: webhook.url,
  description: webhook.description ?? '',
  eventTypes: webhook.eventTypes.join(' '),
  isActive: String(webhook.isActive),
})

const words = (text: string) => text.split(' ').filter(Boolean)

export const webhookBodyOf = (texts: WebhookDraft) => ({
  url: texts.url,
  description: texts.description.trim() || null,
  eventTypes: words(texts.eventTypes),
  isActive: texts.isActive === 'true',
})

export const WebhookFields = ({ form }: { form: ReturnType<typeof useForm<WebhookDraft>> }) => (
  <>
    <TextField
      {...form.bind('url')}
      label="URL"
      type="url"
      placeholder="https://example.com/hooks/stoa"
      isRequired
      hasInitialFocus
      hint="Receives a signed POST for each event. Respond with 2xx within a few seconds."
    />
    <TextField {...form.bind('description')} label="Description" placeholder="CRM" />
    <EventTypePicker
      none="None selected: all events, including types added later."
      chosen={words(form.values.eventTypes)}
      error={form.bind('eventTypes').error}
      onChange={(chosen) => form.set({ eventTypes: chosen.join(' ') })}
    />
    <Checkbox
      name="isActive"
      label="Enabled"
      hint="When disabled, nothing is sent and pending deliveries are dropped."
      isOn={form.values.isActive === 'true'}
      onChange={(isOn) => form.set({ isActive: String(isOn) })}
    />
  </>
)
