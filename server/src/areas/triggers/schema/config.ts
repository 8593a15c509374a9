import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'

export const concurrencies = ['allow', 'queue', 'drop'] as const
export const misfires = ['skip', 'run_once', 'run_all'] as const

const shared = {
  input: openObject()
    .optional()
    .describe('Input of the execution. Its fields override fields of the same name in an event.'),
  concurrency: z
    .enum(concurrencies)
    .default('allow')
    .describe(
      'While an execution of the trigger is open: `allow` starts another, `queue` starts it when the open one has ended, `drop` discards it.',
    ),
  triggerThreadKey: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Executions with the same key share a thread. Without it each has its own thread.'),
}

const maxJitterSec = 3_600

export const CronConfig = z.strictObject({
  expression: z
    .string()
    .trim()
    .max(200)
    .describe('Minute, hour, day, month and weekday, as in `0 9 * * 1-5`; once per minute at most.'),
  timezone: z.string().max(64).default('UTC').describe('An IANA time zone.'),
  misfirePolicy: z
    .enum(misfires)
    .default('run_once')
    .describe(
      'For times at which no server was running: `skip` none of them, `run_once` for the last one, `run_all` for each, 100 at most.',
    ),
  jitterSec: z
    .int()
    .min(0)
    .max(maxJitterSec)
    .default(0)
    .describe('Starts up to so many seconds later; the delay of a trigger at a time is always the same.'),
  ...shared,
})
export type CronConfig = z.output<typeof CronConfig>

/** The fields that triggers of all types have. */
export type SharedConfig = Pick<CronConfig, 'input' | 'concurrency' | 'triggerThreadKey'>
