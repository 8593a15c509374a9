import { z } from 'zod'
import { CronConfig, type SharedConfig } from '../schema/config.ts'
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

export const triggerTypes: readonly TriggerTypeEntry[] = [cron]

export function toTriggerType({ config, ...entry }: TriggerTypeEntry): TriggerType {
  const { $schema: _, ...configSchema } = z.toJSONSchema(config, { io: 'input' })
  return { ...entry, configSchema }
}
