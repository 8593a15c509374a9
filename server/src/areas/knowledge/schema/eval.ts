import { z } from 'zod'
import {
  choiceParam,
  integerParam,
  pageParams,
  Timestamp,
  textParam,
  Uuid,
} from '../../../kernel/http/shapes.ts'
import { searchModes } from './search.ts'
import { SourceKey } from './source.ts'

export const maxTests = 2_000
export const batchSize = 500

const Query = z.string().trim().min(1).max(2_000)
const MustContain = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe('Text that the chunk must have; spaces and case do not count.')
const K = z.int().min(1).max(20).describe('How far down it may be found.')
const IsRequired = z.boolean().describe('A generation that does not pass it is never switched to by itself.')

export const TestInput = z
  .strictObject({
    query: Query,
    sourceKey: SourceKey.optional().describe('The source that must be found.'),
    chunkId: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Instead of both: the source of the chunk, and how it begins.'),
    mustContain: MustContain.optional(),
    k: K.default(5),
    isRequired: IsRequired.default(false),
  })
  .refine(
    ({ sourceKey, chunkId, mustContain }) => (sourceKey ?? chunkId ?? mustContain) !== undefined,
    'must have sourceKey, chunkId or mustContain',
  )
export type TestInput = z.output<typeof TestInput>

export const testOrigins = ['manual', 'search', 'imported'] as const
export type TestOrigin = (typeof testOrigins)[number]

export const CreateTestsBody = z.strictObject({
  tests: z.array(TestInput).min(1).max(batchSize),
  origin: z.enum(['manual', 'search']).default('manual'),
})
export type CreateTestsBody = z.output<typeof CreateTestsBody>

export const ImportTestsBody = z.strictObject({
  format: z
    .enum(['csv', 'jsonl'])
    .describe('`csv` has a first line with names of fields; `jsonl` has a JSON object in each line.'),
  content: z.string().min(1).max(1_000_000),
})
export type ImportTestsBody = z.output<typeof ImportTestsBody>

export const UpdateTestBody = z
  .strictObject({
    query: Query.optional(),
    sourceKey: SourceKey.nullable().optional(),
    mustContain: MustContain.nullable().optional(),
    k: K.optional(),
    isRequired: IsRequired.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'must change something')
export type UpdateTestBody = z.output<typeof UpdateTestBody>

export const TestParams = z.object({ id: Uuid, testId: Uuid })
export const EvalParams = z.object({ id: Uuid, evalRunId: Uuid })

export const resultStatuses = ['hit', 'miss', 'orphaned'] as const
export type ResultStatus = (typeof resultStatuses)[number]

export const TestView = z
  .object({
    id: z.uuid(),
    query: z.string(),
    sourceKey: z.string().nullable(),
    mustContain: z.string().nullable(),
    k: z.number(),
    isRequired: z.boolean(),
    origin: z.enum(testOrigins),
    lastStatus: z
      .enum(resultStatuses)
      .nullable()
      .describe('In the last eval of the live generation; `orphaned` when its source was deleted.'),
    lastRank: z.number().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'KnowledgeTest' })
export type TestView = z.output<typeof TestView>

export const CreatedTests = z
  .object({
    created: z.number(),
    skipped: z.number().describe('Those that the collection has already.'),
    tests: z.array(TestView),
  })
  .meta({ id: 'KnowledgeCreatedTests' })
export type CreatedTests = z.output<typeof CreatedTests>

export const DeletedTest = z.object({ id: z.uuid(), deleted: z.literal(true) })

export const TestQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the query or the source.'),
  lastStatus: choiceParam(resultStatuses).optional(),
  ...pageParams,
})
export type TestQuery = z.output<typeof TestQuery>

export const RunEvalBody = z.strictObject({
  mode: z.enum(searchModes).default('hybrid'),
  generation: z
    .int()
    .min(1)
    .optional()
    .describe('One that is built and not searched yet; without it the live one.'),
})
export type RunEvalBody = z.output<typeof RunEvalBody>

export const evalStatuses = ['running', 'succeeded', 'failed', 'cancelled'] as const
export type EvalStatus = (typeof evalStatuses)[number]

const Share = z.number().nullable()

export const EvalView = z
  .object({
    id: z.uuid(),
    generation: z.number(),
    embeddingModel: z.string(),
    chunkSize: z.number(),
    mode: z.enum(searchModes),
    status: z.enum(evalStatuses),
    testCount: z.number(),
    doneCount: z.number(),
    hitCount: z.number().describe('Tests whose passage is among the first `k` of the test.'),
    orphanedCount: z.number().describe('Tests whose source was deleted; they do not count.'),
    recallAt1: Share,
    recallAt5: Share,
    recallAt10: Share,
    mrr: Share.describe('The mean of 1 ÷ rank, within the first 20.'),
    comparedWith: z.uuid().nullable().describe('The eval before it, or that of the live generation.'),
    won: z.number().nullable().describe('Tests that are hit here and were not there.'),
    lost: z.number().nullable().describe('Tests that were hit there and are not here.'),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    createdAt: Timestamp,
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'KnowledgeEval' })
export type EvalView = z.output<typeof EvalView>

export const EvalQuery = z.strictObject({
  generation: integerParam({ min: 1, max: 1_000_000_000 })
    .optional()
    .describe('Only those of one generation.'),
  ...pageParams,
})
export type EvalQuery = z.output<typeof EvalQuery>

const FoundPassage = z.object({
  chunkId: z.string(),
  sourceKey: z.string(),
  title: z.string(),
  text: z.string().describe('Its beginning.'),
  score: z.number(),
})
export type FoundPassage = z.output<typeof FoundPassage>

export const ResultView = z
  .object({
    testId: z.uuid(),
    query: z.string(),
    sourceKey: z.string().nullable(),
    mustContain: z.string().nullable(),
    k: z.number(),
    isRequired: z.boolean(),
    status: z.enum(resultStatuses),
    rank: z.number().nullable().describe('Where it was found, within the first 20.'),
    statusBefore: z.enum(resultStatuses).nullable().describe('In the eval that it is compared with.'),
    rankBefore: z.number().nullable(),
    found: z.array(FoundPassage).describe('The first results.'),
  })
  .meta({ id: 'KnowledgeEvalResult' })
export type ResultView = z.output<typeof ResultView>

export const ResultQuery = z.strictObject({
  status: choiceParam(resultStatuses).optional(),
  change: choiceParam(['won', 'lost']).optional().describe('Against the eval that it is compared with.'),
  ...pageParams,
})
export type ResultQuery = z.output<typeof ResultQuery>

/** A test as it is stored. */
export type RetrievalTest = Pick<TestView, 'id' | 'query' | 'sourceKey' | 'mustContain' | 'k' | 'isRequired'>

export type Eval = EvalView & { runId: string | null }

export const evalViewOf = ({ runId: _, ...view }: Eval): EvalView => view
