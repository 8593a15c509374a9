import { z } from 'zod'
import { CronConfig, EventConfig, type SharedConfig, WebhookConfig } from '../schema/config.ts'
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

const event: TriggerTypeEntry = {
  slug: 'event',
  name: 'Event',
  description: 'Starts when something happens in the project: a file is uploaded, an execution fails.',
  kind: 'event',
  toolkitSlug: null,
  needsAccount: false,
  config: EventConfig,
  payloadSchema: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      type: { type: 'string' },
      timestamp,
      projectId: { type: 'string' },
      externalUserId: { type: 'string' },
      data: { type: 'object' },
    },
    required: ['id', 'type', 'timestamp', 'projectId', 'externalUserId', 'data'],
  },
  samplePayload: {
    id: '0199f1a0-0000-7000-8000-0000000000e1',
    type: 'file.uploaded',
    timestamp: '2026-01-02T09:00:00.000Z',
    projectId: '0199f1a0-0000-7000-8000-000000000001',
    externalUserId: '0199f1a0-0000-7000-8000-000000000001',
    data: { fileId: '0199f1a0-0000-7000-8000-0000000000f1', name: 'sample.txt' },
  },
}

export const triggerTypes: readonly TriggerTypeEntry[] = [cron, webhook, event]

export function toTriggerType({ config, ...entry }: TriggerTypeEntry): TriggerType {
  const { $schema: _, ...configSchema } = z.toJSONSchema(config, { io: 'input' })
  return { ...entry, configSchema }
}
