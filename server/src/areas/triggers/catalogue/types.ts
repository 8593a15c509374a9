import { z } from 'zod'
import { CronConfig, type SharedConfig, WebhookConfig } from '../schema/config.ts'
import type { TriggerType } from '../schema/trigger-type.ts'

/** A type of trigger: what it is configured with and what its executions are given. */
export type TriggerTypeEntry = Omit<TriggerType, 'configSchema'> & {
  config: z.ZodType<SharedConfig>
}

const timestamp = { type: 'string', format: 'date-time' }

const cron: TriggerTypeEntry = {
  slug: 'cron',
  name: 'Schedule',
  description: 'Starts at the times of a cron expression in a time zone.',
  kind: 'schedule',
  toolkitSlug: null,
  needsAccount: false,
  config: CronConfig,
  payloadSchema: {
    type: 'object',
    properties: { scheduledAt: timestamp, timezone: { type: 'string' } },
    required: ['scheduledAt', 'timezone'],
  },
  samplePayload: { scheduledAt: '2026-01-02T09:00:00.000Z', timezone: 'UTC' },
}

const webhook: TriggerTypeEntry = {
  slug: 'webhook',
  name: 'Webhook',
  description: 'Starts when another service sends an event to the URL of the trigger.',
  kind: 'webhook',
  toolkitSlug: null,
  needsAccount: false,
  config: WebhookConfig,
  payloadSchema: {
    type: 'object',
    properties: {
      method: { type: 'string' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      query: { type: 'object' },
      body: {},
    },
    required: ['method', 'headers', 'query', 'body'],
  },
  samplePayload: {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    query: {},
    body: { event: 'sample' },
  },
}

export const triggerTypes: readonly TriggerTypeEntry[] = [cron, webhook]

export function toTriggerType({ config, ...entry }: TriggerTypeEntry): TriggerType {
  const { $schema: _, ...configSchema } = z.toJSONSchema(config, { io: 'input' })
  return { ...entry, configSchema }
}
