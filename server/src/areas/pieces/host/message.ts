import { z } from 'zod'
import type { Message } from '../protocol/messages.ts'

const text = z.string()

/** The process may be in the hands of a hostile bundle: nothing it says is taken unseen. */
const MessageForm = z.discriminatedUnion('t', [
  z.object({ t: z.literal('ready'), sealed: z.boolean() }),
  z.object({ t: z.literal('fault'), error: text }),
  z.object({ t: z.literal('loaded') }),
  z.object({
    t: z.literal('ask'),
    request: z.int(),
    method: z.enum(['http', 'store.get', 'store.put', 'store.delete', 'file.write']),
    args: z.unknown().optional(),
  }),
  z.object({
    t: z.literal('done'),
    ok: z.boolean(),
    effects: z
      .object({
        listeners: z.object({ events: z.array(text), identifierValue: text }).optional(),
        schedule: z.object({ cronExpression: text, timezone: text }).optional(),
      })
      .optional(),
    failure: z
      .object({
        message: text,
        status: z.int().min(100).max(599).optional().catch(undefined),
        body: z.unknown().optional(),
        retryAfter: text.optional().catch(undefined),
        isTooLarge: z.literal(true).optional().catch(undefined),
      })
      .optional(),
  }),
])

/** Throws on what no program of ours would say. */
export function parseMessage(header: unknown): Message {
  const message = MessageForm.parse(header)
  if (message.t !== 'done') return message as Message
  if (message.ok) return { t: 'done', ok: true, effects: message.effects ?? {} } as Message
  return {
    t: 'done',
    ok: false,
    failure: message.failure ?? { message: 'It failed without a message.' },
  } as Message
}
