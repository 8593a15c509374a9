import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'
import { deserialised, storedMessage } from './serialised-message.ts'

/**
 * A message as clients send it: LangChain's `type`, or the `role` of OpenAI; a text, or blocks. What else a client adds is
 * left out. Messages that LangChain serialised are read, too.
 */
const PlainMessage = z
  .looseObject({
    id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('A message that the thread has under this id is not added again.'),
    type: z.string().max(40).optional().describe('`human` or `user`.'),
    role: z.string().max(40).optional().describe('In place of `type`.'),
    content: z
      .union([z.string(), z.array(openObject()).max(100)])
      .optional()
      .describe(
        'A text, or blocks: `text`, `file` with a `fileId`, and images and PDFs as OpenAI, LangChain and Anthropic have them.',
      ),
  })
  .meta({ id: 'ChatMessageInput' })
type PlainMessage = z.output<typeof PlainMessage>

/** As LangChain serialises a message: the class, and its fields. */
const SerialisedMessage = z.looseObject({
  lc: z.literal(1),
  type: z.literal('constructor'),
  id: z.array(z.string().max(200)).min(1).max(20),
  kwargs: openObject(),
})

function plainOf(inner: Record<string, unknown>, context: z.RefinementCtx): PlainMessage {
  const parsed = PlainMessage.safeParse(inner)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues)
    context.addIssue({ code: 'custom', path: [...path], message })
  return z.NEVER
}

export const MessageInput = z.union([
  SerialisedMessage.transform((message, context) => plainOf(deserialised(message), context)),
  PlainMessage.transform((message, context) => {
    const inner = storedMessage(message)
    return inner === null ? message : plainOf(inner, context)
  }),
])
export type MessageInput = z.output<typeof MessageInput>

/** What clients send of a state: one message, or several. */
export const MessagesInput = z.union([
  z.looseObject({ messages: z.union([z.array(MessageInput).max(200), MessageInput]).optional() }),
  z.null(),
])

/** A message as LangGraph's clients read it. */
export const ChatMessage = z
  .looseObject({
    id: z.string(),
    type: z.enum(['human', 'ai', 'tool', 'system']),
    content: z.union([z.string(), z.array(openObject())]),
  })
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.output<typeof ChatMessage>

export const Interrupt = z.object({ id: z.string(), value: z.unknown() }).meta({ id: 'ChatInterrupt' })
export type Interrupt = z.output<typeof Interrupt>

export const ThreadValues = z
  .object({ messages: z.array(ChatMessage), __interrupt__: z.array(Interrupt).optional() })
  .meta({ id: 'ThreadValues' })
export type ThreadValues = z.output<typeof ThreadValues>
