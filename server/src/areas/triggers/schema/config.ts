import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'
import { signatureSchemes } from './signature.ts'

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

const HeaderName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'must be the name of a header')
export const maxRespondMs = 60_000
export const dedupes = ['event_id_or_body', 'event_id', 'none'] as const
export type Dedupe = (typeof dedupes)[number]

export const WebhookConfig = z.strictObject({
  signature: z
    .enum(signatureSchemes)
    .default('standard_webhooks')
    .describe('How requests are signed. `none` accepts every request of a caller that knows the URL.'),
  secret: z
    .string()
    .min(16)
    .max(500)
    .optional()
    .describe(
      'The signing secret of the service; never returned. Without it one is generated, where the service takes ours.',
    ),
  hmac: z
    .strictObject({
      header: HeaderName.optional().describe('`X-Signature` without it.'),
      prefix: z.string().max(50).optional().describe('Before the signature, such as `sha256=`.'),
      algorithm: z.enum(['sha1', 'sha256', 'sha512']).optional(),
      encoding: z.enum(['hex', 'base64']).optional(),
      timestampHeader: HeaderName.optional().describe(
        'Seconds since 1970; then `<timestamp>.<body>` is signed, and requests older than five minutes are refused.',
      ),
    })
    .optional()
    .describe('With the signature `hmac`.'),
  verifyToken: z
    .string()
    .min(8)
    .max(200)
    .optional()
    .describe('Answers a GET request with `hub.verify_token` of this value by its `hub.challenge`.'),
  dedupe: z
    .enum(dedupes)
    .optional()
    .describe(
      'What identifies an event for seven days: its id where that is signed, else its body (default); only its id (default with `respond`); or nothing.',
    ),
  respond: z
    .boolean()
    .default(false)
    .describe(
      'The response is the output of the execution, sent as `response` of its end node says. Without it 202 is returned when the event is stored.',
    ),
  respondTimeoutMs: z.int().min(1_000).max(maxRespondMs).default(30_000),
  ...shared,
})
export type WebhookConfig = z.output<typeof WebhookConfig>

const maxEventTypes = 20
const maxFilters = 10

export const EventConfig = z.strictObject({
  eventTypes: z
    .array(z.string().max(100))
    .min(1)
    .max(maxEventTypes)
    .describe('Types that `GET /api/v1/webhooks/event-types` lists, or patterns such as `execution.*`.'),
  filter: z
    .record(z.string().max(200), z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
    .refine((filter) => Object.keys(filter).length <= maxFilters, `must have at most ${maxFilters} fields`)
    .optional()
    .describe('Values that fields of the event must have, by path: `{"data.fileType": "image"}`.'),
  ...shared,
})
export type EventConfig = z.output<typeof EventConfig>

export const pollIntervals = [1, 5, 15, 30, 60] as const

const toolkitFields = {
  arguments: openObject()
    .default({})
    .describe('Which events of the service, as the type of the trigger says.'),
}

/** Of triggers of toolkits that have their service call a URL. */
export const SubscriptionConfig = z.strictObject({ ...toolkitFields, ...shared })
export type SubscriptionConfig = z.output<typeof SubscriptionConfig>

/** Of triggers of toolkits that are polled. */
export const PollConfig = z.strictObject({
  ...toolkitFields,
  intervalMin: z.literal(pollIntervals).default(5).describe('How often the service is polled.'),
  ...shared,
})
export type PollConfig = z.output<typeof PollConfig>

/** The fields that triggers of all types have. */
export type SharedConfig = Pick<CronConfig, 'input' | 'concurrency' | 'triggerThreadKey'>
