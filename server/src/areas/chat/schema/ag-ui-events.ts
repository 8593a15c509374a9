import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'
import { StoppedBy } from '../../../kernel/limits/turn-limits.ts'

const text = z.string()
const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape })
// Events of an agent inside of the agent name its run.
const inRun = { subagentRunId: text.optional() }

/** The events of AG-UI, as far as agents use them. */
export const AgUiEvent = z
  .union([
    event('RUN_STARTED', { threadId: text, runId: text, protocolVersion: text, metadata: openObject() }),
    event('RUN_FINISHED', {
      threadId: text,
      runId: text,
      outcome: openObject(),
      result: z
        .object({ stoppedBy: StoppedBy })
        .optional()
        .describe('Present when a limit ended the run before its work was done.'),
      metadata: openObject(),
    }),
    event('RUN_ERROR', { message: text, code: text, metadata: openObject().optional() }),
    event('STATE_SNAPSHOT', { snapshot: openObject() }),
    event('MESSAGES_SNAPSHOT', { messages: z.array(openObject()) }),
    event('CUSTOM', { name: text, value: z.unknown() }),
    event('SUBAGENT_STARTED', {
      subagentRunId: text,
      name: text,
      parentToolCallId: text,
      parentSubagentRunId: text.optional(),
    }),
    event('SUBAGENT_FINISHED', { subagentRunId: text, outcome: openObject() }),
    z.object({ type: z.enum(['STEP_STARTED', 'STEP_FINISHED']), stepName: text, ...inRun }),
    event('TEXT_MESSAGE_START', { messageId: text, role: z.literal('assistant'), ...inRun }),
    event('TEXT_MESSAGE_CONTENT', { messageId: text, delta: text, ...inRun }),
    event('REASONING_MESSAGE_START', { messageId: text, role: z.literal('reasoning'), ...inRun }),
    event('REASONING_MESSAGE_CONTENT', { messageId: text, delta: text, ...inRun }),
    z.object({
      type: z.enum(['TEXT_MESSAGE_END', 'REASONING_START', 'REASONING_MESSAGE_END', 'REASONING_END']),
      messageId: text,
      ...inRun,
    }),
    event('TOOL_CALL_START', { toolCallId: text, toolCallName: text, parentMessageId: text, ...inRun }),
    event('TOOL_CALL_ARGS', { toolCallId: text, delta: text, ...inRun }),
    event('TOOL_CALL_END', { toolCallId: text, ...inRun }),
    event('TOOL_CALL_RESULT', {
      messageId: text,
      toolCallId: text,
      role: z.literal('tool'),
      content: text,
      metadata: openObject(),
      ...inRun,
    }),
  ])
  .meta({ id: 'AGUIEvent' })
