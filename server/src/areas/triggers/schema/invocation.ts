import { z } from 'zod'
import {
  anyCaseChoiceParam,
  choiceParam,
  openObject,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  uuidParam,
} from '../../../kernel/http/shapes.ts'

export const invocationSources = [
  'connected_webhook',
  'local_webhook',
  'poll_scheduler',
  'cron',
  'event',
  'manual',
] as const
export type InvocationSource = (typeof invocationSources)[number]

export const invocationStatuses = [
  'queued',
  'starting',
  'running',
  'completed',
  'failed',
  'dropped',
  'cancelled',
] as const
export type InvocationStatus = (typeof invocationStatuses)[number]

export const InvocationParams = z.object({ logId: z.string().min(1).max(200) })

export const InvocationQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the slug of the trigger, or an execution id.'),
  toolSlug: textParam(100).optional().describe('The slug of the trigger.'),
  triggerId: uuidParam().optional(),
  source: choiceParam(invocationSources).optional(),
  status: choiceParam(invocationStatuses).optional(),
  cursor: textParam(200)
    .optional()
    .describe('`nextCursor` of the previous page; stable while invocations are added. Overrides `page`.'),
  sortBy: choiceParam(['createdAt'], 'createdAt').default('createdAt'),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
})
export type InvocationQuery = z.output<typeof InvocationQuery>

const InvocationError = z.object({ code: z.string(), message: z.string() })
export type InvocationError = z.output<typeof InvocationError>

export type InvocationRow = {
  projectId: string
  id: string
  triggerId: string
  generation: number
  source: InvocationSource
  status: InvocationStatus
  isTest: boolean
  /** How many triggers started each other up to this one. */
  depth: number
  slotAt: string | null
  executionId: string | null
  replayOf: string | null
  payload: unknown
  /** As it was received; null for what has none. */
  body: Buffer | null
  error: InvocationError | null
  createdAt: string
  startedAt: string | null
  endedAt: string | null
}

export const Invocation = z
  .object({
    id: z.uuid(),
    triggerId: z.uuid(),
    toolSlug: z.string().describe('The slug of the trigger.'),
    source: z.enum(invocationSources),
    status: z
      .enum(invocationStatuses)
      .describe(
        '`completed` and `failed` are those of the execution; of a test, whether it was started. `dropped` by the concurrency policy, or because triggers started each other too often, `cancelled` because the trigger was changed or disabled.',
      ),
    isTest: z.boolean(),
    depth: z
      .int()
      .describe(
        'How many triggers started each other up to this one, through the events of their executions.',
      ),
    scheduledAt: Timestamp.nullable().describe('The time of the schedule for which it is.'),
    workflowId: z.uuid().nullable(),
    executionId: z.uuid().nullable(),
    replayOf: z.uuid().nullable(),
    error: InvocationError.nullable(),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'TriggerInvocation' })
export type Invocation = z.output<typeof Invocation>

export const InvocationDetail = Invocation.extend({
  payload: z.unknown().describe('What the execution is given as `trigger.payload`.'),
}).meta({ id: 'TriggerInvocationDetail' })
export type InvocationDetail = z.output<typeof InvocationDetail>

export const TestBody = z.strictObject({
  payload: openObject().optional().describe('In place of the sample payload of the trigger type.'),
  mode: z
    .enum(['test', 'production'])
    .default('test')
    .describe('`test` mocks tools, approves human waits and is not charged.'),
})
export type TestBody = z.output<typeof TestBody>

export const StartedInvocation = z
  .object({
    invocationId: z.uuid(),
    status: z.enum(invocationStatuses),
    executionId: z.uuid().nullable(),
    replayOf: z.uuid().nullable(),
  })
  .meta({ id: 'StartedInvocation' })
export type StartedInvocation = z.output<typeof StartedInvocation>
