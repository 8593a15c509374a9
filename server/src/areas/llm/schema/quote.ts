import { z } from 'zod'
import { Timestamp } from '../../../kernel/http/shapes.ts'
import { ChatBody } from './chat.ts'

export const QuoteBody = z.strictObject({
  ...ChatBody.omit({ stream: true, holdId: true, messages: true }).shape,
  messages: ChatBody.shape.messages.optional(),
  prompt: z.string().min(1).max(400_000).optional().describe('Instead of `messages`.'),
  maxCredits: z
    .number()
    .positive()
    .max(1_000_000)
    .optional()
    .describe('The most the call may cost; else its worst price.'),
})
export type QuoteBody = z.output<typeof QuoteBody>

const Amount = z.object({ credits: z.number(), usd: z.number() })

export const Quote = z
  .object({
    holdId: z
      .uuid()
      .describe('Send it with the call: it then stops before it costs more, with `finishReason: "budget"`.'),
    model: z.string(),
    promptTokens: z.int().describe('An estimate, rather too high than too low.'),
    maxCompletionTokens: z.int().nullable(),
    least: Amount.describe('What the prompt alone costs.'),
    most: Amount.describe('What is held, and the most that is charged.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'LlmQuote' })
export type Quote = z.output<typeof Quote>
