import { z } from 'zod'
import { ChatBody, Usage } from './chat.ts'

const Text = z.string().min(1).max(100_000)
const Tokens = z.array(z.int().min(0).max(10_000_000)).min(1).max(8192)

export const EmbeddingBody = z.strictObject({
  input: z
    .union([Text, z.array(Text).min(1).max(2048), Tokens, z.array(Tokens).min(1).max(2048)])
    .describe('One or more texts, or token arrays for models that accept them.'),
  model: z.string().min(1).max(200).optional(),
  dimensions: z.int().min(1).max(8192).optional(),
  metadata: ChatBody.shape.metadata,
})
export type EmbeddingBody = z.output<typeof EmbeddingBody>

/** What is to be embedded: a text, or its tokens. */
export type Embedded = string | readonly number[]

export const embeddedOf = (input: EmbeddingBody['input']): Embedded[] =>
  typeof input === 'string' || typeof input[0] === 'number' ? [input as Embedded] : [...(input as Embedded[])]

export const EmbeddingReply = z
  .object({
    id: z.uuid(),
    model: z.string(),
    provider: z.string(),
    dimensions: z.int(),
    embeddings: z.array(z.array(z.number())).describe('In input order.'),
    usage: Usage,
    latencyMs: z.int(),
  })
  .meta({ id: 'LlmEmbeddings' })
export type EmbeddingReply = z.output<typeof EmbeddingReply>

export const CountBody = z.strictObject({
  messages: ChatBody.shape.messages.optional(),
  prompt: z.string().max(400_000).optional().describe('Instead of `messages`.'),
  systemPrompt: ChatBody.shape.systemPrompt,
  tools: ChatBody.shape.tools,
  model: z.string().min(1).max(200).optional(),
})
export type CountBody = z.output<typeof CountBody>

export const TokenCount = z
  .object({
    tokens: z.int(),
    encoding: z.string(),
    isExact: z.boolean().describe('False for models with another tokenizer; the count is then approximate.'),
    model: z.string().nullable(),
    contextLength: z.int().nullable(),
  })
  .meta({ id: 'LlmTokenCount' })
export type TokenCount = z.output<typeof TokenCount>
