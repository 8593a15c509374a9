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
    .describe('Maximum price of the call; defaults to its worst-case price.'),
})
export type QuoteBody = z.output<typeof QuoteBody>

const Amount = z.object({ credits: z.number(), usd: z.number() })

export const Quote = z
  .object({
    holdId: z
      .uuid()
      .describe('Send it with the call to limit its price: it stops with `finishReason: "budget"`.'),
    model: z.string(),
    promptTokens: z.int().describe('A conservative estimate.'),
    maxCompletionTokens: z.int().nullable(),
    min: Amount.describe('The price of the prompt alone.'),
    max: Amount.describe('The held amount and maximum charge.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'LlmQuote' })
export type Quote = z.output<typeof Quote>
