import { z } from 'zod'
import { integerParam, uuidsParam } from '../../../kernel/http/shapes.ts'

const defaultDays = 14
export const maxCounted = 10_000

export const StatisticsQuery = z.strictObject({
  triggerIds: uuidsParam().describe('Comma-separated or repeated; 100 at most.'),
  days: integerParam({ min: 1, max: 31, fallback: defaultDays })
    .default(defaultDays)
    .describe('Up to and including today, in UTC.'),
})
export type StatisticsQuery = z.output<typeof StatisticsQuery>

const Day = z.object({
  day: z.iso.date(),
  invocations: z.int().describe('Without tests.'),
  failed: z.int(),
})

export const TriggerStatistics = z
  .object({
    triggerId: z.uuid(),
    days: z.array(Day).describe(`Oldest first. Of the newest ${maxCounted} invocations of the trigger.`),
  })
  .meta({ id: 'TriggerStatistics' })
export type TriggerStatistics = z.output<typeof TriggerStatistics>
