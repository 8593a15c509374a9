import type { Trigger } from '@stoa/sdk'
import type { LucideIcon } from 'lucide-react'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Plug from 'lucide-react/icons/plug'
import WebhookIcon from 'lucide-react/icons/webhook'
import Zap from 'lucide-react/icons/zap'
import { eventText } from '../events/event-text.ts'
import { toolTitle } from '../tools/tool-title.ts'
import { describeCron } from './describe-cron.ts'
import './trigger-kind.css'

export type TriggerKind = 'cron' | 'webhook' | 'event' | 'toolkit'

export const triggerKinds: Record<TriggerKind, { label: string; about: string; Icon: LucideIcon }> = {
  cron: { label: 'Schedule', about: 'At the times of a cron expression.', Icon: CalendarClock },
  webhook: { label: 'Webhook', about: 'When a service sends a request to its URL.', Icon: WebhookIcon },
  event: { label: 'Event', about: 'When something happens in this project.', Icon: Zap },
  toolkit: { label: 'Toolkit event', about: 'When something is new at a connected service.', Icon: Plug },
}

type Shown = Pick<Trigger, 'slug' | 'name' | 'kind' | 'triggerConfig'>

export const kindOf = ({ slug }: Pick<Shown, 'slug'>): TriggerKind =>
  slug === 'cron' || slug === 'webhook' || slug === 'event' ? slug : 'toolkit'

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** The names of the signature schemes of webhooks. */
export const signatureLabels = {
  standard_webhooks: 'Standard Webhooks',
  github: 'GitHub',
  stripe: 'Stripe',
  slack: 'Slack',
  shopify: 'Shopify',
  hmac: 'HMAC',
  none: 'Not signed',
} as const

/** The types and patterns that it starts something for. */
export const eventTypesOf = ({ triggerConfig: config }: Pick<Shown, 'triggerConfig'>): string[] =>
  texts(config.eventTypes)

/** When it starts something, in a few words. */
export function summaryOf(trigger: Shown): string {
  const { triggerConfig: config } = trigger
  switch (kindOf(trigger)) {
    case 'cron': {
      const words = describeCron(String(config.expression)) ?? String(config.expression)
      return config.timezone === 'UTC' ? `${words}, UTC` : `${words}, ${String(config.timezone)}`
    }
    case 'webhook':
      return signatureLabels[config.signature as keyof typeof signatureLabels] ?? 'Webhook'
    case 'event':
      return eventTypesOf(trigger).map(eventText).join(', ')
    case 'toolkit':
      return typeof config.intervalMin === 'number'
        ? `Polled every ${config.intervalMin === 1 ? 'minute' : `${config.intervalMin} minutes`}`
        : 'Sent by the service'
  }
}

/** What it is called: its own name, or else what it is. */
export const triggerTitle = (trigger: Pick<Shown, 'slug' | 'name'>): string =>
  trigger.name ||
  (kindOf(trigger) === 'toolkit' ? toolTitle(trigger.slug) : triggerKinds[kindOf(trigger)].label)

export const TriggerName = ({ trigger }: { trigger: Shown }) => {
  const { Icon, label } = triggerKinds[kindOf(trigger)]
  return (
    <span className="trigger-name">
      <span className="trigger-icon" title={label}>
        <Icon size={15} aria-label={label} />
      </span>
      <span className="trigger-text">
        <span className="truncate">{triggerTitle(trigger)}</span>
        <span className="muted small truncate">{summaryOf(trigger)}</span>
      </span>
    </span>
  )
}
