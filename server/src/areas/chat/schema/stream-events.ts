import { z } from 'zod'
import { namedEvents } from '../../../kernel/http/endpoint.ts'
import { openObject } from '../../../kernel/http/shapes.ts'
import { StoppedBy } from '../../../kernel/limits/turn-limits.ts'
import { ChatMessage, Interrupt, ThreadValues } from './message.ts'
import { runStatuses } from './run.ts'

/** A piece of a message, or a whole one; `remove` takes back the pieces of a model call that is repeated. */
const MessageChunk = z
  .looseObject({
    id: z.string(),
    type: z.enum(['AIMessageChunk', 'ai', 'human', 'tool', 'system', 'remove']),
    content: z.union([z.string(), z.array(openObject())]),
    tool_call_chunks: z
      .array(
        z.object({
          id: z.string().optional(),
          name: z.string().optional(),
          args: z.string(),
          index: z.int(),
          type: z.literal('tool_call_chunk'),
        }),
      )
      .optional(),
  })
  .meta({ id: 'RunMessageChunk' })

const ChunkMetadata = z
  .object({
    langgraph_node: z.string(),
    langgraph_step: z.int(),
    langgraph_checkpoint_ns: z.string().describe('Empty outside of agents inside of the agent.'),
    run_id: z.string(),
    thread_id: z.string(),
    tags: z.array(z.string()),
  })
  .meta({ id: 'RunMessageMetadata' })

const ToolEvent = z
  .object({
    event: z.enum(['on_tool_start', 'on_tool_end', 'on_tool_error']),
    toolCallId: z.string(),
    name: z.string(),
    input: z.unknown().optional(),
    output: z.unknown().optional(),
    error: z.unknown().optional(),
  })
  .meta({ id: 'RunToolEvent' })

const Task = z
  .object({
    id: z.string(),
    name: z.string(),
    input: z.unknown().optional().describe('At the beginning of the task.'),
    triggers: z.array(z.string()).optional(),
    result: z
      .array(z.tuple([z.string(), z.unknown()]))
      .optional()
      .describe('At the end of the task.'),
    error: z.string().optional(),
    interrupts: z.array(z.unknown()),
  })
  .meta({ id: 'RunTask' })

const RunError = z
  .object({
    message: z.string(),
    error: z
      .union([z.string(), z.looseObject({ code: z.string() })])
      .describe('Bare responses have the code alone.'),
    success: z.literal(false).optional(),
    status: z.int().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'RunEventError' })

const RunUsage = z
  .object({
    runCredits: z.number(),
    threadCreditsTotal: z.number(),
    balanceRemaining: z
      .number()
      .optional()
      .describe('Left out while the balance is unlimited, and for end users.'),
    executionId: z.string(),
    breakdown: z.record(z.string(), z.number()),
  })
  .meta({ id: 'RunEventUsage' })

/** The events of a run by name; those of agents inside of the agent have `|tools:<toolCallId>` behind it. */
export const runEvents = namedEvents({
  metadata: z
    .object({ run_id: z.string(), thread_id: z.string(), attempt: z.int() })
    .meta({ id: 'RunEventMetadata' }),
  messages: z.tuple([MessageChunk, ChunkMetadata]),
  'messages/metadata': z.record(z.string(), z.object({ metadata: z.object({ run_id: z.string() }) })),
  'messages/partial': z.array(MessageChunk),
  'messages/complete': z.array(ChatMessage),
  values: ThreadValues,
  updates: z
    .record(z.string(), z.union([z.object({ messages: z.array(ChatMessage) }), z.array(Interrupt)]))
    .describe(
      'By the node that wrote them. `input` has the messages of the user, in our own protocol alone; `__interrupt__` what the run waits for.',
    )
    .meta({ id: 'RunEventUpdates' }),
  tools: ToolEvent,
  custom: z.object({ name: z.string(), data: z.unknown() }).meta({ id: 'RunEventCustom' }),
  tasks: Task,
  debug: z
    .object({ type: z.enum(['task', 'task_result']), step: z.int(), payload: Task })
    .meta({ id: 'RunEventDebug' }),
  events: z
    .object({
      event: z.string(),
      name: z.string(),
      run_id: z.string(),
      tags: z.array(z.string()),
      metadata: z.object({ thread_id: z.string() }),
      parent_ids: z.array(z.string()),
      data: openObject(),
    })
    .meta({ id: 'RunEventLangChain' }),
  tool_call: z
    .object({ id: z.string(), name: z.string(), arguments: z.unknown() })
    .meta({ id: 'RunEventToolCall' }),
  tool_result: z
    .object({
      id: z.string(),
      name: z.string().optional(),
      content: z.union([z.string(), z.array(openObject())]),
      status: z.unknown(),
    })
    .meta({ id: 'RunEventToolResult' }),
  interrupt: Interrupt,
  error: RunError,
  usage: RunUsage,
  end: z
    .object({
      status: z.enum(runStatuses),
      stoppedBy: StoppedBy.optional().describe(
        'The limit that ended a run of status `success` before its work was done. Bare responses have none.',
      ),
    })
    .meta({ id: 'RunEventEnd' }),
})
