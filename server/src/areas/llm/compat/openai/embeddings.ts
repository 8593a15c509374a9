import { z } from 'zod'
import { type EmbeddingBody, type EmbeddingReply, EmbeddingBody as OurBody } from '../../schema/embedding.ts'

export const EmbeddingsBody = z.strictObject({
  input: OurBody.shape.input,
  model: z.string().min(1).max(200),
  dimensions: OurBody.shape.dimensions,
  encoding_format: z.enum(['float', 'base64']).nullish(),
})
export type EmbeddingsBody = z.output<typeof EmbeddingsBody>

export const EmbeddingList = z
  .object({
    object: z.literal('list'),
    model: z.string(),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: z.int(),
        embedding: z
          .union([z.array(z.number()), z.string()])
          .describe('A string is base64-encoded float32 values.'),
      }),
    ),
    usage: z.object({ prompt_tokens: z.int(), total_tokens: z.int() }),
  })
  .meta({ id: 'OpenAiEmbeddings' })
export type EmbeddingList = z.output<typeof EmbeddingList>

export const embeddingRequest = ({ input, dimensions }: EmbeddingsBody, model: string): EmbeddingBody => ({
  input,
  model,
  ...(dimensions === undefined ? {} : { dimensions }),
})

export const toEmbeddingList = (
  { model, embeddings, usage }: EmbeddingReply,
  format: EmbeddingsBody['encoding_format'],
): EmbeddingList => ({
  object: 'list',
  model,
  data: embeddings.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: format === 'base64' ? base64Of(vector) : vector,
  })),
  usage: { prompt_tokens: usage.promptTokens, total_tokens: usage.promptTokens },
})

const base64Of = (vector: readonly number[]): string =>
  Buffer.from(Float32Array.from(vector).buffer).toString('base64')
