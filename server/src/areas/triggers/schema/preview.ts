import { z } from 'zod'
import { Timestamp, textParam } from '../../../kernel/http/shapes.ts'

export const PreviewQuery = z.strictObject({
  expression: textParam(200).describe('As in the configuration of a cron trigger.'),
  timezone: textParam(64).default('UTC'),
})
export type PreviewQuery = z.output<typeof PreviewQuery>

export const SchedulePreview = z
  .object({ expression: z.string(), timezone: z.string(), nextRuns: z.array(Timestamp) })
  .meta({ id: 'TriggerSchedulePreview' })
export type SchedulePreview = z.output<typeof SchedulePreview>
