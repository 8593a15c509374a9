import { z } from 'zod'
import { openObject, Uuid } from '../../../kernel/http/shapes.ts'

const ChatId = z.string().min(1).max(200)

const UiMessageInput = z.looseObject({
  id: z.string().max(200).optional(),
  role: z.string().max(40),
  parts: z.array(openObject()).max(1000).optional(),
})
export type UiMessageInput = z.output<typeof UiMessageInput>

export const UiMessage = z
  .object({
    id: z.string(),
    role: z.enum(['user', 'assistant']),
    metadata: openObject().optional(),
    parts: z.array(openObject()),
  })
  .meta({ id: 'UIMessage' })
export type UiMessage = z.output<typeof UiMessage>

export const UiBody = z.strictObject({
  id: ChatId.describe('The id of the chat. One that is a UUID is that of the thread.'),
  messages: z
    .array(UiMessageInput)
    .max(2000)
    .describe('As `useChat` sends them; only what the thread does not have is taken.'),
  trigger: z.enum(['submit-message', 'regenerate-message']).optional(),
  messageId: z.string().max(200).nullish(),
  model: z.string().max(200).nullish(),
  reasoningEffort: z.enum(['none', 'low', 'medium', 'high']).nullish(),
  on_disconnect: z.enum(['continue', 'cancel']).nullish(),
})
export type UiBody = z.output<typeof UiBody>

export const AgentParams = z.object({ agentId: Uuid })
export const ChatParams = z.object({ agentId: Uuid, chatId: ChatId })
