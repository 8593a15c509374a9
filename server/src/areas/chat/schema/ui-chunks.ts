import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'

const text = z.string()
const chunk = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape })
const dynamic = { dynamic: z.literal(true) }

/** The UI message stream of the AI SDK, as far as agents use it; `[DONE]` is its end. */
export const UiChunk = z
  .union([
    chunk('start', { messageId: text, messageMetadata: openObject() }),
    z.object({ type: z.enum(['start-step', 'finish-step', 'reset-step', 'abort']) }),
    z.object({ type: z.enum(['text-start', 'text-end', 'reasoning-start', 'reasoning-end']), id: text }),
    z.object({ type: z.enum(['text-delta', 'reasoning-delta']), id: text, delta: text }),
    chunk('tool-input-start', { toolCallId: text, toolName: text, ...dynamic }),
    chunk('tool-input-delta', { toolCallId: text, inputTextDelta: text }),
    chunk('tool-input-available', { toolCallId: text, toolName: text, input: z.unknown(), ...dynamic }),
    chunk('tool-output-available', { toolCallId: text, output: z.unknown(), ...dynamic }),
    chunk('tool-output-error', { toolCallId: text, errorText: text, ...dynamic }),
    chunk('tool-output-denied', { toolCallId: text }),
    chunk('tool-approval-request', { approvalId: text, toolCallId: text, reason: text.optional() }),
    z.object({
      type: z.enum(['data-human_wait', 'data-uncertain', 'data-connection', 'data-event']),
      id: text,
      data: openObject(),
    }),
    chunk('data-custom', { data: openObject(), transient: z.literal(true) }),
    chunk('message-metadata', { messageMetadata: openObject() }),
    chunk('error', { errorText: text }),
    chunk('finish', { finishReason: text, messageMetadata: openObject() }),
    z.literal('[DONE]'),
  ])
  .meta({ id: 'UIMessageChunk' })
