import { z } from 'zod'
import {
  anyCaseChoiceParam,
  choiceParam,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
} from '../../../kernel/http/shapes.ts'
import { languages } from '../text/languages.ts'

// It costs nothing, and nothing leaves the server.
export const defaultEmbeddingModel = 'local/use-lite'
export const defaultChunkSize = 1_000
export const defaultChunkOverlap = 100

export const ChunkSize = z.int().min(100).max(8_000).describe('Characters of a chunk, at most.')
export const ChunkOverlap = z
  .int()
  .min(0)
  .max(4_000)
  .describe('Characters that the parts of a long paragraph repeat; less than half of `chunkSize`.')

export const Language = z
  .enum(['auto', ...languages])
  .describe('The language of the texts, as ISO 639-1; `auto` detects it for each source.')

export const EmbeddingModel = z
  .string()
  .trim()
  .min(3)
  .max(200)
  .describe(
    'The model of the vectors, `provider/model`. `local/use-lite` runs on this server: it reads English, about the first 450 characters of a chunk, and helps little beside the words.',
  )

const FusionWeight = z
  .number()
  .min(0)
  .max(4)
  .nullable()
  .describe(
    'How much vectors count in a hybrid search, where words count 1; null for the value of the model.',
  )

const settings = {
  name: z.string().trim().min(1).max(120),
  description: z.string().max(2_000),
  language: Language,
  chunkSize: ChunkSize,
  chunkOverlap: ChunkOverlap,
}

export const CreateCollectionBody = z.strictObject({
  name: settings.name,
  description: settings.description.default(''),
  language: settings.language.default('auto'),
  embeddingModel: EmbeddingModel.default(defaultEmbeddingModel),
  chunkSize: settings.chunkSize.default(defaultChunkSize),
  chunkOverlap: settings.chunkOverlap.optional(),
})
export type CreateCollectionBody = z.output<typeof CreateCollectionBody>

export const UpdateCollectionBody = z.strictObject({
  name: settings.name.optional(),
  description: settings.description.optional(),
  language: settings.language.optional(),
  embeddingModel: EmbeddingModel.optional(),
  chunkSize: settings.chunkSize.optional(),
  chunkOverlap: settings.chunkOverlap.optional(),
  fusionWeight: FusionWeight.optional(),
  exposeViaMcp: z.boolean().optional(),
})
export type UpdateCollectionBody = z.output<typeof UpdateCollectionBody>

export const ExposeBody = z.strictObject({ exposeViaMcp: z.boolean() })

export const CollectionView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    language: z.string(),
    embeddingModel: z.string(),
    fusionWeight: z.number().nullable(),
    chunkSize: z.number(),
    chunkOverlap: z.number(),
    generation: z.number().describe('The generation that is searched.'),
    nextGeneration: z.number().nullable().describe('One that is being built or waits to be switched to.'),
    exposeViaMcp: z.boolean(),
    sourceCount: z.number(),
    chunkCount: z.number(),
    sizeBytes: z.number().describe('The text of its sources.'),
    externalUserId: z.uuid(),
    version: z.number(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'KnowledgeCollection' })
export type CollectionView = z.output<typeof CollectionView>

export const CollectionQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the name.'),
  sortBy: choiceParam(['createdAt', 'updatedAt', 'name'], 'createdAt').default('createdAt'),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
})
export type CollectionQuery = z.output<typeof CollectionQuery>

/** A collection with what a search needs to know of it. */
export type Collection = Omit<CollectionView, 'exposeViaMcp'> & {
  projectId: string
  isExposedViaMcp: boolean
  contentVersion: number
}

export function viewOf({
  isExposedViaMcp,
  projectId: _,
  contentVersion: __,
  ...rest
}: Collection): CollectionView {
  return { ...rest, exposeViaMcp: isExposedViaMcp }
}
