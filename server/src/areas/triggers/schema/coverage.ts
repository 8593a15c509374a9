import { z } from 'zod'
import { TimeInput, Timestamp, timestampParam } from '../../../kernel/http/shapes.ts'

export const coverageOutcomes = ['covered', 'gap', 'pending'] as const

export const CoverageQuery = z.strictObject({
  from: timestampParam().optional().describe('Seven days ago without it.'),
  to: timestampParam().optional().describe('Now without it; 31 days after `from` at most.'),
})
export type CoverageQuery = z.output<typeof CoverageQuery>

const CoverageWindow = z.object({
  from: Timestamp,
  to: Timestamp.describe('Where the next window begins.'),
  outcome: z.enum(coverageOutcomes),
  cause: z
    .string()
    .nullable()
    .describe(
      'Of a gap: `missed` (no server started it), `paused`, `not_started` (see its invocation), `dropped`, `cancelled`, the error of polls that failed, or the reason for which the trigger was disabled. Of polls also of what a later poll covered. Of events `trigger_event_limit_reached`, `trigger_depth_exceeded` or `paused`.',
    ),
  slots: z.int().describe('Times of the schedule, polls, or events in the window.'),
})
export type CoverageWindow = z.output<typeof CoverageWindow>

export const Coverage = z
  .object({
    triggerId: z.uuid(),
    from: Timestamp.describe('Not before the trigger was created.'),
    to: Timestamp,
    slots: z.int().describe('Times of the schedule, polls, or events.'),
    covered: z.int().describe('Of these, started or queued.'),
    missing: z.int(),
    windows: z.array(CoverageWindow).describe('Without a gap between them.'),
    nextFrom: Timestamp.nullable().describe('Where to continue when the range has more than 5,000 times.'),
  })
  .meta({ id: 'TriggerCoverage' })
export type Coverage = z.output<typeof Coverage>

export const BackfillBody = z.strictObject({ from: TimeInput, to: TimeInput })
export type BackfillBody = z.output<typeof BackfillBody>

export const Backfill = z
  .object({
    triggerId: z.uuid(),
    started: z.array(z.object({ invocationId: z.uuid(), scheduledAt: Timestamp })),
    remaining: z.int().describe('Missing times of the range that were not started: 100 are in one call.'),
  })
  .meta({ id: 'TriggerBackfill' })
export type Backfill = z.output<typeof Backfill>
