import { z } from 'zod'
import {
  choiceParam,
  integerParam,
  limitParam,
  openObject,
  Timestamp,
  textParam,
  Uuid,
  uuidParam,
} from '../../../kernel/http/shapes.ts'
import { ChatMessage, Interrupt, MessagesInput, ThreadValues } from './message.ts'

const statuses = ['idle', 'busy', 'interrupted', 'error'] as const
const replyModes = ['agent', 'human'] as const

const Metadata = openObject().refine(
  (value) => JSON.stringify(value).length <= 16_384,
  'must not be larger than 16 KiB',
)

const Ttl = z
  .union([
    z.int().min(1).max(5_256_000),
    z.object({
      ttl: z.number().min(1).max(5_256_000),
      strategy: z.enum(['delete']).nullish(),
    }),
  ])
  .describe('Minutes without a message or a run after which the thread is deleted.')

export const ttlOf = (ttl: z.output<typeof Ttl> | null | undefined): number | null =>
  typeof ttl === 'number' ? ttl : ttl ? Math.ceil(ttl.ttl) : null

const Supersteps = z
  .array(
    z.looseObject({
      updates: z
        .array(
          z.looseObject({
            values: MessagesInput.optional(),
            as_node: z.string().max(200).nullish(),
          }),
        )
        .max(100),
    }),
  )
  .max(1000)

export const ThreadBody = z.strictObject({
  metadata: Metadata.nullish().describe('`title` is shown in lists.'),
  workflowId: Uuid.nullish().describe('The agent that answers.'),
  thread_id: Uuid.nullish().describe('A new one if omitted.'),
  if_exists: z.enum(['raise', 'do_nothing']).nullish(),
  supersteps: Supersteps.nullish().describe(
    'States that the thread begins with, as a client has exported them.',
  ),
  ttl: Ttl.nullish(),
})
export type ThreadBody = z.output<typeof ThreadBody>

export const ThreadPatch = z.strictObject({
  metadata: Metadata.optional().describe('Added to what the thread has; null removes a key.'),
  workflowId: Uuid.optional(),
  ttl: Ttl.nullish(),
})
export type ThreadPatch = z.output<typeof ThreadPatch>

export const Thread = z
  .object({
    id: z.uuid(),
    thread_id: z.uuid(),
    status: z.enum(statuses),
    metadata: openObject(),
    preview: z
      .string()
      .nullable()
      .optional()
      .describe(
        'The beginning of the first message of the end user, or of the first one with a text: one line of 140 characters at most, for lists of threads without a title. Of threads that are searched or read.',
      ),
    workflowId: z.uuid().nullable(),
    eUID: z.uuid(),
    replyMode: z.enum(replyModes),
    messageCount: z.int(),
    lastMessageAt: Timestamp.nullable(),
    creditsTotal: z.number(),
    created_at: Timestamp,
    updated_at: Timestamp,
    state_updated_at: Timestamp,
    ttl: z.object({ strategy: z.literal('delete'), ttl_minutes: z.int(), expires_at: Timestamp }).nullable(),
    values: ThreadValues.nullable().optional(),
    interrupts: z.record(z.string(), z.array(Interrupt)).optional(),
  })
  .meta({ id: 'Thread' })
export type Thread = z.output<typeof Thread>

const sortNames = {
  threadId: 'threadId',
  thread_id: 'threadId',
  status: 'status',
  createdAt: 'createdAt',
  created_at: 'createdAt',
  updatedAt: 'updatedAt',
  updated_at: 'updatedAt',
  state_updated_at: 'updatedAt',
} as const
const SortBy = z.enum(Object.keys(sortNames) as [keyof typeof sortNames, ...(keyof typeof sortNames)[]])

export const CountBody = z.strictObject({
  metadata: openObject()
    .nullish()
    .describe(
      'Threads whose metadata contains this. `assistant_id` is the id or the name of an agent, `graph_id` the name of one, or `agent` for all.',
    ),
  ids: z.array(Uuid).max(1000).nullish(),
  status: z.enum(statuses).nullish(),
  replyMode: z.enum(replyModes).nullish().describe('Who answers.'),
  workflowId: Uuid.nullish(),
  q: z.string().max(200).nullish().describe('In the title.'),
  values: openObject()
    .nullish()
    .describe('Not supported with a key: threads are not searched by their messages.'),
})
export type CountBody = z.output<typeof CountBody>

export const SearchBody = CountBody.extend({
  limit: z.int().min(1).max(1000).nullish(),
  offset: z.int().min(0).nullish(),
  sortBy: SortBy.nullish(),
  sort_by: SortBy.nullish().meta({ 'x-alias-of': 'sortBy' }),
  sortOrder: z.enum(['asc', 'desc']).nullish(),
  sort_order: z.enum(['asc', 'desc']).nullish().meta({ 'x-alias-of': 'sortOrder' }),
  select: z
    .array(z.string().max(40))
    .max(20)
    .nullish()
    .describe('With `values`, threads have their messages.'),
})
export type SearchBody = z.output<typeof SearchBody>

export const sortOf = ({ sortBy, sort_by, sortOrder, sort_order }: SearchBody) => ({
  sortBy: sortNames[sortBy ?? sort_by ?? 'updatedAt'],
  sortOrder: sortOrder ?? sort_order ?? 'desc',
})

const Checkpoint = z.object({
  thread_id: z.uuid(),
  checkpoint_ns: z.string(),
  checkpoint_id: z.uuid(),
  checkpoint_map: openObject().nullable(),
})

