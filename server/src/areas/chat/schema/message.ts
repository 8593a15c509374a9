import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'

/**
 * A message as clients send it: LangChain's `type`, or the `role` of OpenAI; a text, or blocks. What else a client adds is
 * left out.
 */
export const MessageInput = z
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
      .describe('A text, or blocks: `text`, `image_url`, `file` with a `fileId`.'),
  })
  .meta({ id: 'ChatMessageInput' })
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
