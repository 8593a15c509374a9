import { z } from 'zod'
import { limitParam, textParam, Uuid } from '../../../kernel/http/shapes.ts'

export const ChunkParams = z.object({ id: Uuid, chunkId: z.string().min(1).max(100) })

export const ChunkView = z
  .object({
    id: z.string(),
    sourceKey: z.string(),
    ordinal: z.number(),
    text: z.string(),
    path: z.array(z.string()).describe('The headings above it.'),
    startOffset: z.number().describe('Where it begins in the text of its source.'),
    endOffset: z.number(),
    page: z.number().nullable(),
    tokenCount: z.number(),
    isEnabled: z.boolean().describe('Whether searches find it.'),
    isEdited: z.boolean(),
  })
  .meta({ id: 'KnowledgeChunk' })
export type ChunkView = z.output<typeof ChunkView>

export const ChunkPage = z
  .object({
    chunks: z.array(ChunkView),
    nextOffset: z.string().nullable().describe('Pass it as `offset` for the next page.'),
  })
  .meta({ id: 'KnowledgeChunkPage' })
export type ChunkPage = z.output<typeof ChunkPage>

export const ChunkQuery = z.strictObject({
  sourceKey: textParam(1_000).optional(),
  limit: limitParam(20),
  offset: textParam(100).optional().describe('The `nextOffset` of the page before.'),
  around: textParam(100)
    .optional()
    .describe('The id of a chunk: the first page begins shortly before it. Ignored with `offset`.'),
})
export type ChunkQuery = z.output<typeof ChunkQuery>

export const UpdateChunkBody = z
  .strictObject({
    text: z.string().trim().min(1).max(16_000).optional(),
    isEnabled: z.boolean().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'must change something')
export type UpdateChunkBody = z.output<typeof UpdateChunkBody>

export const DeletedChunk = z.object({ id: z.string(), deleted: z.literal(true) })

export type ChunkKey = { sourceNo: number; revision: number; ordinal: number }

export const chunkIdOf = ({ sourceNo, revision, ordinal }: ChunkKey): string =>
  `${sourceNo}-${revision}-${ordinal}`

/** Null for what is no id of a chunk. */
export function chunkKeyOf(id: string): ChunkKey | null {
  const match = /^(\d{1,9})-(\d{1,9})-(\d{1,9})$/.exec(id)
  return match && { sourceNo: Number(match[1]), revision: Number(match[2]), ordinal: Number(match[3]) }
}
