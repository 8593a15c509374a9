import { z } from 'zod'
import {
  booleanParam,
  choiceParam,
  integerParam,
  limitParam,
  openObject,
  Timestamp,
  textsParam,
  Uuid,
} from '../../../kernel/http/shapes.ts'
import { MessagesInput } from './message.ts'

/** What is served of LangGraph's stream modes. */
export const streamModes = [
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'custom',
  'tools',
  'tasks',
  'events',
  'debug',
] as const
export type StreamMode = (typeof streamModes)[number]

export const runStatuses = [
  'pending',
  'running',
  'success',
  'error',
  'timeout',
  'interrupted',
  'cancelled',
] as const
export type RunStatus = (typeof runStatuses)[number]

const multitaskStrategies = ['reject', 'enqueue', 'interrupt', 'rollback'] as const

const Metadata = openObject().refine(
  (value) => JSON.stringify(value).length <= 16_384,
  'must not be larger than 16 KiB',
)

const Checkpoint = z.looseObject({ checkpoint_id: z.uuid().nullish() })

export const Command = z
  .looseObject({
    resume: z
      .unknown()
      .describe(
        '`{decisions: [{id?, type: approve | edit | reject, args?, message?}]}`, `{<interrupt id>: …}`, or any value.',
      )
      .optional(),
  })
  .meta({ id: 'ChatCommand' })

/** LangGraph's clients send null for what they leave out. */
export const RunBody = z.strictObject({
  input: MessagesInput.optional().describe(
    'What the user says. Without it the agent continues from the state of the thread.',
  ),
  command: Command.nullish().describe('Continues an interrupted run, under its id.'),
  workflowId: Uuid.nullish().describe('The agent; that of the thread if omitted.'),
  assistant_id: z
    .string()
    .max(300)
    .nullish()
    .describe('The id or the name of the agent, as LangGraph calls it.'),
  model: z.string().max(200).nullish(),
  reasoningEffort: z.enum(['none', 'low', 'medium', 'high']).nullish(),
  version: z.int().min(1).nullish().describe('Of the agent; the active one if omitted.'),
  stream_mode: z
    .union([z.string(), z.array(z.string()).max(20)])
    .nullish()
    .describe(
      `One or several of ${streamModes.join(', ')}. By default what is new: messages-tuple, updates and custom; for clients of LangGraph \`values\`, the whole state after every step.`,
    ),
  stream_subgraphs: z
    .boolean()
    .nullish()
    .meta({ default: true, description: '`false` by default for clients of LangGraph.' }),
  stream_resumable: z
    .boolean()
    .nullish()
    .meta({ default: true, description: 'Ignored: every stream can be resumed.' }),
  on_disconnect: z.enum(['continue', 'cancel']).nullish().meta({ default: 'continue' }),
  multitask_strategy: z
    .enum(multitaskStrategies)
    .nullish()
    .describe(
      'What to do while another run is active: `enqueue` (default), `reject`, `interrupt` or `rollback`.',
    ),
  if_not_exists: z.enum(['create', 'reject']).nullish(),
  checkpoint: Checkpoint.nullish(),
  checkpoint_id: z
    .uuid()
    .nullish()
    .describe('Continues behind this state instead of the newest one, as a branch.'),
  after_seconds: z
    .number()
    .min(0)
    .max(30 * 24 * 60 * 60)
    .nullish()
    .describe('Starts the run after so many seconds; until then it is `pending`, and the thread `busy`.'),
  metadata: Metadata.nullish(),
})
export type RunBody = z.output<typeof RunBody>

/** A run without a thread: LangGraph calls it stateless. */
export const StatelessRunBody = RunBody.extend({
  stream_subgraphs: z.boolean().nullish().meta({ default: false }),
  on_completion: z
    .enum(['delete', 'keep'])
    .nullish()
    .describe('Whether the thread of the run is deleted when it has ended (default), or stays.'),
})
export type StatelessRunBody = z.output<typeof StatelessRunBody>

export const RunBatchBody = z.array(StatelessRunBody).min(1).max(50)

export const Run = z
  .object({
    run_id: z.uuid(),
    thread_id: z.uuid(),
    assistant_id: z.uuid(),
    status: z.enum(runStatuses),
    multitask_strategy: z.string().nullable(),
    metadata: openObject(),
    usage: z.object({ credits: z.number(), breakdown: openObject() }).nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    started_at: Timestamp.nullable(),
    ended_at: Timestamp.nullable(),
  })
  .meta({ id: 'ThreadRun' })
export type Run = z.output<typeof Run>

export const ThreadParams = z.object({ thread_id: Uuid })
export const RunParams = z.object({ thread_id: Uuid, run_id: Uuid })
export const RunIdParams = z.object({ run_id: Uuid })

export const RunListQuery = z.strictObject({
  limit: limitParam(10),
  offset: integerParam({ min: 0, fallback: 0 }).default(0),
  status: choiceParam(runStatuses).optional(),
})
export type RunListQuery = z.output<typeof RunListQuery>

export const CancelQuery = z.strictObject({
  wait: booleanParam().optional().describe('Responds when the run has ended.'),
  action: choiceParam(['interrupt', 'rollback'], 'interrupt').default('interrupt'),
})
export type CancelQuery = z.output<typeof CancelQuery>

export const JoinQuery = z.strictObject({
  // As LangGraph's clients of different versions send it: a JSON list, or repeated.
  stream_mode: textsParam({ maxLength: 200 })
    .optional()
    .describe('As in the body of a run that is streamed. The default is the same.'),
  stream_subgraphs: booleanParam().optional(),
  cancel_on_disconnect: booleanParam().optional(),
})
export type JoinQuery = z.output<typeof JoinQuery>

export const ThreadStreamQuery = z.strictObject({
  stream_mode: textsParam({ maxLength: 200 })
    .optional()
    .describe(
      '`run_modes` (default): what the runs stream by default; `lifecycle`: only that they begin and end; `state_update`: all messages after every step.',
    ),
})
export type ThreadStreamQuery = z.output<typeof ThreadStreamQuery>
