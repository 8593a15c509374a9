import { z } from 'zod'
import { Timestamp, Uuid } from '../../../kernel/http/shapes.ts'
import { ChunkOverlap, ChunkSize, EmbeddingModel, Language } from './collection.ts'

export const generationStatuses = [
  'building',
  'ready',
  'held',
  'live',
  'previous',
  'failed',
  'cancelled',
  'retired',
] as const
export type GenerationStatus = (typeof generationStatuses)[number]

export const switchModes = ['if_not_worse', 'when_ready', 'manual'] as const
export type SwitchMode = (typeof switchModes)[number]

export const StartGenerationBody = z.strictObject({
  embeddingModel: EmbeddingModel.optional(),
  chunkSize: ChunkSize.optional(),
  chunkOverlap: ChunkOverlap.optional(),
  language: Language.optional(),
  switch: z
    .enum(switchModes)
    .default('if_not_worse')
    .describe(
      '`if_not_worse` compares both generations by the retrieval tests of the collection first, and holds the new one where it finds less; `manual` waits for a request.',
    ),
  dryRun: z.boolean().default(false).describe('Returns what it would take; builds nothing.'),
})
export type StartGenerationBody = z.output<typeof StartGenerationBody>

export const GenerationParams = z.object({
  id: Uuid,
  generation: z.coerce.number().int().min(1).max(1_000_000_000),
})

/** What a generation is built with. */
export type GenerationSettings = {
  embeddingModel: string
  chunkSize: number
  chunkOverlap: number
  language: string
}

const GenerationError = z.object({ code: z.string(), message: z.string() })
export type GenerationError = z.output<typeof GenerationError>

export const Comparison = z
  .object({
    isTested: z.boolean().describe('False where there are too few retrieval tests to tell.'),
    liveEvalId: z.uuid().nullable(),
    evalId: z.uuid().nullable(),
    won: z.number().describe('Tests that only the new generation passes.'),
    lost: z.number().describe('Tests that only the live one passes.'),
    failedRequired: z.number().describe('Required tests that the new generation does not pass.'),
  })
  .meta({ id: 'KnowledgeComparison' })
export type Comparison = z.output<typeof Comparison>

export const GenerationView = z
  .object({
    generation: z.number(),
    status: z
      .enum(generationStatuses)
      .describe(
        '`building` beside the one that is searched; `ready` or `held` (it finds less) until it is switched to or discarded; `live` is searched; `previous` can be rolled back to until `keptUntil`.',
      ),
    embeddingModel: z.string(),
    chunkSize: z.number(),
    chunkOverlap: z.number(),
    language: z.string(),
    switch: z.enum(switchModes),
    progress: z.number().describe('From 0 to 1.'),
    sourceCount: z.number().describe('Sources that are complete in it.'),
    chunkCount: z.number(),
    lostEdits: z
      .number()
      .describe('Edited or disabled chunks whose limits have changed: their edits are not in it.'),
    comparison: Comparison.nullable(),
    error: GenerationError.nullable(),
    jobId: z.uuid().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    switchedAt: Timestamp.nullable(),
    keptUntil: Timestamp.nullable(),
  })
  .meta({ id: 'KnowledgeGeneration' })
export type GenerationView = z.output<typeof GenerationView>

export const Estimate = z
  .object({
    sourceCount: z.number(),
    chunkCount: z.number(),
    tokenCount: z.number().describe('Of texts that need a vector.'),
    credits: z.number(),
    isExact: z.boolean().describe('False where the number of chunks is estimated from some of the sources.'),
  })
  .meta({ id: 'KnowledgeEstimate' })
export type Estimate = z.output<typeof Estimate>

export const StartedGeneration = z
  .object({
    dryRun: z.boolean(),
    estimate: Estimate,
    generation: GenerationView.nullable().describe('Null for a dry run.'),
  })
  .meta({ id: 'KnowledgeStartedGeneration' })
export type StartedGeneration = z.output<typeof StartedGeneration>

export type Generation = Omit<GenerationView, 'switch' | 'jobId' | 'generation'> & {
  no: number
  switchMode: SwitchMode
  runId: string | null
}

export const generationViewOf = ({ no, switchMode, runId, ...rest }: Generation): GenerationView => ({
  generation: no,
  ...rest,
  switch: switchMode,
  jobId: runId,
})
