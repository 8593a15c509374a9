import { z } from 'zod'
import { choiceParam, integerParam, listParam, Timestamp, textParam } from '../../kernel/http/shapes.ts'

const ranges = ['24h', '7d', '30d', '90d'] as const
export type Range = (typeof ranges)[number]

export const ActivityQuery = z.strictObject({
  range: choiceParam(ranges, '24h').default('24h'),
  timeZone: textParam(64)
    .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin')
    .default('UTC')
    .describe('By which days and hours begin; `UTC` unless given.'),
})
export type ActivityQuery = z.output<typeof ActivityQuery>

/** The database knows further forms, such as offsets; names alone mean the same here, there and in a browser. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const Count = z.int().nonnegative()
const Latency = z.int().nonnegative().nullable()

const ActivityPoint = z
  .object({
    at: Timestamp.describe('When the hour or day begins.'),
    runs: Count.describe('Executions of workflows and agents that were started.'),
    failedRuns: Count,
    calls: Count.describe('Model calls.'),
    failedCalls: Count,
    toolRuns: Count,
    failedToolRuns: Count,
    p50Ms: Latency.describe('Median duration of model calls; null where there were none.'),
    p95Ms: Latency,
    credits: z.number(),
  })
  .meta({ id: 'ActivityPoint' })
export type ActivityPoint = z.output<typeof ActivityPoint>

export const Activity = z
  .object({
    range: z.enum(ranges),
    timeZone: z.string(),
    unit: z.enum(['hour', 'day']),
    isPartial: z
      .boolean()
      .describe('There was more than is counted: of each kind of record the newest 20,000 are.'),
    points: z.array(ActivityPoint),
  })
  .meta({ id: 'Activity' })
export type Activity = z.output<typeof Activity>

const attentionKinds = ['execution', 'connection', 'trigger', 'source'] as const
const attentionStates = ['failed', 'stopped', 'expired', 'expiring', 'disabled'] as const

const AttentionItem = z
  .object({
    kind: z.enum(attentionKinds),
    id: z
      .string()
      .describe(
        'Id of the newest execution that failed or was stopped by a limit, of the connected account or of the trigger; the key of the source.',
      ),
    parentId: z.uuid().nullable().describe('The workflow of an execution, the collection of a source.'),
    title: z.string(),
    reason: z.string().nullable(),
    state: z.enum(attentionStates),
    count: Count.describe(
      'How many executions failed or were stopped since the last success; 1 for what is no execution.',
    ),
    at: Timestamp,
  })
  .meta({ id: 'AttentionItem' })
export type AttentionItem = z.output<typeof AttentionItem>

export const Attention = z
  .object({
    items: z.array(AttentionItem).describe('Up to ten of each kind, newest first.'),
  })
  .meta({ id: 'Attention' })
export type Attention = z.output<typeof Attention>

const NoticeItem = z.object({
  kind: z.enum([...attentionKinds, 'cap', 'approval', 'question', 'proposal']),
  id: z.string().describe('As in what needs attention; of the execution that waits for an approval.'),
  parentId: z.uuid().nullable().describe('The collection of a source, the table of a proposal.'),
  title: z.string(),
  reason: z.string().nullable(),
  state: z.enum([...attentionStates, 'blocking', 'waiting']),
  at: Timestamp,
})
export type NoticeItem = z.output<typeof NoticeItem>

export const Notifications = z
  .object({
    items: z.array(
      NoticeItem.extend({ key: z.string(), isRead: z.boolean() }).meta({ id: 'NotificationItem' }),
    ),
    unreadCount: Count,
  })
  .meta({ id: 'Notifications' })
export type Notifications = z.output<typeof Notifications>

export const ReadNotificationsBody = z.strictObject({ keys: z.array(z.string().min(1).max(500)).max(200) })
export type ReadNotificationsBody = z.output<typeof ReadNotificationsBody>

export const FirstSteps = z
  .object({
    hasCalledApi: z.boolean().describe('An API key was used.'),
    hasAnswer: z.boolean().describe('The project itself called a model.'),
    hasToolRun: z.boolean(),
    hasWorkflowRun: z.boolean(),
    hasRow: z.boolean().describe('The project itself owns a row of a table.'),
  })
  .meta({ id: 'FirstSteps' })
export type FirstSteps = z.output<typeof FirstSteps>

export const Contents = z
  .object({
    items: z.array(z.object({ label: z.string(), count: Count })),
    maxCount: Count.describe('Counting stops here: a larger count means more than this.'),
  })
  .meta({ id: 'Contents' })
export type Contents = z.output<typeof Contents>

export const timelineKinds = ['run', 'chat', 'call', 'tool', 'file', 'credit'] as const
export type TimelineKind = (typeof timelineKinds)[number]

export const TimelineQuery = z.strictObject({
  kinds: listParam(timelineKinds).optional().describe('All of them unless given.'),
  cursor: textParam(200).optional().describe('The `nextCursor` of the page before.'),
  limit: integerParam({ min: 1, max: 100, fallback: 50 }).default(50),
})
export type TimelineQuery = z.output<typeof TimelineQuery>

const TimelineItem = z
  .object({
    kind: z
      .enum(timelineKinds)
      .describe(
        'An execution of a workflow or agent, a thread, a model call, a tool execution or a file; `credit` is an entry of the ledger for none of these: an adjustment, or what sandboxes, browsers, media, knowledge and storage cost; or, with the status `extra_credits`, what was approved on top of a cap.',
      ),
    id: z.uuid(),
    title: z.string(),
    status: z.string().nullable(),
    credits: z
      .number()
      .nullable()
      .describe('What was used; negative if it was given back, or allowed on top of a cap.'),
    durationMs: z.number().nullable(),
    at: Timestamp,
  })
  .meta({ id: 'TimelineItem' })
export type TimelineItem = z.output<typeof TimelineItem>

export const Timeline = z
  .object({ items: z.array(TimelineItem), nextCursor: z.string().nullable() })
  .meta({ id: 'Timeline' })
export type Timeline = z.output<typeof Timeline>
