import { z } from 'zod'
import { integerParam } from '../../../kernel/http/shapes.ts'

export const TextQuery = z.strictObject({
  offset: integerParam({ min: 0, max: 40_000_000, fallback: 0 })
    .default(0)
    .describe('Where the part begins, in UTF-16 code units.'),
  limit: integerParam({ min: 100, max: 100_000, fallback: 20_000 })
    .default(20_000)
    .describe('How long the part may be.'),
})
export type TextQuery = z.output<typeof TextQuery>

export const SourceText = z
  .object({
    text: z.string(),
    startOffset: z.number(),
    endOffset: z.number(),
    nextOffset: z.number().nullable().describe('Pass it as `offset` for the next part.'),
    chunks: z
      .array(
        z.object({
          id: z.string(),
          ordinal: z.number(),
          startOffset: z.number(),
          endOffset: z.number(),
          page: z.number().nullable(),
          isEnabled: z.boolean(),
          isEdited: z.boolean(),
        }),
      )
      .describe(
        'The chunks that have something of this part, in its order; they may begin before it and end after it.',
      ),
  })
  .meta({ id: 'KnowledgeSourceText' })
export type SourceText = z.output<typeof SourceText>
