import { z } from 'zod'
import { openObject, TimeInput, Uuid } from '../../../kernel/http/shapes.ts'
import { Metadata, SourceKey, sourceKinds } from './source.ts'

export const searchModes = ['hybrid', 'vector', 'keyword'] as const
export type SearchMode = (typeof searchModes)[number]

const Filters = z
  .strictObject({
    sourceKeys: z.array(SourceKey).min(1).max(100).optional(),
    kinds: z.array(z.enum(sourceKinds)).min(1).max(10).optional(),
    metadata: Metadata.optional().describe('Sources whose metadata has all of these values.'),
    createdAfter: TimeInput.optional(),
    createdBefore: TimeInput.optional(),
  })
  .describe('Only chunks of sources that match all of them.')
export type Filters = z.output<typeof Filters>

const search = {
  query: z.string().trim().min(1).max(2_000),
  limit: z.int().min(1).max(20).default(5),
  mode: z
    .enum(searchModes)
    .default('hybrid')
    .describe(
      '`keyword` compares words, `vector` the meaning as the embedding model of the collection sees it; `hybrid` adds both up.',
    ),
  minScore: z.number().min(0).max(1).default(0),
  filters: Filters.optional(),
  neighbours: z
    .int()
    .min(0)
    .max(3)
    .default(0)
    .describe('So many chunks before and after each result come with it, as far as searches find them.'),
  rerank: z
    .union([
      z.boolean(),
      z.strictObject({
        model: z
          .string()
          .trim()
          .min(3)
          .max(200)
          .optional()
          .describe('The default model of the project without it.'),
        candidates: z.int().min(2).max(50).default(20).describe('So many of the first results are ordered.'),
      }),
    ])
    .optional()
    .describe(
      'Has a chat model order the first results again; billed like any call of it. Without its response the order is that of the scores, and the header `x-degraded` has `rerank`.',
    ),
}

export const SearchBody = z.strictObject(search)
export type SearchBody = z.output<typeof SearchBody>

export const MultiSearchBody = z.strictObject({
  collectionIds: z.array(Uuid).min(1).max(20),
  ...search,
})
export type MultiSearchBody = z.output<typeof MultiSearchBody>

const Neighbour = z
  .object({ chunkId: z.string(), text: z.string(), startOffset: z.number(), endOffset: z.number() })
  .meta({ id: 'KnowledgeNeighbour' })
export type Neighbour = z.output<typeof Neighbour>

export const SearchResult = z
  .object({
    chunkId: z.string(),
    collectionId: z.uuid(),
    sourceKey: z.string(),
    title: z.string(),
    text: z.string(),
    path: z.array(z.string()),
    score: z.number().describe('From 0 to 1, comparable between queries and collections.'),
    keywordScore: z.number().describe('The words alone, from 0 to 1.'),
    vectorScore: z.number().nullable().describe('The cosine of the vectors; null where there is none.'),
    highlights: z.array(z.array(z.int()).length(2)).describe('Start and end of matching words in `text`.'),
    startOffset: z.number(),
    endOffset: z.number(),
    page: z.number().nullable(),
    url: z.string().nullable().describe('Of a source from the web.'),
    isOutside: z
      .boolean()
      .describe(
        'Whether others wrote it: a page from the web, or a file of an end user. Agents ask more often then.',
      ),
    neighbours: z
      .array(Neighbour)
      .optional()
      .describe('In the order of the source, without the result itself; only where they are requested.'),
    metadata: openObject(),
  })
  .meta({ id: 'KnowledgeSearchResult' })
export type SearchResult = z.output<typeof SearchResult>