export const ThreadState = z
  .object({
    values: ThreadValues,
    next: z.array(z.string()),
    tasks: z.array(openObject()),
    metadata: openObject(),
    created_at: Timestamp,
    checkpoint: Checkpoint,
    parent_checkpoint: Checkpoint.nullable(),
    checkpoint_id: z.uuid(),
  })
  .meta({ id: 'ThreadState' })
export type ThreadState = z.output<typeof ThreadState>

const CheckpointRef = z.looseObject({ checkpoint_id: z.uuid().nullish() })

export const HistoryBody = z.strictObject({
  limit: z.int().min(1).max(1000).nullish().meta({ default: 10 }),
  before: z
    .union([
      z.uuid(),
      z.looseObject({ checkpoint_id: z.uuid().nullish(), configurable: CheckpointRef.nullish() }),
    ])
    .nullish()
    .describe('Only states before this checkpoint.'),
  metadata: openObject().nullish(),
  checkpoint: CheckpointRef.nullish(),
})
export type HistoryBody = z.output<typeof HistoryBody>

export const StateAtBody = z.strictObject({ checkpoint: CheckpointRef, subgraphs: z.boolean().nullish() })

export const UpdateStateBody = z.strictObject({
  values: MessagesInput.optional().describe(
    'Messages with a known id are replaced, those of the type `remove` removed, others added.',
  ),
  checkpoint: CheckpointRef.nullish(),
  checkpoint_id: z.uuid().nullish(),
  as_node: z.string().max(200).nullish(),
})
export type UpdateStateBody = z.output<typeof UpdateStateBody>

export const PatchStateBody = z.strictObject({ metadata: Metadata })

export const UpdatedState = z.object({ checkpoint: Checkpoint, checkpoint_id: z.uuid() })

export const StateParams = z.object({ thread_id: Uuid, checkpoint_id: Uuid })

export const MessagesQuery = z.strictObject({
  page: integerParam({ min: 1, fallback: 1 }).default(1),
  limit: limitParam(20),
  offset: integerParam({ min: 0 }).optional(),
  order: choiceParam(['asc', 'desc'], 'asc').default('asc'),
  checkpoint_id: uuidParam().optional(),
})
export type MessagesQuery = z.output<typeof MessagesQuery>

const Feedback = z.object({
  messageId: z.string(),
  eUID: z.uuid(),
  score: z.number().nullable(),
  comment: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export const ThreadMessage = z
  .object({
    id: z.string(),
    role: z.enum(['human', 'ai', 'tool', 'system', 'operator']),
    text: z.string(),
    status: z
      .enum(['success', 'error', 'rejected', 'cancelled'])
      .nullable()
      .describe(
        'Of the result of a tool call, `rejected` where a human decided against it; of a reply that was cancelled.',
      ),
    message: ChatMessage,
    runId: z.uuid().nullable(),
    checkpointId: z.uuid(),
    createdAt: Timestamp,
    feedback: z.array(Feedback),
    branches: z
      .array(z.object({ checkpoint_id: z.uuid(), isCurrent: z.boolean() }))
      .describe(
        'The branches of which one begins with this message: the newest state of each, oldest first. Empty where there is one.',
      ),
  })
  .meta({ id: 'ThreadMessage' })
export type ThreadMessage = z.output<typeof ThreadMessage>

export const FeedbackBody = z.strictObject({
  score: z.number().min(-1).max(1).nullish(),
  comment: z.string().max(4000).nullish(),
})
export const FeedbackParams = z.object({ thread_id: Uuid, messageId: z.string().min(1).max(200) })
export const FeedbackView = Feedback.meta({ id: 'ThreadFeedback' })

export const ReplyModeBody = z.strictObject({ mode: z.enum(replyModes) })
export const OperatorReplyBody = z.strictObject({ text: z.string().min(1).max(8000) })
export const TitleView = z.object({ title: z.string() }).meta({ id: 'ThreadTitle' })

export const ForkBody = z.strictObject({
  checkpoint_id: Uuid.optional(),
  message_id: z.string().min(1).max(200).optional(),
  position: z
    .enum(['after', 'before'])
    .default('after')
    .describe('Whether the branch has the message itself.'),
})
export type ForkBody = z.output<typeof ForkBody>

export const CompareQuery = z.strictObject({
  with: textParam(100)
    .optional()
    .describe(
      'The id of another thread, or the number of a branch of this one; that of which the branch was forked if omitted.',
    ),
  branch: integerParam({ min: 0 })
    .optional()
    .describe('The branch of this thread; the current one if omitted.'),
})
export type CompareQuery = z.output<typeof CompareQuery>

const Side = z.object({
  thread_id: z.uuid(),
  branch: z.int(),
  messages: z.array(ChatMessage),
  credits: z.number(),
  tokens: z.object({ input: z.number(), output: z.number() }),
  models: z.array(z.string()),
  toolCalls: z.array(
    z.object({ name: z.string(), args: z.unknown(), result: z.string().nullable(), status: z.string() }),
  ),
})

export const Comparison = z
  .object({
    left: Side,
    right: Side,
    commonMessages: z.int().describe('How many messages both begin with.'),
    toolCalls: z.array(
      z.object({
        change: z.enum(['same', 'changed', 'left', 'right']),
        name: z.string(),
        left: z.unknown().nullable(),
        right: z.unknown().nullable(),
      }),
    ),
    credits: z.object({ left: z.number(), right: z.number(), difference: z.number() }),
  })
  .meta({ id: 'ThreadComparison' })
export type Comparison = z.output<typeof Comparison>

export const Branch = z
  .object({ branch: z.int(), parent: z.int().nullable(), checkpoint_id: z.uuid(), isCurrent: z.boolean() })
  .meta({ id: 'ThreadBranch' })
